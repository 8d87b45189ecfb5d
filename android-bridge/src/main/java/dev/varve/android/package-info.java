/**
 * Empty so far. It will hold what only Android can do: keys in the Keystore, snapshots of the
 * screen through accessibility, the framework's SQLite and facts about the device. Nothing that
 * runs on a plain JVM belongs here.
 */
@NullMarked
package dev.varve.android;

import org.jspecify.annotations.NullMarked;
