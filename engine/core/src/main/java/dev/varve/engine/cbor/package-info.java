/**
 * The deterministic subset of CBOR (RFC 8949, section 4.2.1) that payloads are written in: maps
 * with non-negative integer keys, no floats, no tags, bounded depth and size. Encoding and parsing
 * are Jackson's; this package fixes which of CBOR's many spellings is the one. No event is known
 * here.
 */
@NullMarked
package dev.varve.engine.cbor;

import org.jspecify.annotations.NullMarked;
