/** The Merkle tree over entry hashes (RFC 6962, section 2.1). It knows hashes, not entries. */
@NullMarked
package dev.varve.engine.tree;

import org.jspecify.annotations.NullMarked;
