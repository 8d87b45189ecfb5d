package dev.varve.projections;

import dev.varve.engine.command.NewEvent;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.seal.KeyPurpose;
import dev.varve.engine.seal.KeyedHash;
import dev.varve.projections.screens.Bounds;
import dev.varve.projections.screens.ScreenEvent.ScreenInterned;
import dev.varve.projections.screens.ScreenEvents;
import dev.varve.projections.screens.ScreenHashes;
import dev.varve.projections.screens.ScreenProjection;
import dev.varve.projections.screens.ScreenTexts;
import dev.varve.projections.screens.Target;
import dev.varve.projections.screens.ViewFlag;
import dev.varve.projections.screens.ViewNode;
import dev.varve.projections.screens.ViewTree;
import dev.varve.projections.sessions.Action;
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

  private ByteString idOf(ViewTree screen) {
    byte[] hash =
        screenHash
            .updatePart("structure".getBytes(StandardCharsets.UTF_8))
            .updatePart(ScreenEvents.encode(screen.structure()).build().encode())
            .finish();
    return ByteString.of(Arrays.copyOf(hash, 16));
  }

  /** The event that interns a screen, or null when it is interned already. */
  @Nullable NewEvent intern(ViewTree screen) {
    ByteString id = idOf(screen);
    if (known.isInterned(id)) {
      return null;
    }
    return new NewEvent(
        log.streamOf("screens", ""),
        SubjectId.LOG,
        new ScreenInterned(id, ByteString.of(ScreenHashes.of(screen).main()), screen.structure()));
  }

  /** HMAC of the back-end's number (1 byte) and the main hash, first 16 bytes. */
  ByteString headerDigest(ViewTree screen) {
    byte[] key = ScreenProjection.mainKey(ScreenHashes.of(screen)).toBytes();
    return ByteString.of(Arrays.copyOf(screenHash.update(key).finish(), 16));
  }

  /** The step with its screen, and its action with what the screen tells about the target. */
  Step complete(Step step, ViewTree screen) {
    List<Object> texts = new ArrayList<>();
    for (ScreenTexts.Entry entry : screen.texts().entries()) {
      texts.add((long) entry.node());
      texts.add(entry.text());
      texts.add(entry.contentDescription());
    }
    SeenScreen seen =
        new SeenScreen(idOf(screen), ByteString.of(ScreenHashes.of(screen).texts()), texts);
    return new Step(
        step.atMillis(),
        step.packageName(),
        step.activity(),
        seen,
        locate(step.action(), screen),
        step.outcome(),
        step.error(),
        step.durationMillis(),
        step.skill(),
        step.skillVersion(),
        step.touches(),
        step.inputMethod());
  }

  /** The target by its id, else by its text or description, else by the point touched. */
  private static Action locate(Action action, ViewTree screen) {
    Bounds whole = screen.nodeCount() == 0 ? null : screen.roots().get(0).bounds();
    if (whole == null || whole.width() == 0 || whole.height() == 0) {
      return action;
    }
    int x = (int) (whole.left() + whole.width() * action.x() / Action.FULL);
    int y = (int) (whole.top() + whole.height() * action.y() / Action.FULL);
    boolean touched = action.x() >= 0 && action.y() >= 0;
    ViewNode node = named(action, screen, touched, x, y);
    if (node == null && touched) {
      node = screen.nodeAt(x, y);
    }
    if (node == null) {
      return action;
    }
    Bounds bounds = node.bounds();
    return touched
        ? action.located(Target.of(screen, node, x, y))
        : action.located(
            Target.of(
                screen,
                node,
                (int) (bounds.left() + bounds.width() / 2),
                (int) (bounds.top() + bounds.height() / 2)));
  }

  /** Among visible nodes of that name the one that was touched, else the first. */
  private static @Nullable ViewNode named(
      Action action, ViewTree screen, boolean touched, int x, int y) {
    ViewNode first = null;
    for (ViewNode node : screen.nodes()) {
      if (node.is(ViewFlag.VISIBLE) && isNamed(action, node)) {
        if (touched && node.bounds().contains(x, y)) {
          return node;
        }
        first = first == null ? node : first;
      }
    }
    return first;
  }

  private static boolean isNamed(Action action, ViewNode node) {
    String id = action.resourceId();
    if (id != null) {
      return id.equals(node.resourceId());
    }
    String text = action.text();
    if (text != null) {
      return text.equals(node.text());
    }
    String description = action.description();
    return description != null && description.equals(node.contentDescription());
  }
}
