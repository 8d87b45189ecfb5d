package dev.varve.engine.jvm.sqlite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.CommandId;
import dev.varve.engine.store.CommandIndex.Span;
import dev.varve.engine.store.DiskFullException;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.EntryStoreConformance;
import dev.varve.engine.store.LogLockedException;
import dev.varve.engine.store.NoSuchLogException;
import dev.varve.engine.store.StoreException;
import dev.varve.engine.store.sql.SqlEntryStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is particular to SQLite: its own guards, its files, its faults. */
final class SqliteLogTest {
  @TempDir Path temp;

  private Path file() {
    return temp.resolve("log.db");
  }

  private static byte[] record(int n) {
    return EntryStoreConformance.record(n, 300 + n);
  }

  private void write(int count) {
    try (EntryStore store = SqliteLog.create(file())) {
      for (int n = 0; n < count; n++) {
        store.append(record(n));
      }
    }
  }

  private Connection shell() throws SQLException {
    return DriverManager.getConnection("jdbc:sqlite:" + file());
  }

  private static void assertRefused(Statement statement, String sql, String reason) {
    SQLException e = assertThrows(SQLException.class, () -> statement.executeUpdate(sql));
    assertTrue(String.valueOf(e.getMessage()).contains(reason), e.getMessage());
  }

  @Test
  void theDatabaseItselfRefusesToChangeTakeAwayOrMisplaceAnEntry() throws SQLException {
    write(5);
    try (Connection connection = shell();
        Statement statement = connection.createStatement()) {
      assertRefused(statement, "UPDATE entry SET payload = X'00'", "no entry is changed");
      assertRefused(statement, "DELETE FROM entry WHERE sequence = 4", "no entry is taken away");
      String copy =
          "INSERT INTO entry SELECT epoch, %s, header, payload FROM entry WHERE sequence = 4";
      assertRefused(statement, copy.formatted("6"), "not the next one");
      assertRefused(statement, copy.formatted("4"), "not the next one");
      assertRefused(statement, copy.formatted("5"), "does not follow");
      assertRefused(
          statement,
          "INSERT INTO entry SELECT 7, 5, header, payload FROM entry WHERE sequence = 4",
          "");
      statement.executeUpdate("INSERT INTO note(note) VALUES(X'01')");
      assertRefused(statement, "UPDATE note SET note = X'02'", "no note is changed");
      assertRefused(statement, "DELETE FROM note", "no note is taken away");
    }
    try (EntryStore store = SqliteLog.open(file())) {
      assertEquals(5, store.size());
    }
  }

  @Test
  void aStaleWriterIsRefusedByTheDatabaseAndChangesNothing() {
    write(5);
    // Past the lock, as a program would get that does not know of it.
    try (EntryStore stale = unlocked();
        EntryStore store = SqliteLog.open(file())) {
      store.append(record(5));
      StoreException e = assertThrows(StoreException.class, () -> stale.append(record(5)));
      assertTrue(String.valueOf(e.getMessage()).contains("not the next one"), e.getMessage());
      store.append(record(6));
      assertEquals(7, store.size());
    }
    try (EntryStore reader = SqliteLog.openReadOnly(file());
        EntryCursor cursor = reader.cursor(0)) {
      for (int n = 0; n < 7; n++) {
        assertArrayEquals(record(n), cursor.next());
      }
      assertNull(cursor.next());
    }
  }

  private EntryStore unlocked() {
    return SqlEntryStore.writable(
        JdbcSqlDatabase.readWrite(file()), JdbcSqlDatabase.readOnly(file()));
  }

  @Test
  void aSecondWriterIsRefusedWithThePidOfTheFirst() {
    write(1);
    try (EntryStore first = SqliteLog.open(file())) {
      assertTrue(first.isWritable());
      LogLockedException e = assertThrows(LogLockedException.class, () -> SqliteLog.open(file()));
      assertTrue(
          String.valueOf(e.getMessage()).contains("pid " + ProcessHandle.current().pid()),
          e.getMessage());
    }
    SqliteLog.open(file()).close();
  }

  @Test
  void readingThroughACopyChangesNoFileAlsoBesideAWriter() throws IOException {
    try (EntryStore writer = SqliteLog.create(file())) {
      for (int n = 0; n < 20; n++) {
        writer.append(record(n));
      }
      Map<String, String> before = files();
      assertTrue(before.containsKey("log.db-wal"), before.toString());
      try (EntryStore reader = SqliteLog.openReadOnly(file());
          EntryCursor cursor = reader.cursor(19)) {
        assertEquals(20, reader.size());
        assertArrayEquals(record(19), cursor.next());
      }
      assertEquals(before, files());
    }
    Map<String, String> closed = files();
    SqliteLog.openReadOnly(file()).close();
    assertEquals(closed, files());
  }

  private Map<String, String> files() throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (var listed = Files.list(temp)) {
      for (Path path : listed.toList()) {
        files.put(
            String.valueOf(path.getFileName()),
            Files.getLastModifiedTime(path) + " " + Arrays.hashCode(Files.readAllBytes(path)));
      }
    }
    return files;
  }

  @Test
  void whatIsNoLogIsNamedAndLeftAlone() throws IOException, SQLException {
    assertThrows(NoSuchLogException.class, () -> SqliteLog.open(file()));
    assertThrows(NoSuchLogException.class, () -> SqliteLog.openReadOnly(file()));
    assertEquals(Map.of(), files());
    Files.writeString(file(), "nothing of the kind");
    assertThrows(NoSuchLogException.class, () -> SqliteLog.open(file()));
    assertThrows(StoreException.class, () -> SqliteLog.create(file()));
    assertEquals("nothing of the kind", Files.readString(file()));
    Files.delete(file());
    try (Connection connection = shell();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("CREATE TABLE other(x)");
    }
    NoSuchLogException e = assertThrows(NoSuchLogException.class, () -> SqliteLog.open(file()));
    assertTrue(String.valueOf(e.getMessage()).contains("another program"), e.getMessage());
    try (Connection connection = shell();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("PRAGMA application_id = " + 0x56525631);
      statement.executeUpdate("PRAGMA user_version = 2");
    }
    StoreException newer = assertThrows(StoreException.class, () -> SqliteLog.open(file()));
    assertTrue(String.valueOf(newer.getMessage()).contains("version 2"), newer.getMessage());
  }

  /** Record {@code n} as an entry of a command: its id, its index within it, whether it ends it. */
  private static byte[] entry(int n, CommandId command, int index, boolean last) {
    byte[] record = record(n);
    ByteBuffer buffer = ByteBuffer.wrap(record);
    buffer.put(7, (byte) (last ? 1 : 0)).putShort(52, (short) index);
    buffer.put(56, command.toBytes(), 0, 16);
    return record;
  }

  @Test
  void commandsAreFoundOnceTheyAreCompleteAndBySlot() {
    CommandId whole = new CommandId(-5, 1);
    CommandId torn = new CommandId(6, -1);
    try (EntryStore store = SqliteLog.create(file())) {
      store.append(List.of(entry(0, whole, 0, false), entry(1, whole, 1, true)));
      store.append(List.of(entry(2, torn, 0, false)));
      assertEquals(new Span(0, 1), store.commandIndex().find(whole));
      assertNull(store.commandIndex().find(torn));
      assertNull(store.commandIndex().occupantOf(torn));
      assertEquals(whole, store.commandIndex().occupantOf(new CommandId(-5, 99)));
      assertNull(store.commandIndex().occupantOf(new CommandId(5, 1)));
      // Sent again after the death of its writer, it is complete.
      store.append(List.of(entry(3, torn, 0, true)));
      assertEquals(new Span(3, 3), store.commandIndex().find(torn));
      store.commandIndex().clear();
      assertEquals(new Span(3, 3), store.commandIndex().find(torn));
      assertEquals(4, store.commandIndex().indexedBelow());
    }
  }

  @Test
  void aCommandIsThereAsAWholeOrNotAtAll() {
    try (EntryStore store = SqliteLog.create(file())) {
      store.append(record(0));
      List<byte[]> bad = List.of(record(1), record(2), record(4));
      assertThrows(StoreException.class, () -> store.append(bad));
      assertEquals(1, store.size());
      store.append(List.of(record(1), record(2), record(3)));
      assertEquals(4, store.size());
    }
  }

  @Test
  void aSnapshotThatWasClearedIsInNoByteOfTheFiles() throws IOException {
    byte[] secret = "find me if you can".getBytes(StandardCharsets.US_ASCII);
    byte[] snapshot = new byte[1_500_000];
    for (int at = 0; at + secret.length < snapshot.length; at += 4_000) {
      System.arraycopy(secret, 0, snapshot, at, secret.length);
    }
    try (EntryStore store = SqliteLog.create(file())) {
      store.append(record(0));
      store.snapshots().replace(snapshot);
      assertArrayEquals(snapshot, store.snapshots().read());
      assertTrue(isAnywhere(secret));
      store.snapshots().clear();
      assertNull(store.snapshots().read());
      assertFalse(isAnywhere(secret));
    }
    assertFalse(isAnywhere(secret));
  }

  private boolean isAnywhere(byte[] wanted) throws IOException {
    String needle = new String(wanted, StandardCharsets.ISO_8859_1);
    try (var listed = Files.list(temp)) {
      for (Path path : listed.toList()) {
        if (new String(Files.readAllBytes(path), StandardCharsets.ISO_8859_1).contains(needle)) {
          return true;
        }
      }
    }
    return false;
  }

  @Test
  void aFullDatabaseIsSaidBeforeAnythingIsAcknowledgedAndWritingGoesOnWithSpace()
      throws SQLException {
    write(3);
    JdbcSqlDatabase database = JdbcSqlDatabase.readWrite(file());
    try (EntryStore store = SqlEntryStore.writable(database, JdbcSqlDatabase.readOnly(file()))) {
      long[] pages = {0};
      database.query(
          "PRAGMA page_count",
          row -> {
            pages[0] = row.number(0);
            return false;
          });
      database.query("PRAGMA max_page_count = " + pages[0], row -> false);
      int n = 3;
      DiskFullException full = null;
      while (full == null) {
        assertTrue(n < 1_000, "it never got full");
        try {
          store.append(record(n));
          n++;
        } catch (DiskFullException e) {
          full = e;
        }
      }
      assertEquals(n, store.size());
      database.query("PRAGMA max_page_count = 1000000", row -> false);
      store.append(record(n));
      assertEquals(n + 1, store.size());
    }
    try (EntryStore reader = SqliteLog.openReadOnly(file());
        EntryCursor cursor = reader.cursor(0)) {
      int n = 0;
      for (byte[] record; (record = cursor.next()) != null; n++) {
        assertArrayEquals(record(n), record);
      }
      assertEquals(reader.size(), n);
    }
  }

  /** The statement of docs/log-format.md, as it stands there. */
  private static String linkStatement() throws IOException {
    Path page = Path.of(System.getProperty("basedir", ""), "../../docs/log-format.md");
    String text = Files.readString(page.toAbsolutePath());
    int from = text.indexOf("SELECT b.epoch");
    return text.substring(from, text.indexOf(';', from));
  }

  @Test
  void oneStatementChecksTheLinks() throws Exception {
    write(9);
    String sql = linkStatement();
    try (Connection connection = shell();
        Statement statement = connection.createStatement()) {
      try (ResultSet rows = statement.executeQuery(sql)) {
        assertFalse(rows.next());
      }
      statement.executeUpdate("DROP TRIGGER entry_stays");
      byte[] unlinked = Arrays.copyOf(record(6), 280);
      Arrays.fill(unlinked, 216, 248, (byte) 0);
      try (PreparedStatement update =
          connection.prepareStatement("UPDATE entry SET header = ? WHERE sequence = 6")) {
        update.setBytes(1, unlinked);
        update.executeUpdate();
      }
      try (ResultSet rows = statement.executeQuery(sql)) {
        assertTrue(rows.next());
        assertEquals(0, rows.getLong(1));
        assertEquals(6, rows.getLong(2));
        assertFalse(rows.next());
      }
    }
    assertEquals("0|6\n", inTheShell(sql, "0|6\n"));
  }

  /** What the sqlite3 shell prints, or {@code otherwise} on a machine that has none. */
  private String inTheShell(String sql, String otherwise) throws Exception {
    Process process;
    try {
      process =
          new ProcessBuilder("sqlite3", file().toString(), sql).redirectErrorStream(true).start();
    } catch (IOException e) {
      return otherwise;
    }
    process.getOutputStream().close();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), printed);
    return printed;
  }

  @Test
  void aMissingRowIsAnObstacleAndWhatStandsBeforeItIsRead() throws SQLException {
    write(9);
    try (Connection connection = shell();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("DROP TRIGGER entry_is_kept");
      statement.executeUpdate("DELETE FROM entry WHERE sequence = 4");
    }
    try (EntryStore store = SqliteLog.open(file());
        EntryCursor cursor = store.cursor(0)) {
      assertFalse(store.isWritable());
      assertTrue(String.valueOf(store.obstacle()).contains("8 entries"), store.obstacle());
      assertEquals(4, store.size());
      for (int n = 0; n < 4; n++) {
        assertArrayEquals(record(n), cursor.next());
      }
      assertThrows(StoreException.class, () -> store.append(record(4)));
    }
  }

  @Test
  void seededFlipsAndCutsAreReportedOrChangeNothing() throws IOException {
    write(25);
    byte[] whole = Files.readAllBytes(file());
    Random random = new Random(322);
    for (int i = 0; i < 300; i++) {
      byte[] changed = whole.clone();
      if (i % 5 == 0) {
        changed = Arrays.copyOf(changed, random.nextInt(changed.length));
      } else {
        for (int flips = 1 + random.nextInt(8); flips > 0; flips--) {
          changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
        }
      }
      Files.write(file(), changed);
      assertReportedOrPlausible("case " + i);
    }
  }

  /** No crash, no hang, no record that has not the form; what content is right hashes tell. */
  private void assertReportedOrPlausible(String what) {
    List<byte[]> read = new ArrayList<>();
    try (EntryStore store = SqliteLog.openReadOnly(file());
        EntryCursor cursor = store.cursor(0)) {
      for (byte[] record; (record = cursor.next()) != null; ) {
        read.add(record);
      }
    } catch (StoreException e) {
      assertNotNull(e.getMessage(), what);
      return;
    }
    // Silently fewer is what only a checkpoint tells; silently more or misplaced must not be.
    assertTrue(read.size() <= 25, what);
  }

  @Test
  void notesAreKeptInOrder() {
    try (EntryStore store = SqliteLog.create(file())) {
      store.append(record(0));
      store.notes().add(ByteString.of(new byte[] {2}));
      store.notes().add(ByteString.of(new byte[] {1}));
    }
    try (EntryStore store = SqliteLog.openReadOnly(file())) {
      assertEquals(
          List.of(ByteString.of(new byte[] {2}), ByteString.of(new byte[] {1})),
          store.notes().all());
      assertThrows(StoreException.class, () -> store.notes().add(ByteString.of(new byte[] {1})));
    }
  }
}
