package dev.varve.projections;

import dev.varve.engine.command.NewEvent;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.seal.KeyPurpose;
import dev.varve.engine.seal.KeyedHash;
import dev.varve.projections.screens.ScreenEvent.ScreenInterned;
import dev.varve.projections.screens.ScreenEvents;
import dev.varve.projections.screens.ScreenHashes;
import dev.varve.projections.screens.ScreenProjection;
import dev.varve.projections.screens.ScreenTexts;
import dev.varve.projections.screens.ViewTree;
import dev.varve.projections.sessions.Step;
import dev.varve.projections.sessions.Step.SeenScreen;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes a screen apart for the log: the structure, interned once under the log's key; the texts,
 * which go with the step under the session's key; the keyed digest for the header. Not thread-safe:
 * it belongs to the writer's lock.
 */
final class ScreenInterning {
  private final MemoryLog log;
  private final ScreenProjection known;
  private final KeyedHash screenHash;

  ScreenInterning(MemoryLog log, ScreenProjection known) {
    this.log = log;
    this.known = known;
    this.screenHash = log.keyedHash(KeyPurpose.SCREENS);
  }

  /** Takes a screen apart. */
  Taken take(ViewTree screen) {
    byte[] hash =
        screenHash
            .updatePart("structure".getBytes(StandardCharsets.UTF_8))
            .updatePart(ScreenEvents.encode(screen.structure()).build().encode())
            .finish();
    ByteString id = ByteString.of(Arrays.copyOf(hash, 16));
    ScreenHashes hashes = ScreenHashes.of(screen);
    NewEvent interned =
        known.isInterned(id)
            ? null
            : new NewEvent(
                log.streamOf("screens", ""),
                SubjectId.LOG,
                new ScreenInterned(id, ByteString.of(hashes.main()), screen.structure()));
    return new Taken(screen, id, hashes, interned, headerDigest(hashes));
  }

  /** HMAC of the back-end's number (1 byte) and the main hash, first 16 bytes. */
  ByteString headerDigest(ScreenHashes hashes) {
    byte[] key = ScreenProjection.mainKey(hashes).toBytes();
    return ByteString.of(Arrays.copyOf(screenHash.update(key).finish(), 16));
  }

  /**
   * A screen taken apart.
   *
   * @param screen the whole
   * @param id of its structure
   * @param hashes of the whole
   * @param interned the event that interns the structure, or null when it is interned already
   * @param headerDigest what stands in the header
   */
  record Taken(
      ViewTree screen,
      ByteString id,
      ScreenHashes hashes,
      @Nullable NewEvent interned,
      ByteString headerDigest) {
    /** The step with its screen, and its action with what the screen tells about the target. */
    Step complete(Step step) {
      List<Object> texts = new ArrayList<>();
      for (ScreenTexts.Entry entry : screen.texts().entries()) {
        texts.add((long) entry.node());
        texts.add(entry.text());
        texts.add(entry.contentDescription());
      }
      return new Step(
          step.atMillis(),
          step.packageName(),
          step.activity(),
          new SeenScreen(id, ByteString.of(hashes.texts()), texts),
          ActionTarget.locate(step.action(), screen),
          step.outcome(),
          step.error(),
          step.durationMillis(),
          step.skill(),
          step.skillVersion(),
          step.touches(),
          step.inputMethod());
    }
  }
}
