package dev.varve.engine.jvm.sqlite;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.store.StoreException;
import dev.varve.engine.store.sql.SqlDatabase;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads a database through a private copy of its files, so that reading changes no byte, name or
 * time of them, and makes the copy anew when they have changed. The copy is in a folder of the
 * user's alone and holds what the files hold: sealed payloads. Thread-safe.
 *
 * <p>The database is copied first and its write-ahead log second. What a checkpoint brings into the
 * database meanwhile stands in that log too, and SQLite reads it from there; so both fit together
 * unless the log was begun anew in between, which its header tells. What a writer was just writing
 * at its end SQLite leaves out by its checksums.
 */
final class DatabaseCopy implements SqlDatabase {
  private static final int ATTEMPTS = 50;
  private static final byte[] NONE = {};

  private final DatabaseFiles original;
  private final Path folder;
  private final DatabaseFiles copy;
  private final Runnable afterClose;
  private @Nullable JdbcSqlDatabase open;
  private Seen copied;
  private @Nullable String lost;
  private boolean closed;

  private DatabaseCopy(DatabaseFiles original, Path folder, Runnable afterClose) {
    this.original = original;
    this.folder = folder;
    this.copy = new DatabaseFiles(folder.resolve("copy.db"));
    this.afterClose = afterClose;
    this.copied = Seen.NOTHING;
  }

  /**
   * Copies a database and opens the copy.
   *
   * @param afterClose done when it is closed, and not when this fails
   */
  static DatabaseCopy of(DatabaseFiles original, Runnable afterClose) {
    DatabaseCopy copy;
    try {
      copy = new DatabaseCopy(original, Files.createTempDirectory("varve-read-"), afterClose);
    } catch (IOException e) {
      throw new StoreException("cannot make a folder to copy " + original.database() + ": " + e, e);
    }
    boolean made = false;
    try {
      copy.current();
      made = true;
      return copy;
    } finally {
      if (!made) {
        copy.deleteCopy();
      }
    }
  }

  /**
   * What files looked like. Times are kept too coarsely by file systems to be all that counts.
   *
   * @param database identity, length and time of the database
   * @param writeAheadLog of its log
   * @param end where the log's next frame will be
   * @param there what stands there
   */
  private record Seen(String database, String writeAheadLog, long end, ByteString there) {
    static final Seen NOTHING = new Seen("", "", 0, ByteString.of(NONE));

    static Seen of(DatabaseFiles files, long end) throws IOException {
      return new Seen(
          look(files.database()),
          look(files.writeAheadLog()),
          end,
          ByteString.of(WriteAheadLog.beginningAt(files.writeAheadLog(), end)));
    }

    private static String look(Path file) throws IOException {
      try {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        return attributes.fileKey()
            + " "
            + attributes.size()
            + " "
            + attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS);
      } catch (NoSuchFileException e) {
        return "none";
      }
    }
  }

  /** The connection to a copy that is as the files are now. */
  private JdbcSqlDatabase current() {
    if (closed) {
      throw new StoreException(describe() + " is closed");
    }
    try {
      JdbcSqlDatabase connection = open;
      if (connection == null || !copied.equals(Seen.of(original, copied.end))) {
        if (connection != null) {
          open = null;
          connection.close();
        }
        Seen before = Seen.of(original, 0);
        copyFiles();
        // Before SQLite has looked at it, and perhaps begun it anew.
        WriteAheadLog log = WriteAheadLog.of(copy.writeAheadLog());
        lost = log.damage(original.writeAheadLog());
        copied =
            new Seen(
                before.database,
                before.writeAheadLog,
                log.end(),
                ByteString.of(WriteAheadLog.beginningAt(copy.writeAheadLog(), log.end())));
        connection = JdbcSqlDatabase.alone(copy.database(), original.database());
        open = connection;
      }
      return connection;
    } catch (IOException e) {
      throw new StoreException("cannot copy " + original.database() + ": " + e, e);
    }
  }

  private void copyFiles() throws IOException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      copy.delete();
      String database = Seen.look(original.database());
      byte[] before = header();
      requireSpace();
      DatabaseInUse.read(original.database(), file -> write(file, copy.database()));
      byte[] within = copyLog();
      byte[] after = header();
      if (Arrays.equals(before, within)
          && Arrays.equals(before, after)
          && (before.length > 0 || database.equals(Seen.look(original.database())))) {
        return;
      }
    }
    throw new StoreException(
        original.database() + " is written faster than it can be copied; try again later");
  }

  private void requireSpace() throws IOException {
    long wanted = Files.size(original.database());
    Path log = original.writeAheadLog();
    wanted += Files.exists(log) ? Files.size(log) : 0;
    if (Files.getFileStore(folder).getUsableSpace() < wanted) {
      throw new StoreException(
          original.database()
              + ": no space for a copy of "
              + wanted
              + " bytes in "
              + folder.getParent()
              + ", which reading it takes");
    }
  }

  private static void write(RandomAccessFile from, Path to) throws IOException {
    byte[] buffer = new byte[1 << 16];
    try (OutputStream out = Files.newOutputStream(to)) {
      for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
        out.write(buffer, 0, read);
      }
    }
  }

  /** Nobody locks the write-ahead log itself, so it can be opened and closed. */
  private byte[] copyLog() throws IOException {
    Path log = original.writeAheadLog();
    if (!Files.exists(log)) {
      return NONE;
    }
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      write(file, copy.writeAheadLog());
    }
    return WriteAheadLog.beginningAt(copy.writeAheadLog(), 0);
  }

  private byte[] header() throws IOException {
    return WriteAheadLog.beginningAt(original.writeAheadLog(), 0);
  }

  @Override
  public synchronized void query(String sql, RowReader rows, @Nullable Object... arguments) {
    current().query(sql, rows, arguments);
  }

  @Override
  public synchronized @Nullable String lost() {
    current();
    return lost;
  }

  @Override
  public void execute(String sql, @Nullable Object... arguments) {
    throw readingOnly();
  }

  @Override
  public void beginImmediate() {
    throw readingOnly();
  }

  @Override
  public void commit() {
    throw readingOnly();
  }

  @Override
  public void rollback() {
    // Nothing was begun.
  }

  private StoreException readingOnly() {
    return new StoreException(describe() + " is open for reading only");
  }

  @Override
  public String describe() {
    return original.database().toString();
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      JdbcSqlDatabase connection = open;
      if (connection != null) {
        connection.close();
      }
    } finally {
      deleteCopy();
      afterClose.run();
    }
  }

  private void deleteCopy() {
    try {
      copy.delete();
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      throw new StoreException("cannot remove the copy in " + folder + ": " + e, e);
    }
  }
}
