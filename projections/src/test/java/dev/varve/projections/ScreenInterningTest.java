package dev.varve.projections;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.cbor.CborDiagnostic;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.entry.Hex;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.log.CommittedEntry;
import dev.varve.engine.seal.AesGcmKeyWrapper;
import dev.varve.engine.seal.Crypto;
import dev.varve.projections.screens.ScreenHashes;
import dev.varve.projections.screens.Target;
import dev.varve.projections.screens.ViewTree;
import dev.varve.projections.sessions.Action;
import dev.varve.projections.sessions.ActionType;
import dev.varve.projections.sessions.Step;
import dev.varve.projections.sessions.StepOutcome;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ScreenInterningTest {
  private static final int SCREEN_INTERNED = 400;
  private static final int STEP_RECORDED = 301;

  private final Memories memories = new Memories();
  private final AgentMemory memory = memories.create();

  @BeforeEach
  void startATask() {
    Memories.start(memory, "t", "task");
  }

  private List<CommittedEntry> entries(int type) {
    List<CommittedEntry> found = new ArrayList<>();
    for (long i = 0; i <= memory.log().lastSequence(); i++) {
      CommittedEntry entry = memory.log().entry(i);
      if (entry.header().eventType() == type) {
        found.add(entry);
      }
    }
    return found;
  }

  private String payload(CommittedEntry entry) {
    return CborDiagnostic.of(requireNonNull(memory.log().opener().open(entry).payload()));
  }

  private Step recorded(Action action, ViewTree screen) {
    Memories.step(memory, "t", Memories.step(action, StepOutcome.OK, Memories.SHOP, 1), screen);
    List<Step> steps = requireNonNull(memory.reader().session("t")).lastSteps();
    return steps.get(steps.size() - 1);
  }

  private @Nullable Target target(
      @Nullable String id, @Nullable String text, int x, int y, ViewTree screen) {
    return recorded(Action.on(ActionType.TAP, null, id, text, null, x, y), screen)
        .action()
        .target();
  }

  @Test
  void screensThatDifferInTextsAloneAreInternedOnce() {
    Memories.step(memory, "t", Memories.tap(StepOutcome.OK, 1, 1), Memories.screen("b", "one"));
    Memories.step(memory, "t", Memories.tap(StepOutcome.OK, 1, 1), Memories.screen("b", "two"));
    assertEquals(1, entries(SCREEN_INTERNED).size());
    Memories.step(memory, "t", Memories.tap(StepOutcome.OK, 1, 1), Memories.screen("c", "two"));
    assertEquals(2, entries(SCREEN_INTERNED).size());
    AgentMemory reopened = memories.reopen();
    Memories.step(reopened, "t", Memories.tap(StepOutcome.OK, 1, 1), Memories.screen("c", "x"));
    assertEquals(2, memories.count(SCREEN_INTERNED));
    assertEquals(2, reopened.reader().state().get(3).size());
  }

  @Test
  void textsStandOnlyUnderTheSessionsSubject() {
    ViewTree screen = Memories.screen("b", "SECRETTEXT");
    Memories.step(memory, "t", Memories.tap(StepOutcome.OK, 9_500, 9_500), screen);
    int session = requireNonNull(memory.reader().session("t")).subjectRef();
    int holders = 0;
    for (long i = 0; i <= memory.log().lastSequence(); i++) {
      CommittedEntry entry = memory.log().entry(i);
      if (payload(entry).contains("SECRETTEXT")) {
        assertEquals(session, entry.header().subjectRef());
        holders++;
      }
    }
    assertEquals(1, holders);
    CommittedEntry interned = entries(SCREEN_INTERNED).get(0);
    assertEquals(0, interned.header().subjectRef());
    assertEquals(SubjectId.LOG, memory.log().subjectOf(interned.header().subjectRef()));
    assertTrue(payload(interned).contains(":id/b"));
  }

  /** Key and digest as the contract tells them, with javax.crypto alone. */
  @Test
  void theHeadersDigestIsTheOneOfTheContract() throws GeneralSecurityException {
    ViewTree screen = Memories.screen("b", "one");
    Memories.step(memory, "t", Memories.tap(StepOutcome.OK, 1, 1), screen);
    byte[] logId = memory.log().id().toBytes();
    byte[] kek =
        new AesGcmKeyWrapper(Crypto.platform(), new byte[32])
            .unwrap(requireNonNull(memories.keys.wrappingKey()), concat("varve/1/kek", logId));
    byte[] logKey =
        new AesGcmKeyWrapper(Crypto.platform(), kek)
            .unwrap(
                requireNonNull(memories.keys.get(SubjectId.LOG, 0)),
                concat("varve/1/subject", logId, new byte[16], new byte[4]));
    // HKDF of RFC 5869 for one block: salt of zeros, info = "varve/screens" and the log's id.
    byte[] pseudorandom = hmac(new byte[32], logKey);
    byte[] screenKey = hmac(pseudorandom, concat("varve/screens", logId, new byte[] {1}));
    byte[] backend = {1};
    byte[] main = ScreenHashes.of(screen).main();
    byte[] expected = Arrays.copyOf(hmac(screenKey, concat("", backend, main)), 16);
    byte[] header = entries(STEP_RECORDED).get(0).record();
    assertEquals(Hex.of(expected), Hex.of(Arrays.copyOfRange(header, 152, 168)));
    assertEquals(EntryHeader.SIZE, 280);
  }

  private static byte[] concat(String label, byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(label.getBytes(StandardCharsets.UTF_8));
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  private static byte[] hmac(byte[] key, byte[] message) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return mac.doFinal(message);
  }

  @Test
  void aStepWithoutAScreenHasNoDigestAndTheSameScreenAlwaysTheSame() {
    Memories.step(memory, "t", Memories.tap(StepOutcome.OK, 1, 1), null);
    Memories.step(memory, "t", Memories.tap(StepOutcome.OK, 1, 1), Memories.screen("b", "one"));
    Memories.step(memory, "t", Memories.tap(StepOutcome.OK, 1, 1), Memories.screen("b", "two"));
    Memories.step(memory, "t", Memories.tap(StepOutcome.OK, 1, 1), Memories.screen("c", "one"));
    List<ByteString> digests = new ArrayList<>();
    for (CommittedEntry entry : entries(STEP_RECORDED)) {
      digests.add(ByteString.of(Arrays.copyOfRange(entry.record(), 152, 168)));
    }
    assertEquals(ByteString.of(new byte[16]), digests.get(0));
    assertEquals(digests.get(1), digests.get(2));
    assertNotEquals(digests.get(1), digests.get(3));
    assertNull(requireNonNull(memory.reader().session("t")).lastSteps().get(0).screen());
  }

  @Test
  void theMainHashStandsInNoHeaderAndIsSealedWithTheStructure() {
    ViewTree screen = Memories.screen("b", "one");
    Memories.step(memory, "t", Memories.tap(StepOutcome.OK, 1, 1), screen);
    String main = Hex.of(ScreenHashes.of(screen).main());
    for (byte[] record : memories.records()) {
      assertFalse(Hex.of(record).contains(main.substring(0, 32)));
    }
    assertTrue(payload(entries(SCREEN_INTERNED).get(0)).contains(main));
  }

  private static ViewTree list() {
    return Memories.dump(
        Memories.node(
            "android.widget.FrameLayout",
            "",
            "",
            "[0,0][1000,2000]",
            Memories.node("android.widget.TextView", "p:id/row", "first", "[0,0][1000,500]"),
            Memories.node("android.widget.TextView", "p:id/row", "second", "[0,500][1000,1000]"),
            Memories.node("android.widget.TextView", "p:id/end", "first", "[0,1500][1000,2000]")));
  }

  @Test
  void aTargetIsFoundByItsIdElseItsTextElseThePoint() {
    assertEquals("p:id/end", requireNonNull(target("p:id/end", null, -1, -1, list())).resourceId());
    Target byText = requireNonNull(target("p:id/gone", "second", -1, -1, list()));
    assertEquals("second", byText.text());
    Target byPoint = requireNonNull(target(null, null, 5_000, 3_000, list()));
    assertEquals("second", byPoint.text());
    Target noSuchName = requireNonNull(target("p:id/gone", "gone", 5_000, 9_000, list()));
    assertEquals("p:id/end", noSuchName.resourceId());
    assertNull(target("p:id/gone", null, -1, -1, list()));
    assertNull(target(null, null, -1, -1, list()));
  }

  @Test
  void amongNodesOfOneNameTheNextNameAndThenThePointDecide() {
    assertEquals("second", requireNonNull(target("p:id/row", "second", -1, -1, list())).text());
    assertEquals("second", requireNonNull(target("p:id/row", null, 5_000, 3_000, list())).text());
    assertEquals("first", requireNonNull(target("p:id/row", null, -1, -1, list())).text());
    assertEquals("p:id/row", requireNonNull(target(null, "first", -1, -1, list())).resourceId());
    assertEquals("p:id/end", requireNonNull(target(null, "first", 1, 9_000, list())).resourceId());
  }

  @Test
  void anEmptyNameIsNoName() {
    assertEquals("second", requireNonNull(target("", "", 5_000, 3_000, list())).text());
    assertNull(target("", "", -1, -1, list()));
  }

  @Test
  void aTouchOnTheFarEdgeIsStillOnTheScreen() {
    Target corner = requireNonNull(target(null, null, 10_000, 10_000, list()));
    assertEquals("p:id/end", corner.resourceId());
    assertEquals("first", requireNonNull(target(null, null, 0, 0, list())).text());
  }

  @Test
  void fractionsAreOfAllWindowsTogether() {
    ViewTree windows =
        Memories.dump(
            Memories.node(
                "android.widget.FrameLayout",
                "",
                "",
                "[0,0][1000,100]",
                Memories.node("android.view.View", "p:id/clock", "", "[0,0][100,100]")),
            Memories.node(
                "android.widget.FrameLayout",
                "",
                "",
                "[0,100][1000,2000]",
                Memories.node("android.widget.Button", "p:id/ok", "", "[0,1800][1000,2000]")));
    assertEquals("p:id/ok", requireNonNull(target(null, null, 5_000, 9_500, windows)).resourceId());
  }

  @Test
  void thePlaceOfATargetIsRelativeToItsParent() {
    Target target = requireNonNull(target("p:id/end", null, 5_000, 9_000, list()));
    assertEquals(0, target.bounds().left());
    assertEquals(7_500, target.bounds().top());
    assertEquals(10_000, target.bounds().right());
    assertEquals(10_000, target.bounds().bottom());
    assertEquals(5_000, target.point().x());
    assertEquals(9_000, target.point().y());
    assertEquals("android.widget.FrameLayout", target.parentClassName());
    assertEquals(2, target.siblingPosition());
  }
}
