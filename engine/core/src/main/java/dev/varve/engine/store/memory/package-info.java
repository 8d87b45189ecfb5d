/** A store in the heap, for tests and for logs that need not outlive the process. Nothing else. */
@NullMarked
package dev.varve.engine.store.memory;

import org.jspecify.annotations.NullMarked;
