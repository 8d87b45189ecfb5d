/**
 * A log's keys in a folder of files, outside the log: the key that wraps, and what it wrapped.
 * Where the folder is, who may read it and how a row survives are decided here; no key is used here
 * for anything but wrapping, and none is ever part of a message.
 */
@NullMarked
package dev.varve.engine.jvm.keys;

import org.jspecify.annotations.NullMarked;
