/**
 * Sealing of payloads under the key of their subject, the commitment that each envelope carries,
 * and the ports behind which keys are stored and wrapped. Key bytes leave this package only
 * wrapped, and no type here prints or serialises a key or a plaintext.
 */
@NullMarked
package dev.varve.engine.seal;

import org.jspecify.annotations.NullMarked;
