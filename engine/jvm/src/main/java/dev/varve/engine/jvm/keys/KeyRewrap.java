package dev.varve.engine.jvm.keys;

import dev.varve.engine.entry.LogId;
import dev.varve.engine.log.LogPorts;
import dev.varve.engine.seal.KeyStoreException;
import dev.varve.engine.seal.SubjectEraser;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gives a log's keys a new wrapping key, in the open or under a passphrase. Everything that the old
 * one wrapped is wrapped anew, in one step: who has a copy of the old files, and what opened them,
 * opens nothing that is there afterwards.
 */
public final class KeyRewrap {
  private KeyRewrap() {}

  /**
   * Carries it out; on the disk when this returns, and whole or not at all whenever it is cut
   * short.
   *
   * @param ports of the log, which is open for writing over a keys folder
   * @param eraser of the log
   * @param passphrase that the new key is to rest under, or null for none; the caller wipes it
   * @throws KeyStoreException when it cannot be done
   */
  public static void apply(
      LogPorts ports, LogId log, SubjectEraser eraser, char @Nullable [] passphrase) {
    if (!(ports.keys() instanceof FileSubjectKeyStore store)) {
      throw new KeyStoreException(ports.keys().describe() + " has no wrapping key in a file");
    }
    WrappingKey next = WrappingKey.random(ports.crypto(), passphrase);
    try {
      Map<String, byte[]> files = new HashMap<>();
      files.put(next.name(), next.content());
      Path signing = store.folder().resolve(FileCheckpointSigner.PRIVATE);
      byte[] wrapped = new WrappedKeyFile(signing).read();
      if (wrapped != null) {
        byte[] context = FileCheckpointSigner.context(log);
        byte[] plain = ports.wrapper().unwrap(wrapped, context);
        files.put(
            FileCheckpointSigner.PRIVATE,
            WrappedKeyFile.bytes(next.wrapper().wrap(plain, context)));
        Arrays.fill(plain, (byte) 0);
      }
      store.replacingWith(files, () -> eraser.rotateWrappingKey(next.wrapper()));
    } finally {
      next.wipe();
    }
  }
}
