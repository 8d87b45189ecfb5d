/**
 * What is recorded: events with stable numbers and schema versions, their codecs to and from the
 * CBOR subset, and upcasters that lift old schemas. The engine's own events are here; those of a
 * layer are in the layer. No clock, no key, no store.
 */
@NullMarked
package dev.varve.engine.event;

import org.jspecify.annotations.NullMarked;
