/**
 * Which provider a JVM takes MAC and cipher from. Everything else asks {@link
 * dev.varve.engine.seal.Crypto} and does not know; digests never come from here.
 */
@NullMarked
package dev.varve.engine.jvm.crypto;

import org.jspecify.annotations.NullMarked;
