/**
 * The store in SQLite, over a small port, so that the SQL that a phone's framework runs is the SQL
 * that is tested on a JVM. Nothing here that SQLite 3.22 lacks, and no driver.
 */
@NullMarked
package dev.varve.engine.store.sql;

import org.jspecify.annotations.NullMarked;
