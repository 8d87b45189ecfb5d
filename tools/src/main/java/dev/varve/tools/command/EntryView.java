package dev.varve.tools.command;

import dev.varve.engine.entry.DeviceState;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.entry.Hex;
import dev.varve.engine.event.EventType;
import dev.varve.engine.log.MemoryLog;
import dev.varve.projections.MemoryReader;
import dev.varve.tools.output.Json;
import dev.varve.tools.output.Printable;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An entry's header as people read it. Without the log's keys names are the numbers they have. */
final class EntryView {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private final EntryHeader header;
  private final @Nullable MemoryLog log;

  EntryView(EntryHeader header, @Nullable MemoryLog log) {
    this.header = header;
    this.log = log;
  }

  /** An instant in UTC with milliseconds. */
  static String time(long millis) {
    try {
      return TIME.format(Instant.ofEpochMilli(millis));
    } catch (DateTimeException e) {
      return millis + " ms";
    }
  }

  /** The name of a type's number, or the number where this version does not know it. */
  static String typeName(int number) {
    EventType type = MemoryReader.registry().typeOf(number);
    return type == null ? "type " + number : type.name();
  }

  private String name(int ref) {
    String name = log == null ? null : log.name(ref);
    return name == null ? "#" + ref : Printable.of(name);
  }

  private @Nullable String nameOrNull(int ref) {
    return ref == 0 ? null : name(ref);
  }

  /** The fields that a listing shows. */
  void write(Json out) throws IOException {
    out.put("sequence", header.sequence())
        .put("epoch", header.epoch())
        .put("type", typeName(header.eventType()))
        .put("schema", header.schemaVersion())
        .put("time", time(header.wallMillis()))
        .put("elapsed", header.elapsedNanos())
        .put("command", header.command().hex())
        .put("trace", header.trace().isNone() ? null : header.trace().hex())
        .put("actor", nameOrNull(header.actorRef()))
        .put("activity", nameOrNull(header.activityRef()))
        .put("payloadLength", header.payloadLength())
        .put("hash", Hex.of(header.entryHash()));
  }

  /** The rest of the header. */
  void writeContext(Json out) throws IOException {
    out.put("format", header.format())
        .put("lastOfCommand", header.isLastOfCommand())
        .put("commandIndex", header.commandIndex())
        .put("stream", header.stream().hex())
        .put("streamVersion", header.streamVersion())
        .put("bootCount", header.bootCount())
        .put("actorPid", header.actorPid())
        .put("actorCertificate", hexOrNull(header.actorCertificate()))
        .put("subjectRef", header.subjectRef())
        .put("screenDigest", hexOrNull(header.screenDigest()))
        .put("deviceBefore", json -> write(json, header.deviceBefore()))
        .put("deviceAfter", json -> write(json, header.deviceAfter()))
        .put("payloadDigest", Hex.of(header.payloadDigest()))
        .put("previousHash", Hex.of(header.previousHash()));
  }

  private void write(Json out, DeviceState state) throws IOException {
    out.put(
            "battery",
            state.battery() == DeviceState.BATTERY_UNKNOWN ? null : Long.valueOf(state.battery()))
        .put("power", power(state.power()))
        .put("network", network(state.network()))
        .put("foreground", nameOrNull(state.foregroundRef()));
  }

  private static @Nullable String power(int power) {
    return switch (power) {
      case 0 -> null;
      case 1 -> "battery";
      case 2 -> "charging";
      case 3 -> "full";
      default -> "#" + power;
    };
  }

  private static @Nullable String network(int network) {
    return switch (network) {
      case 0 -> null;
      case 1 -> "none";
      case 2 -> "wifi";
      case 3 -> "cellular";
      case 4 -> "ethernet";
      case 5 -> "other";
      default -> "#" + network;
    };
  }

  private static @Nullable String hexOrNull(byte[] bytes) {
    for (byte b : bytes) {
      if (b != 0) {
        return Hex.of(bytes);
      }
    }
    return null;
  }

  /** All of the header in words: pairs of name and value. */
  List<String[]> fields() {
    List<String[]> fields = new ArrayList<>();
    add(fields, "sequence", header.sequence());
    add(fields, "epoch", header.epoch());
    add(fields, "type", typeName(header.eventType()) + " (" + header.eventType() + ")");
    add(fields, "schema", header.schemaVersion());
    add(fields, "time", time(header.wallMillis()));
    add(fields, "elapsed", header.elapsedNanos() + " ns, boot " + header.bootCount());
    add(
        fields,
        "command",
        header.command()
            + ", entry "
            + header.commandIndex()
            + (header.isLastOfCommand() ? ", the last" : ""));
    add(fields, "stream", header.stream() + ", version " + header.streamVersion());
    add(fields, "trace", header.trace().isNone() ? "none" : header.trace());
    add(fields, "actor", name(header.actorRef()) + ", pid " + header.actorPid());
    add(fields, "certificate", orNone(hexOrNull(header.actorCertificate())));
    add(fields, "activity", orNone(nameOrNull(header.activityRef())));
    add(fields, "subject", "#" + header.subjectRef());
    add(fields, "screen", orNone(hexOrNull(header.screenDigest())));
    add(fields, "device before", words(header.deviceBefore()));
    add(fields, "device after", words(header.deviceAfter()));
    add(fields, "payload length", header.payloadLength());
    add(fields, "payload digest", Hex.of(header.payloadDigest()));
    add(fields, "previous hash", Hex.of(header.previousHash()));
    add(fields, "hash", Hex.of(header.entryHash()));
    return fields;
  }

  private static void add(List<String[]> fields, String name, Object value) {
    fields.add(new String[] {name, String.valueOf(value)});
  }

  private static String orNone(@Nullable String text) {
    return text == null ? "none" : text;
  }

  private String words(DeviceState state) {
    if (state.equals(DeviceState.UNKNOWN)) {
      return "unknown";
    }
    String battery =
        state.battery() == DeviceState.BATTERY_UNKNOWN ? "unknown" : state.battery() + " %";
    return "battery "
        + battery
        + ", power "
        + orNone(power(state.power()))
        + ", network "
        + orNone(network(state.network()))
        + ", foreground "
        + orNone(nameOrNull(state.foregroundRef()));
  }

  /** One line of a listing. */
  String line() {
    return pad(Long.toString(header.sequence()), -6)
        + "  "
        + time(header.wallMillis())
        + "  "
        + pad(typeName(header.eventType()), 18)
        + "  "
        + pad(header.payloadLength() + " B", -9)
        + "  "
        + Hex.of(header.entryHash()).substring(0, 12)
        + "  "
        + name(header.actorRef())
        + (header.activityRef() == 0 ? "" : "  " + name(header.activityRef()));
  }

  /** To a width; a negative one aligns to the right. */
  static String pad(String text, int width) {
    String space = " ".repeat(Math.max(0, Math.abs(width) - text.length()));
    return width < 0 ? space + text : text + space;
  }
}
