/**
 * Making files and folder entries survive the loss of power, and folders have one writer. Shared by
 * the stores and the key files; nothing here knows what the files hold.
 */
@NullMarked
package dev.varve.engine.jvm.disk;

import org.jspecify.annotations.NullMarked;
