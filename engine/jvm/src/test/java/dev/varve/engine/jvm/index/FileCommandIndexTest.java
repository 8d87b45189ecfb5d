package dev.varve.engine.jvm.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.entry.CommandId;
import dev.varve.engine.jvm.disk.FolderTree;
import dev.varve.engine.store.CommandIndex.Span;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The index against a map, over openings, deaths and damage. */
final class FileCommandIndexTest {
  private static final int SEEDS = Integer.getInteger("varve.index.seeds", 20);

  @TempDir Path temp;

  /** What a log has: its commands in order, and the hashes of its entries. */
  private static final class Model {
    final TreeMap<CommandId, Span> commands = new TreeMap<>();
    final List<Map.Entry<CommandId, Span>> inOrder = new ArrayList<>();
    final byte history;
    long next;

    Model(int history) {
      this.history = (byte) history;
    }

    byte @Nullable [] hash(long sequence) {
      if (sequence < 0 || sequence >= next) {
        return null;
      }
      return ByteBuffer.allocate(32).putLong(sequence).put(history).array();
    }

    void append(FileCommandIndex index, CommandId id, int entries) {
      Span span = new Span(next, next + entries - 1);
      next += entries;
      commands.put(id, span);
      inOrder.add(Map.entry(id, span));
      index.add(id, span);
    }

    /** What whoever opens a log does. */
    void catchUp(FileCommandIndex index) {
      long from = index.indexedBelow();
      for (Map.Entry<CommandId, Span> command : inOrder) {
        if (command.getValue().last() >= from) {
          index.add(command.getKey(), command.getValue());
        }
      }
    }
  }

  private FileCommandIndex open(Model model, int inHeap) {
    return FileCommandIndex.open(temp.resolve("index"), model::hash, inHeap);
  }

  private static CommandId id(Random random, Model model) {
    // Now and then a neighbour in a slot that is taken: then a lookup by slot has two answers.
    if (!model.commands.isEmpty() && random.nextInt(20) == 0) {
      int at = random.nextInt(model.inOrder.size());
      return new CommandId(model.inOrder.get(at).getKey().high(), random.nextLong());
    }
    long high = random.nextInt(8) == 0 ? random.nextInt(4) - 2 : random.nextLong();
    return new CommandId(high, random.nextLong());
  }

  /** Every answer is the map's, and none is missing below {@code indexedBelow}. */
  private static void assertAnswers(Model model, FileCommandIndex index, Random random) {
    for (Map.Entry<CommandId, Span> command : model.inOrder) {
      assertEquals(command.getValue(), index.find(command.getKey()));
      CommandId occupant = index.occupantOf(new CommandId(command.getKey().high(), 77));
      assertNotNull(occupant);
      assertEquals(command.getKey().high(), occupant.high());
      assertTrue(model.commands.containsKey(occupant));
    }
    for (int i = 0; i < 200; i++) {
      CommandId unknown = new CommandId(random.nextLong(), random.nextLong());
      assertNull(index.find(unknown));
      assertNull(index.occupantOf(unknown));
      if (!model.inOrder.isEmpty()) {
        CommandId known = model.inOrder.get(random.nextInt(model.inOrder.size())).getKey();
        assertNull(index.find(new CommandId(known.high(), random.nextLong())));
      }
    }
    assertEquals(model.next, index.indexedBelow());
  }

  @Test
  void anyRowOfAddingFlushingAndOpeningAnswersAsAMapDoes() throws IOException {
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      Model model = new Model(1);
      int inHeap = 1 + random.nextInt(100);
      FileCommandIndex index = open(model, inHeap);
      for (int step = 0; step < 60; step++) {
        switch (random.nextInt(6)) {
          case 0 -> index.flush();
          case 1 -> {
            if (random.nextBoolean()) {
              index.flush();
            }
            index.close();
            index = open(model, inHeap);
            assertTrue(index.indexedBelow() <= model.next);
            model.catchUp(index);
          }
          case 2 -> {
            if (random.nextInt(10) == 0) {
              index.clear();
              assertEquals(0, index.indexedBelow());
              model.catchUp(index);
            }
          }
          default -> {
            for (int n = random.nextInt(80); n > 0; n--) {
              // Abandoned commands leave sequences that belong to none.
              model.next += random.nextInt(10) == 0 ? 2 : 0;
              model.append(index, id(random, model), 1 + random.nextInt(3));
            }
          }
        }
        assertTrue(index.inHeap() < inHeap || inHeap == 1, index.inHeap() + " in the heap");
        assertRunsShrink(index.runs());
      }
      model.append(index, id(random, model), 1);
      assertAnswers(model, index, random);
      index.close();
      FolderTree.delete(temp.resolve("index"));
    }
  }

  /** Each at least twice the next, so that there are few. */
  private static void assertRunsShrink(List<Long> runs) {
    for (int i = 1; i < runs.size(); i++) {
      assertTrue(runs.get(i - 1) >= 2 * runs.get(i), runs.toString());
    }
  }

  @Test
  void aMillionCommandsAreFoundWithFewOfThemInTheHeap() {
    Model none = new Model(1);
    int commands = 1_000_000;
    none.next = 3L * commands;
    int most = 0;
    try (FileCommandIndex index = open(none, FileCommandIndex.IN_HEAP)) {
      for (int n = 0; n < commands; n++) {
        index.add(millionth(n), new Span(3L * n, 3L * n + 2));
        most = Math.max(most, index.inHeap());
      }
      assertTrue(most < FileCommandIndex.IN_HEAP);
      assertTrue(index.runs().size() <= 6, index.runs().toString());
      assertAMillion(index, commands);
      index.flush();
    }
    try (FileCommandIndex index = open(none, FileCommandIndex.IN_HEAP)) {
      assertEquals(3L * commands, index.indexedBelow());
      assertEquals(0, index.inHeap());
      assertAMillion(index, commands);
    }
  }

  /** SplitMix64's sequence in both halves, and its neighbours nobody has. */
  private static CommandId millionth(long n) {
    long high = n * 0x9e3779b97f4a7c15L;
    return new CommandId(high, high ^ 0x5555);
  }

  private static void assertAMillion(FileCommandIndex index, int commands) {
    for (int n = 0; n < commands; n += 37) {
      CommandId id = millionth(n);
      assertEquals(new Span(3L * n, 3L * n + 2), index.find(id));
      assertEquals(id, index.occupantOf(new CommandId(id.high(), 0)));
      assertNull(index.find(new CommandId(id.high(), id.low() + 1)));
      assertNull(index.occupantOf(new CommandId(id.high() + 1, 0)));
    }
  }

  /** A small index of three runs, and the map that it answers as. */
  private Model threeRuns() {
    Model model = new Model(1);
    Random random = new Random(5);
    try (FileCommandIndex index = open(model, 1000)) {
      for (int rows : new int[] {400, 150, 40}) {
        for (int n = 0; n < rows; n++) {
          model.append(index, id(random, model), 2);
        }
        index.flush();
      }
      assertEquals(List.of(400L, 150L, 40L), index.runs());
    }
    return model;
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(temp.resolve("index"))) {
      return files.sorted().toList();
    }
  }

  /** Right answers at once, or none and a way to all of them. */
  private void assertRightOrRebuilt(Model model, String what) {
    try (FileCommandIndex index = open(model, 1000)) {
      model.catchUp(index);
      boolean lost = false;
      for (Map.Entry<CommandId, Span> command : model.inOrder) {
        Span span = index.find(command.getKey());
        lost |= span == null;
        assertTrue(span == null || span.equals(command.getValue()), what);
        assertTrue(span != null || index.indexedBelow() == 0, what);
      }
      if (lost) {
        assertEquals(0, index.indexedBelow(), what);
        index.clear();
        model.catchUp(index);
      }
      assertAnswers(model, index, new Random(1));
    }
  }

  @Test
  void aFileThatWasCutOffAnywhereIsNoneOrAnswersRight() throws IOException {
    Model model = threeRuns();
    List<Path> files = files();
    assertEquals(3, files.size());
    List<byte[]> contents = contents(files);
    for (int file = 0; file < 3; file++) {
      byte[] whole = contents.get(file);
      for (int length = 0; length < whole.length; length += length < 100 ? 13 : 977) {
        restore(files, contents);
        Files.write(files.get(file), java.util.Arrays.copyOf(whole, length));
        assertRightOrRebuilt(model, file + " cut to " + length);
      }
      restore(files, contents);
      Files.delete(files.get(file));
      assertRightOrRebuilt(model, file + " is missing");
      restore(files, contents);
      Files.write(files.get(file), java.util.Arrays.copyOf(whole, whole.length + 9));
      assertRightOrRebuilt(model, file + " is longer");
    }
  }

  @Test
  void aFileWithAFlippedBitAnywhereIsNoneOrAnswersRight() throws IOException {
    Model model = threeRuns();
    List<Path> files = files();
    List<byte[]> contents = contents(files);
    for (int file = 0; file < 3; file++) {
      for (int at = 0; at < contents.get(file).length; at += at < 80 ? 3 : 397) {
        restore(files, contents);
        byte[] flipped = contents.get(file).clone();
        flipped[at] ^= (byte) (1 << at % 8);
        Files.write(files.get(file), flipped);
        assertRightOrRebuilt(model, file + " flipped at " + at);
      }
    }
  }

  @Test
  void filesInEachOthersPlaceAreNotTakenForEachOther() throws IOException {
    Model model = threeRuns();
    List<Path> files = files();
    List<byte[]> contents = contents(files);
    Files.write(files.get(0), contents.get(1));
    Files.write(files.get(1), contents.get(0));
    assertRightOrRebuilt(model, "exchanged");
  }

  private static List<byte[]> contents(List<Path> files) throws IOException {
    List<byte[]> contents = new ArrayList<>();
    for (Path file : files) {
      contents.add(Files.readAllBytes(file));
    }
    return contents;
  }

  private void restore(List<Path> files, List<byte[]> contents) throws IOException {
    FolderTree.delete(temp.resolve("index"));
    Files.createDirectories(temp.resolve("index"));
    for (int i = 0; i < files.size(); i++) {
      Files.write(files.get(i), contents.get(i));
    }
  }

  @Test
  void damageUnderAnOpenIndexMakesItForgetAndNotLie() throws IOException {
    Model model = threeRuns();
    Path first = files().get(0);
    try (FileCommandIndex index = open(model, 1000)) {
      byte[] bytes = Files.readAllBytes(first);
      for (int at = RunFormat.PAGE; at < bytes.length; at += 64) {
        bytes[at] ^= 1;
      }
      Files.write(first, bytes);
      CommandId old = model.inOrder.get(0).getKey();
      assertNull(index.find(old));
      assertEquals(0, index.indexedBelow());
      // Until it is told to begin anew it knows nothing, whatever is added.
      index.add(new CommandId(1, 1), new Span(model.next, model.next));
      assertEquals(0, index.indexedBelow());
      assertNull(index.find(new CommandId(1, 1)));
      index.clear();
      model.catchUp(index);
      assertAnswers(model, index, new Random(1));
    }
  }

  @Test
  void aDeathBetweenAMergerAndTheEndOfItsPartsLosesNothing() throws IOException {
    Model model = threeRuns();
    List<Path> files = files();
    List<byte[]> contents = contents(files);
    Random random = new Random(6);
    try (FileCommandIndex index = open(model, 1000)) {
      for (int n = 0; n < 50; n++) {
        model.append(index, id(random, model), 1);
      }
      index.flush();
      // 50 and 40 are merged, then the merger and 150, then all: 240 is more than half of 400.
      assertEquals(List.of(640L), index.runs());
    }
    // The parts are still there, and a fourth that was never finished.
    for (int i = 0; i < files.size(); i++) {
      Files.write(files.get(i), contents.get(i));
    }
    Files.write(temp.resolve("index/run.new"), new byte[100]);
    try (FileCommandIndex index = open(model, 1000)) {
      assertEquals(List.of(640L), index.runs());
      assertAnswers(model, index, random);
    }
    assertEquals(1, files().size());
  }

  @Test
  void anIndexOfAnotherHistoryOrALongerLogIsNotUsed() {
    Model model = threeRuns();
    Model forked = new Model(2);
    forked.next = model.next;
    try (FileCommandIndex index = open(forked, 1000)) {
      assertEquals(0, index.indexedBelow());
      assertEquals(List.of(), index.runs());
    }
    model = threeRuns();
    Model shorter = new Model(1);
    shorter.next = model.next - 1;
    try (FileCommandIndex index = open(shorter, 1000)) {
      // The last run speaks of an entry that is not there; those before it are good.
      assertEquals(List.of(400L, 150L), index.runs());
      assertEquals(1100, index.indexedBelow());
    }
  }

  @Test
  void whatCannotBeWrittenStaysInTheHeapAndIsNoError() throws IOException {
    Model model = new Model(1);
    Files.writeString(temp.resolve("index"), "a file where the folder should be");
    Random random = new Random(1);
    try (FileCommandIndex index = open(model, 10)) {
      for (int n = 0; n < 100; n++) {
        model.append(index, id(random, model), 1);
      }
      index.flush();
      assertEquals(100, index.inHeap());
      assertAnswers(model, index, random);
      Files.delete(temp.resolve("index"));
      index.flush();
      assertEquals(0, index.inHeap());
      assertAnswers(model, index, random);
    }
  }

  @Test
  void anInterruptedThreadFindsAndFlushes() {
    Model model = threeRuns();
    try (FileCommandIndex index = open(model, 1000)) {
      Thread.currentThread().interrupt();
      assertAnswers(model, index, new Random(1));
      model.append(index, new CommandId(3, 3), 1);
      index.flush();
      assertEquals(0, index.inHeap());
      assertTrue(Thread.interrupted());
      assertAnswers(model, index, new Random(1));
    }
  }

  @Test
  void nothingIsMadeBeforeThereIsSomethingToWrite() {
    try (FileCommandIndex index = open(new Model(1), 10)) {
      assertNull(index.find(new CommandId(1, 2)));
      index.flush();
      index.clear();
    }
    assertFalse(Files.exists(temp.resolve("index")));
  }

  @Test
  void whatIsThereAlreadyIsNotAddedTwice() {
    Model model = threeRuns();
    try (FileCommandIndex index = open(model, 1000)) {
      for (Map.Entry<CommandId, Span> command : model.inOrder) {
        index.add(command.getKey(), command.getValue());
      }
      assertEquals(0, index.inHeap());
      assertEquals(List.of(400L, 150L, 40L), index.runs());
    }
  }
}
