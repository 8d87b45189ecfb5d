/**
 * The JVM's default store: records in the files of a Chronicle Queue, written through the library
 * and read back by a reader of our own that trusts neither the library's indexes nor its lengths.
 * Nothing outside this package sees a type of the library, and nothing here knows what a record
 * means.
 */
@NullMarked
package dev.varve.engine.jvm.chronicle;

import org.jspecify.annotations.NullMarked;
