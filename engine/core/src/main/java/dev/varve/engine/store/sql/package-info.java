/**
 * A log in a SQLite database, over a small port to whatever library drives SQLite, so that the
 * statements that a phone runs are the ones that are tested on a JVM. Here are the schema, the
 * transactions and the store. Nothing here opens files, names a driver, or needs more than SQLite
 * 3.22.
 */
@NullMarked
package dev.varve.engine.store.sql;

import org.jspecify.annotations.NullMarked;
