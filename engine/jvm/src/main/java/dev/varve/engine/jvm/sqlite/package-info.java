/**
 * The SQLite store on a JVM: the driver behind the engine's port, the lock of the one writer, and
 * the private copies that are read. What the tables are and what is asked of them stands in the
 * engine; nothing outside this package sees a type of the driver.
 */
@NullMarked
package dev.varve.engine.jvm.sqlite;

import org.jspecify.annotations.NullMarked;
