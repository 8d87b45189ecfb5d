package dev.varve.projections;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.VarveException;
import dev.varve.engine.cbor.CborMap;
import dev.varve.engine.command.Command;
import dev.varve.engine.command.Context;
import dev.varve.engine.command.NewEvent;
import dev.varve.engine.log.OpenedEvent;
import dev.varve.engine.log.PredecessorMismatchException;
import dev.varve.engine.seal.Envelope;
import dev.varve.projections.facts.Fact;
import dev.varve.projections.facts.FactKey;
import dev.varve.projections.facts.FactSource;
import dev.varve.projections.facts.FactState;
import dev.varve.projections.facts.InvalidFactException;
import dev.varve.projections.facts.RememberFact;
import dev.varve.projections.skills.SkillEvent.SkillUsed;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class FactWritingTest {
  private final Memories memories = new Memories();
  private final AgentMemory memory = memories.create();

  private void remember(String key, String value, FactSource source, String flags, long at) {
    memory
        .writer()
        .remember(
            new RememberFact(
                FactKey.of(key),
                value,
                source,
                source == FactSource.USER ? 1_000 : 600,
                flags.contains("sensitive"),
                flags.contains("confirmed"),
                null,
                at));
  }

  private String value(String key) {
    try (FactValue value = memory.reader().value(key)) {
      return value == null ? "none" : value.asString();
    }
  }

  /** Such as {@code 1 DEPRECATED OBSERVATION}, one version each. */
  private List<String> history(String key) {
    return memory.reader().factHistory(key).stream()
        .map(f -> f.version() + " " + f.state() + " " + f.source())
        .toList();
  }

  @Test
  void aNewFactOfAnySourceIsBelieved() {
    for (FactSource source : FactSource.values()) {
      remember("k/" + source, "v", source, "", 1);
      assertEquals(List.of("1 CURRENT " + source), history("k/" + source));
    }
  }

  @Test
  void aUsersWordIsNeverOverwrittenByAnythingElse() {
    remember("k", "mine", FactSource.USER, "", 1);
    for (FactSource source : FactSource.values()) {
      if (source != FactSource.USER) {
        remember("k", "other by " + source, source, "confirmed", 2);
      }
    }
    assertEquals("mine", value("k"));
    assertEquals(
        List.of(
            "1 CURRENT USER",
            "2 PENDING OBSERVATION",
            "3 PENDING PROMOTION",
            "4 PENDING SEED",
            "5 PENDING IMPORT"),
        history("k"));
  }

  @Test
  void whatWasObservedBecomesAUsersWordWhenAUserSaysTheSame() {
    remember("k", "v", FactSource.OBSERVATION, "", 1);
    remember("k", "v", FactSource.USER, "", 2);
    remember("k", "other", FactSource.OBSERVATION, "", 3);
    assertEquals("v", value("k"));
    assertEquals(
        List.of("1 DEPRECATED OBSERVATION", "2 CURRENT USER", "3 PENDING OBSERVATION"),
        history("k"));
  }

  @Test
  void aUserConfirmsWhatWaitedBySayingIt() {
    remember("k", "mine", FactSource.USER, "", 1);
    remember("k", "new", FactSource.OBSERVATION, "", 2);
    remember("k", "new", FactSource.OBSERVATION, "", 3);
    assertEquals(List.of("1 CURRENT USER", "2 PENDING OBSERVATION"), history("k"));
    assertEquals(3, memory.reader().factHistory("k").get(1).reaffirmedMillis());
    remember("k", "new", FactSource.USER, "", 4);
    assertEquals("new", value("k"));
    assertEquals(
        List.of("1 DEPRECATED USER", "2 DEPRECATED OBSERVATION", "3 CURRENT USER"), history("k"));
  }

  @Test
  void aSensitiveFactWaitsUntilItIsConfirmed() {
    remember("card", "4 digits", FactSource.USER, "sensitive", 1);
    assertEquals("none", value("card"));
    remember("card", "4 digits", FactSource.USER, "sensitive confirmed", 2);
    assertEquals("4 digits", value("card"));
    assertEquals(List.of("1 DEPRECATED USER", "2 CURRENT USER"), history("card"));
  }

  @Test
  void aKeyThatWasSensitiveOnceStaysSo() {
    remember("card", "old", FactSource.USER, "sensitive confirmed", 1);
    remember("card", "new", FactSource.USER, "", 2);
    assertEquals(List.of("1 CURRENT USER", "2 PENDING USER"), history("card"));
    remember("card", "new", FactSource.USER, "confirmed", 3);
    assertTrue(memory.reader().factHistory("card").stream().allMatch(Fact::sensitive));
    assertEquals("new", value("card"));
  }

  @Test
  void aBelievedValueBecomesSensitiveWhenItIsSaidAgainAsSuch() {
    remember("card", "v", FactSource.USER, "", 1);
    remember("card", "v", FactSource.OBSERVATION, "sensitive", 2);
    Fact current = requireNonNull(memory.reader().fact("card"));
    assertTrue(current.sensitive());
    assertEquals(FactSource.USER, current.source());
    assertEquals(1_000, current.confidence());
    assertEquals(List.of("1 DEPRECATED USER", "2 CURRENT USER"), history("card"));
  }

  @Test
  void theSameValueAgainIsReaffirmedAndMakesNoVersion() {
    remember("k", "v", FactSource.USER, "", 10);
    remember("k", "v", FactSource.OBSERVATION, "", 30);
    remember("k", "v", FactSource.USER, "", 20);
    Fact fact = requireNonNull(memory.reader().fact("k"));
    assertEquals(List.of("1 CURRENT USER"), history("k"));
    assertEquals(10, fact.sinceMillis());
    assertEquals(30, fact.reaffirmedMillis(), "an earlier time does not turn it back");
    assertEquals(2, memories.count(101));
  }

  @Test
  void aValueThatWasDeprecatedComesBackAsANewVersion() {
    remember("k", "a", FactSource.USER, "", 1);
    remember("k", "b", FactSource.USER, "", 2);
    remember("k", "a", FactSource.USER, "", 3);
    assertEquals(List.of("1 DEPRECATED USER", "2 DEPRECATED USER", "3 CURRENT USER"), history("k"));
    assertEquals("a", value("k"));
  }

  @Test
  void aKeyIsFoundByExactlyItsName() {
    remember("address_home", "v", FactSource.USER, "", 1);
    for (String other :
        List.of(
            "address", "address%", "address_", "address_home/", "Address_home", "*", "%", "_")) {
      assertNull(memory.reader().fact(other), other);
      assertNull(memory.reader().value(other), other);
      assertEquals(List.of(), memory.reader().factHistory(other), other);
    }
    remember("caf\u00e9", "w", FactSource.USER, "", 1);
    assertEquals("w", value("cafe\u0301"));
  }

  @Test
  void theEntryNamesTheVersionThatItReplacesAndItsCommitment() {
    remember("k", "a", FactSource.USER, "", 1);
    remember("k", "x", FactSource.OBSERVATION, "", 2);
    remember("k", "b", FactSource.USER, "", 3);
    List<Fact> history = memory.reader().factHistory("k");
    CborMap first = payload(history.get(0));
    CborMap waiting = payload(history.get(1));
    CborMap second = payload(history.get(2));
    assertTrue(!first.has(10) && !first.has(11), "nothing was there before");
    assertTrue(!waiting.has(10) && !waiting.has(11), "what waits replaces nothing");
    assertEquals(history.get(0).sequence(), second.getLong(10));
    byte[] envelope = first.getBytes(2);
    assertArrayEquals(Arrays.copyOfRange(envelope, 17, 49), second.getBytes(11));
    assertArrayEquals(second.getBytes(11), history.get(0).sealed().commitment());
  }

  private CborMap payload(Fact fact) {
    OpenedEvent opened = memory.log().opener().open(memory.log().entry(fact.sequence()));
    return requireNonNull(opened.payload());
  }

  @Test
  void eachVersionHasAKeyGenerationOfItsOwnApartFromTheMetadata() {
    remember("k", "a", FactSource.USER, "", 1);
    remember("k", "b", FactSource.USER, "", 2);
    List<Fact> history = memory.reader().factHistory("k");
    assertEquals(1, history.get(0).sealed().generation());
    assertEquals(2, history.get(1).sealed().generation());
    assertEquals(history.get(0).subjectRef(), history.get(1).subjectRef());
    byte[] stored = memory.log().entry(history.get(1).sequence()).storedPayload();
    assertEquals(0, Envelope.of(stored).generation());
  }

  @Test
  void aForgottenValueIsMissedOnlyWhereItIsAskedFor() {
    remember("k", "a", FactSource.USER, "", 1);
    remember("k", "b", FactSource.USER, "", 2);
    List<LayerState> before = memory.reader().state();
    Fact old = memory.reader().factHistory("k").get(0);
    memories.keys.remove(
        requireNonNull(memory.log().subjectOf(old.subjectRef())), old.sealed().generation());
    AgentMemory reopened = memories.reopen();
    assertEquals(before, reopened.reader().state());
    Fact again = reopened.reader().factHistory("k").get(0);
    VarveException gone = assertThrows(VarveException.class, () -> reopened.reader().open(again));
    assertEquals("the value of k was erased", gone.getMessage());
    try (FactValue value = requireNonNull(reopened.reader().value("k"))) {
      assertEquals("b", value.asString());
    }
  }

  @Test
  void anErasedFactIsAbsentAndItsKeyBeginsAnew() {
    remember("k", "a", FactSource.USER, "", 1);
    remember("k", "b", FactSource.USER, "", 2);
    remember("other", "c", FactSource.USER, "", 3);
    int ref = requireNonNull(memory.reader().fact("k")).subjectRef();
    for (int generation = 0; generation < 3; generation++) {
      memories.keys.remove(requireNonNull(memory.log().subjectOf(ref)), generation);
    }
    AgentMemory reopened = memories.reopen();
    assertNull(reopened.reader().fact("k"));
    assertEquals(1, reopened.reader().facts(true).size());
    reopened.writer().remember(RememberFact.byUser("k", "again", 4));
    Fact fresh = requireNonNull(reopened.reader().fact("k"));
    assertEquals(1, fresh.version());
    assertTrue(fresh.subjectRef() > ref);
    assertEquals(reopened.reader().state(), memories.stateOf(memories.store));
  }

  @Test
  void factsOfOneCommandAreRememberedTogetherOrNotAtAll() {
    long before = memories.store.size();
    MemoryWriter writer = memory.writer();
    RememberFact a = RememberFact.byUser("a", "1", 1);
    RememberFact b = RememberFact.byUser("b", "2", 1);
    assertThrows(
        InvalidFactException.class,
        () -> writer.remember(writer.newOrigin(), List.of(a, b, RememberFact.byUser("a", "3", 1))));
    assertEquals(before, memories.store.size());
    writer.remember(writer.newOrigin(), List.of(a, b));
    List<byte[]> records = memories.records();
    int lastOfCommand = 0;
    for (byte[] record : records.subList((int) before, records.size())) {
      lastOfCommand += record[7] & 1;
    }
    assertEquals(1, lastOfCommand);
    for (int i = (int) before; i < records.size() - 1; i++) {
      List<LayerState> state = memories.stateOf(Memories.prefix(records, i + 1));
      assertEquals(0, state.get(0).size(), "half a command is invisible");
    }
    assertEquals("1", value("a"));
    assertEquals("2", value("b"));
  }

  @Test
  void theListHoldsWhatStandsAndTheDeprecatedOnRequest() {
    remember("b", "1", FactSource.USER, "", 1);
    remember("b", "2", FactSource.USER, "", 2);
    remember("b", "3", FactSource.OBSERVATION, "", 3);
    remember("a", "1", FactSource.USER, "", 4);
    assertEquals(
        List.of("a 1 CURRENT", "b 2 CURRENT", "b 3 PENDING"), list(memory.reader().facts(false)));
    assertEquals(
        List.of("a 1 CURRENT", "b 1 DEPRECATED", "b 2 CURRENT", "b 3 PENDING"),
        list(memory.reader().facts(true)));
    assertEquals(FactState.PENDING, memory.reader().facts(false).get(2).state());
  }

  private static List<String> list(List<Fact> facts) {
    return facts.stream().map(f -> f.key() + " " + f.version() + " " + f.state()).toList();
  }

  @Test
  void onlyTheLastEightValuesWaitSoThatAScreenCannotMakeAKeyDear() {
    remember("k", "mine", FactSource.USER, "", 1);
    for (int i = 0; i < 12; i++) {
      remember("k", "shown " + i, FactSource.OBSERVATION, "", 2 + i);
    }
    List<Fact> waiting =
        memory.reader().factHistory("k").stream()
            .filter(fact -> fact.state() == FactState.PENDING)
            .toList();
    assertEquals(8, waiting.size());
    assertEquals(6, waiting.get(0).version());
    assertEquals("mine", value("k"));
  }

  @Test
  void whatIsDecidedOnLayersThatLackAnEntryIsRefused() {
    remember("k", "one", FactSource.USER, "", 1);
    long before = memory.log().lastSequence();
    Command aside =
        Command.of(
            memory.log().newCommandId(),
            Context.of(Memories.ACTOR),
            List.of(
                new NewEvent(
                    memory.log().streamOf("skill", "s"),
                    memory.log().newSubject(),
                    new SkillUsed("s", true, "t", 1))));
    memory.log().writer().append(aside);
    long after = memory.log().lastSequence();
    assertTrue(after > before);
    assertThrows(
        PredecessorMismatchException.class, () -> remember("k", "two", FactSource.USER, "", 2));
    assertEquals(after, memory.log().lastSequence());
    assertEquals("one", value("k"));
  }
}
