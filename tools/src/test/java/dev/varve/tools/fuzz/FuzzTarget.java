package dev.varve.tools.fuzz;

import dev.varve.engine.VarveException;
import dev.varve.engine.cbor.CborDiagnostic;
import dev.varve.engine.cbor.CborMap;
import dev.varve.engine.checkpoint.Checkpoint;
import dev.varve.engine.checkpoint.EntryProof;
import dev.varve.engine.checkpoint.GrowthProof;
import dev.varve.engine.checkpoint.SignedNote;
import dev.varve.engine.checkpoint.VerifierKey;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.entry.LogId;
import dev.varve.engine.jvm.keys.FileCheckpointSigner;
import dev.varve.engine.jvm.keys.KeyFiles;
import dev.varve.engine.seal.Crypto;
import dev.varve.engine.seal.Envelope;
import dev.varve.engine.seal.KeyRing;
import dev.varve.engine.verify.ChainCheck;
import dev.varve.engine.verify.Finding;
import dev.varve.engine.verify.LogVerifier;
import dev.varve.projections.screens.CaptureFailedException;
import dev.varve.projections.screens.DroidBotState;
import dev.varve.projections.screens.ScreenCapture;
import dev.varve.projections.screens.ScreenHashes;
import dev.varve.projections.screens.UiAutomatorDump;
import dev.varve.projections.screens.ViewTree;
import dev.varve.tools.exchange.ExportedLog;
import dev.varve.tools.exchange.LogImport;
import dev.varve.tools.recording.Recording;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Everything here that reads bytes from outside. A target takes any bytes: what they are is refused
 * with an exception of this project's own, or read, and what was read is written again as it was.
 */
enum FuzzTarget {
  /** An entry's header, and the record that it begins. */
  HEADER {
    @Override
    void read(byte[] input, Path folder) {
      if (input.length >= EntryHeader.SIZE) {
        EntryHeader header = EntryHeader.of(input);
        if (header.defect() == null) {
          require(
              Arrays.equals(header.toBytes(), Arrays.copyOf(input, EntryHeader.SIZE)), "header");
        }
      }
      long sequence = input.length < EntryHeader.SIZE ? 0 : EntryHeader.of(input).sequence();
      List<Finding> findings = ChainCheck.alone(sequence, input);
      if (!findings.isEmpty()) {
        throw new VarveException(findings.get(0).detail());
      }
    }
  },
  /** A payload, as CBOR and as the envelope around it. */
  CBOR {
    @Override
    void read(byte[] input, Path folder) {
      refused(() -> Envelope.of(input));
      CborMap map = CborMap.decode(input);
      require(Arrays.equals(input, map.encode()), "CBOR has one form");
      require(!CborDiagnostic.of(map).isEmpty(), "diagnostic notation");
    }
  },
  /** A signed note and the checkpoint in it. */
  NOTE {
    @Override
    void read(byte[] input, Path folder) {
      SignedNote note = SignedNote.parse(input);
      require(Arrays.equals(input, note.toBytes()), "a note has one form");
      Checkpoint checkpoint = Checkpoint.parse(note.text());
      require(checkpoint.text().equals(note.text()), "a checkpoint has one form");
      VerifierKey next = checkpoint.nextKey();
      require(next == null || !note.isSignedBy(next), "nobody signs its own introduction");
    }
  },
  /** The proof of an entry. */
  PROOF {
    @Override
    void read(byte[] input, Path folder) {
      EntryProof proof = EntryProof.parse(input);
      require(Arrays.equals(input, proof.toBytes()), "a proof has one form");
      require(proof.check().size() > proof.index(), "what is proven is in the log");
    }
  },
  /** The proof that a log has only grown. */
  GROWTH {
    @Override
    void read(byte[] input, Path folder) {
      GrowthProof proof = GrowthProof.parse(input);
      require(Arrays.equals(input, proof.toBytes()), "a proof has one form");
      require(proof.check().size() >= 0, "a size");
    }
  },
  /** A verifier key, and the file of them. */
  KEY {
    @Override
    void read(byte[] input, Path folder) throws IOException {
      Files.write(folder.resolve(FileCheckpointSigner.PUBLIC), input);
      refused(() -> FileCheckpointSigner.verifierKeys(folder));
      String text = new String(input, StandardCharsets.UTF_8).stripTrailing();
      require(VerifierKey.parse(text).text().equals(text), "a key has one form");
    }
  },
  /** An exported log. */
  EXPORT {
    @Override
    void read(byte[] input, Path folder) throws IOException {
      Path file = Files.write(folder.resolve("export"), input);
      boolean redacted;
      try (ExportedLog log = ExportedLog.open(file)) {
        redacted = log.isRedacted();
        require(
            LogVerifier.verify(log).entries() * EntryHeader.SIZE <= input.length,
            "no more records than bytes");
      }
      long[] bytes = new long[1];
      if (!redacted) {
        LogImport.read(file, record -> bytes[0] += record.length);
      }
      require(bytes[0] < input.length, "no more records than bytes");
    }
  },
  /** A recording. */
  RECORDING {
    @Override
    void read(byte[] input, Path folder) throws IOException {
      Files.createDirectories(folder.resolve("screens"));
      for (String name : new String[] {"0001.xml", "0002.xml"}) {
        Path screen = folder.resolve("screens").resolve(name);
        if (!Files.exists(screen)) {
          Files.writeString(screen, "<hierarchy rotation=\"0\"></hierarchy>");
        }
      }
      Path file = Files.write(folder.resolve("recording.jsonl"), input);
      require(Recording.read(file).lines().size() <= input.length, "no more lines than bytes");
    }
  },
  /** A screen, as any of the tools writes it that dump one. */
  SCREEN {
    @Override
    void read(byte[] input, Path folder) throws CaptureFailedException {
      unreadable(() -> hashed(UiAutomatorDump.parse(input, "dump")));
      unreadable(() -> hashed(DroidBotState.parse(input, "state")));
      hashed(ScreenCapture.parse(input, "capture"));
    }

    private void hashed(ViewTree tree) {
      require(ScreenHashes.of(tree).equals(ScreenHashes.of(tree)), "a screen has one hash");
    }
  },
  /**
   * The files of a keys folder: one of them, which the first byte tells, is the rest of the input;
   * the others are sound.
   */
  KEYS {
    @Override
    void read(byte[] input, Path folder) throws IOException {
      Path[] files = sound(folder);
      Path file = files[input.length == 0 ? 0 : (input[0] & 0xff) % files.length];
      byte[] before = Files.readAllBytes(file);
      Files.write(file, Arrays.copyOfRange(input, Math.min(1, input.length), input.length));
      try (KeyFiles opened = KeyFiles.open(folder.resolve("keys"), false)) {
        KeyRing.open(LOG, opened.subjectKeys(), opened.keyWrapper(), Crypto.platform()).close();
      } finally {
        Files.write(file, before);
      }
    }

    @Override
    List<byte[]> made(Path folder) throws IOException {
      List<byte[]> seeds = new ArrayList<>();
      for (Path file : sound(folder)) {
        byte[] content = Files.readAllBytes(file);
        byte[] seed = new byte[content.length + 1];
        seed[0] = (byte) seeds.size();
        System.arraycopy(content, 0, seed, 1, content.length);
        seeds.add(seed);
      }
      return seeds;
    }

    private Path[] sound(Path folder) throws IOException {
      Path keys = folder.resolve("keys");
      if (!Files.exists(keys)) {
        try (KeyFiles made = KeyFiles.create(keys)) {
          KeyRing.create(LOG, made.subjectKeys(), made.keyWrapper(), Crypto.platform()).force();
        }
      }
      try (var found = Files.list(keys)) {
        return found
            .filter(file -> Files.isRegularFile(file) && !file.toString().endsWith("lock"))
            .sorted()
            .toArray(Path[]::new);
      }
    }
  };

  private static final LogId LOG = new LogId(1, 2);

  /** Seeds that are made while the target runs. */
  List<byte[]> made(Path folder) throws IOException {
    return List.of();
  }

  /** Something that reads. */
  interface Reading {
    void run() throws IOException, CaptureFailedException;
  }

  /**
   * Reads.
   *
   * @throws VarveException when the input is refused
   */
  abstract void read(byte[] input, Path folder) throws IOException, CaptureFailedException;

  /** Reads; returns whether the input was taken. Any other exception goes on. */
  boolean takes(byte[] input, Path folder) throws IOException {
    try {
      read(input.clone(), folder);
      return true;
    } catch (VarveException | CaptureFailedException e) {
      String message = e.getMessage();
      require(message != null && !message.isEmpty(), "a refusal says why");
      return false;
    }
  }

  private static void refused(Reading reading) {
    try {
      reading.run();
    } catch (VarveException e) {
      require(e.getMessage() != null, "a refusal says why");
    } catch (IOException | CaptureFailedException e) {
      throw new AssertionError(e);
    }
  }

  private static void unreadable(Reading reading) {
    try {
      reading.run();
    } catch (CaptureFailedException e) {
      require(e.getMessage() != null, "a refusal says why");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }
}
