package dev.varve.projections.screens;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.varve.projections.screens.CaptureFailedException.Reason;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads view trees in JSON: a DroidBot state ({@code "views"}, a list whose elements name their
 * children and parent by {@code temp_id}), the same with ids of any kind ({@code "nodes"}, and the
 * root's id in {@code "root"}), and an accessibility snapshot ({@code "a11y_tree"}, views inside
 * views, and the activity in {@code "phone_state"}). Field names may be written with underscores,
 * with hyphens or in camel case.
 *
 * <p>Guarantees: no recursion, whatever the nesting; cycles, views listed twice and references to
 * nowhere are cut and marked {@link CaptureMark#REPAIRED}.
 */
public final class DroidBotState {
  /** Two levels of JSON for a level of views; far above {@link ScreenLimits#MAX_DEPTH}. */
  private static final int MAX_NESTING = 20_000;

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_NESTING)
                  .maxStringLength(ScreenLimits.MAX_INPUT_BYTES)
                  .build())
          .build();

  private final JsonParser json;
  private @Nullable ViewListReader list;
  private CaptureBackend backend = CaptureBackend.DROIDBOT;
  private @Nullable String activity;
  private @Nullable String root;
  private boolean repaired;

  private DroidBotState(JsonParser json) {
    this.json = json;
  }

  /**
   * The tree in a state.
   *
   * @param capture the file's bytes, UTF-8 or UTF-16
   * @param name what to call the capture in messages
   * @throws CaptureFailedException when there is no tree in it
   */
  public static ViewTree parse(byte[] capture, String name) throws CaptureFailedException {
    return parse(CaptureText.decode(capture, name));
  }

  static ViewTree parse(CaptureText text) throws CaptureFailedException {
    text.refuseMessages(Math.max(text.characters().indexOf('{'), text.characters().indexOf('[')));
    try (JsonParser json = JSON.createParser(text.characters())) {
      try {
        DroidBotState state = new DroidBotState(json);
        state.repaired = text.repaired();
        ViewTree tree = state.read();
        if (tree == null) {
          throw new CaptureFailedException(
              Reason.UNSUPPORTED, text.name(), "no list of views (views, nodes or a11y_tree)");
        }
        return tree;
      } catch (IOException e) {
        throw malformed(text, json.currentLocation());
      }
    } catch (IOException e) {
      throw malformed(text, JsonLocation.NA);
    }
  }

  /** In words of our own: a parser's message quotes the text it stumbled over. */
  private static CaptureFailedException malformed(CaptureText text, JsonLocation at) {
    return new CaptureFailedException(
        Reason.MALFORMED,
        text.name(),
        Math.max(0, at.getLineNr()),
        Math.max(0, at.getColumnNr()),
        "not well-formed JSON, or cut off");
  }

  private @Nullable ViewTree read() throws IOException {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      return null;
    }
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      JsonToken value = json.nextToken();
      if (name == null) {
        throw new IOException("cut off");
      }
      switch (name) {
        case "views", "nodes" -> views(value, CaptureBackend.DROIDBOT);
        case "a11y_tree" -> views(value, CaptureBackend.ACCESSIBILITY);
        case "foreground_activity" -> activity = scalar(value);
        case "root" -> root = scalar(value);
        case "phone_state" -> phoneState(value);
        default -> json.skipChildren();
      }
    }
    ViewListReader found = list;
    return found == null ? null : build(found);
  }

  private ViewTree build(ViewListReader found) {
    ViewTreeBuilder builder = new ViewTreeBuilder(backend).activity(activity);
    if (repaired || found.isRepaired()) {
      builder.mark(CaptureMark.REPAIRED);
    }
    if (found.isTruncated()) {
      builder.mark(CaptureMark.TRUNCATED);
    }
    List<RawView> views = found.views();
    new RawViews(views, builder, !found.isTruncated()).build(root);
    return builder.build();
  }

  private void views(JsonToken value, CaptureBackend listBackend) throws IOException {
    if (list != null || (value != JsonToken.START_ARRAY && value != JsonToken.START_OBJECT)) {
      repaired = true;
      json.skipChildren();
      return;
    }
    backend = listBackend;
    list = new ViewListReader(json);
    list.read();
  }

  private void phoneState(JsonToken value) throws IOException {
    if (value != JsonToken.START_OBJECT) {
      json.skipChildren();
      return;
    }
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      boolean named = "activity".equals(json.currentName());
      JsonToken field = json.nextToken();
      if (named && activity == null) {
        activity = scalar(field);
      } else {
        json.skipChildren();
      }
    }
  }

  private @Nullable String scalar(JsonToken value) throws IOException {
    if (value == JsonToken.VALUE_NULL) {
      return null;
    }
    if (!value.isScalarValue()) {
      json.skipChildren();
      return null;
    }
    return json.getText();
  }
}
