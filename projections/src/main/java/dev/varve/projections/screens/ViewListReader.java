package dev.varve.projections.screens;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads views from JSON tokens, a flat list or views inside views, without recursion. Keeps at most
 * {@link ScreenLimits#MAX_NODES} of them and four times as many references.
 */
final class ViewListReader {
  private static final int MAX_REFERENCES = 4 * ScreenLimits.MAX_NODES;

  private final JsonParser json;
  private final List<RawView> views = new ArrayList<>();
  private final Deque<RawView> open = new ArrayDeque<>();
  private int places;
  private int references;
  private boolean truncated;
  private boolean repaired;

  ViewListReader(JsonParser json) {
    this.json = json;
  }

  List<RawView> views() {
    return views;
  }

  /** Whether views or references were left out. */
  boolean isTruncated() {
    return truncated;
  }

  /** Whether something was not as it should be and was passed over. */
  boolean isRepaired() {
    return repaired;
  }

  /** Reads the array, or the single view, that the parser stands on, to its end. */
  void read() throws IOException {
    boolean single = json.currentToken() == JsonToken.START_OBJECT;
    if (single) {
      openView();
    }
    while (true) {
      JsonToken token = json.nextToken();
      if (token == null) {
        throw new EOFException();
      }
      switch (token) {
        case START_OBJECT -> openView();
        case FIELD_NAME -> field(open.element(), json.currentName());
        case END_OBJECT -> open.pop();
        case START_ARRAY -> passOver();
        case END_ARRAY -> {
          if (open.isEmpty()) {
            return;
          }
        }
        default -> element(token);
      }
      if (single && open.isEmpty()) {
        return;
      }
    }
  }

  private void openView() throws IOException {
    if (views.size() == ScreenLimits.MAX_NODES) {
      truncated = true;
      json.skipChildren();
      return;
    }
    RawView view = new RawView(views.size(), places++);
    RawView outer = open.peek();
    if (outer != null) {
      outer.children.add(view);
    }
    views.add(view);
    open.push(view);
  }

  /** What is no view: in a list of children a reference, in the list of views a gap. */
  private void element(JsonToken token) throws IOException {
    RawView view = open.peek();
    if (view == null) {
      places++;
      repaired = true;
    } else if (token == JsonToken.VALUE_NULL) {
      repaired = true;
    } else if (references == MAX_REFERENCES) {
      truncated = true;
    } else {
      references++;
      view.children.add(json.getText());
    }
  }

  private void passOver() throws IOException {
    repaired = true;
    json.skipChildren();
  }

  private void field(RawView view, String name) throws IOException {
    JsonToken token = json.nextToken();
    NodeFields fields = view.fields;
    switch (plain(name)) {
      case "class", "classname" -> fields.className(firstOf(fields.className));
      case "resourceid" -> fields.resourceId(firstOf(fields.resourceId));
      case "package", "packagename" -> fields.packageName(firstOf(fields.packageName));
      case "text" -> fields.text(firstOf(fields.text));
      case "contentdescription", "contentdesc" ->
          fields.contentDescription(firstOf(fields.contentDescription));
      case "id", "tempid" -> view.key = orElse(scalar(), view.key);
      case "parent" -> view.parent = scalar();
      case "bounds" -> fields.bounds(bounds());
      case "children" -> {
        if (token != JsonToken.START_ARRAY && token != JsonToken.VALUE_NULL) {
          passOver();
        }
      }
      case "visible" -> flag(fields, ViewFlag.VISIBLE);
      case "clickable" -> flag(fields, ViewFlag.CLICKABLE);
      case "longclickable" -> flag(fields, ViewFlag.LONG_CLICKABLE);
      case "scrollable" -> flag(fields, ViewFlag.SCROLLABLE);
      case "checkable" -> flag(fields, ViewFlag.CHECKABLE);
      case "checked" -> flag(fields, ViewFlag.CHECKED);
      case "enabled" -> flag(fields, ViewFlag.ENABLED);
      case "focusable" -> flag(fields, ViewFlag.FOCUSABLE);
      case "focused" -> flag(fields, ViewFlag.FOCUSED);
      case "editable" -> flag(fields, ViewFlag.EDITABLE);
      case "selected" -> flag(fields, ViewFlag.SELECTED);
      case "password", "ispassword" -> {
        // Tools that write both spellings need only be right once.
        String value = scalar();
        if ("true".equals(value)) {
          fields.flag(ViewFlag.PASSWORD, true);
        }
      }
      default -> json.skipChildren();
    }
  }

  /** {@code resource_id}, {@code resource-id} and {@code resourceId} are one name. */
  private static String plain(String name) {
    return name.replace("_", "").replace("-", "").toLowerCase(Locale.ROOT);
  }

  private static String orElse(@Nullable String value, String other) {
    return value == null ? other : value;
  }

  private @Nullable String firstOf(@Nullable String known) throws IOException {
    String value = scalar();
    return known == null || known.isEmpty() ? value : known;
  }

  private void flag(NodeFields fields, ViewFlag flag) throws IOException {
    String value = scalar();
    if (value != null) {
      fields.flag(flag, value.equals("true"));
    }
  }

  /** The value that the parser stands on; null for null, an object or an array. */
  private @Nullable String scalar() throws IOException {
    JsonToken token = json.currentToken();
    if (token == JsonToken.VALUE_NULL) {
      return null;
    }
    if (!token.isScalarValue()) {
      passOver();
      return null;
    }
    return json.getText();
  }

  /** {@code [[l,t],[r,b]]}, {@code [l,t,r,b]}, a string, or an object with the four names. */
  private Bounds bounds() throws IOException {
    JsonToken token = json.currentToken();
    if (token == JsonToken.VALUE_NULL) {
      return Bounds.NONE;
    }
    Bounds bounds;
    if (token == JsonToken.START_OBJECT) {
      bounds = namedEdges();
    } else if (token == JsonToken.START_ARRAY) {
      bounds = BoundsText.parse(nestedNumbers());
    } else {
      bounds = BoundsText.parse(json.getText());
    }
    if (bounds == null) {
      repaired = true;
      return Bounds.NONE;
    }
    return bounds;
  }

  private String nestedNumbers() throws IOException {
    StringBuilder numbers = new StringBuilder();
    int depth = 1;
    while (depth > 0) {
      JsonToken token = json.nextToken();
      if (token == null) {
        throw new EOFException();
      } else if (token.isStructStart()) {
        depth++;
      } else if (token.isStructEnd()) {
        depth--;
      } else if (numbers.length() < 100) {
        numbers.append(json.getText()).append(',');
      }
    }
    return numbers.toString();
  }

  private Bounds namedEdges() throws IOException {
    int left = 0;
    int top = 0;
    int right = 0;
    int bottom = 0;
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      json.nextToken();
      switch (name) {
        case "left" -> left = json.getValueAsInt();
        case "top" -> top = json.getValueAsInt();
        case "right" -> right = json.getValueAsInt();
        case "bottom" -> bottom = json.getValueAsInt();
        default -> json.skipChildren();
      }
    }
    return new Bounds(left, top, right, bottom);
  }
}
