package dev.varve.projections.screens;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.ext.DefaultHandler2;

/** Builds a tree from the elements of a {@code hierarchy} document; see {@link UiAutomatorDump}. */
final class HierarchyHandler extends DefaultHandler2 {
  private static final Set<String> CONTAINERS =
      Set.of("hierarchy", "displays", "display", "window");

  private final NodeFields fields = new NodeFields();
  private @Nullable Locator locator;
  private @Nullable ViewTreeBuilder builder;
  private int depth;
  private boolean namedByClass;
  private boolean boundsRepaired;
  private boolean complete;

  /** Stops the parser; what it means is in the handler. */
  static final class Stop extends SAXException {
    private static final long serialVersionUID = 1L;

    Stop(String problem) {
      super(problem);
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }
  }

  /** Whether the outermost element was closed; what follows it is not the capture's. */
  boolean isComplete() {
    return complete;
  }

  int line() {
    return locator == null ? 1 : Math.max(1, locator.getLineNumber());
  }

  int column() {
    return locator == null ? 1 : Math.max(1, locator.getColumnNumber());
  }

  ViewTree tree(boolean repaired) {
    ViewTreeBuilder finished = builder;
    if (finished == null) {
      finished = newBuilder();
    }
    if (repaired || boundsRepaired) {
      finished.mark(CaptureMark.REPAIRED);
    }
    return finished.build();
  }

  @Override
  public void setDocumentLocator(Locator newLocator) {
    locator = newLocator;
  }

  @Override
  public void startDTD(String name, @Nullable String publicId, @Nullable String systemId)
      throws SAXException {
    throw new Stop("a document type declaration is not allowed");
  }

  @Override
  public InputSource resolveEntity(@Nullable String publicId, @Nullable String systemId)
      throws SAXException {
    throw new Stop("an external entity is not allowed");
  }

  @Override
  public void startElement(String uri, String localName, String name, Attributes attributes)
      throws SAXException {
    depth++;
    if (depth == 1 && !name.equals("hierarchy") && !name.equals("displays")) {
      throw new Stop("the outermost element is not a hierarchy");
    }
    if (CONTAINERS.contains(name)) {
      // Appium gives the hierarchy a class as if it were a node.
      namedByClass |= attributes.getValue("class") != null;
      return;
    }
    if (builder == null) {
      namedByClass = !name.equals("node");
      builder = newBuilder();
    }
    builder.open(read(name, attributes));
  }

  @Override
  public void endElement(String uri, String localName, String name) throws SAXException {
    depth--;
    if (builder != null && !CONTAINERS.contains(name)) {
      builder.close();
    }
    if (depth == 0) {
      complete = true;
      throw new Stop("the end");
    }
  }

  private ViewTreeBuilder newBuilder() {
    return new ViewTreeBuilder(namedByClass ? CaptureBackend.APPIUM : CaptureBackend.UIAUTOMATOR);
  }

  private NodeFields read(String name, Attributes attributes) {
    String className = attributes.getValue("class");
    if (className == null && !name.equals("node")) {
      className = name;
    }
    fields
        .clear()
        .className(className)
        .resourceId(attributes.getValue("resource-id"))
        .packageName(attributes.getValue("package"))
        .text(attributes.getValue("text"))
        .contentDescription(attributes.getValue("content-desc"))
        .bounds(bounds(attributes.getValue("bounds")))
        .flag(ViewFlag.EDITABLE, className != null && className.endsWith("EditText"));
    flag(ViewFlag.VISIBLE, attributes.getValue("visible-to-user"));
    flag(ViewFlag.VISIBLE, attributes.getValue("displayed"));
    flag(ViewFlag.CLICKABLE, attributes.getValue("clickable"));
    flag(ViewFlag.LONG_CLICKABLE, attributes.getValue("long-clickable"));
    flag(ViewFlag.SCROLLABLE, attributes.getValue("scrollable"));
    flag(ViewFlag.CHECKABLE, attributes.getValue("checkable"));
    flag(ViewFlag.CHECKED, attributes.getValue("checked"));
    flag(ViewFlag.ENABLED, attributes.getValue("enabled"));
    flag(ViewFlag.FOCUSABLE, attributes.getValue("focusable"));
    flag(ViewFlag.FOCUSED, attributes.getValue("focused"));
    flag(ViewFlag.PASSWORD, attributes.getValue("password"));
    flag(ViewFlag.SELECTED, attributes.getValue("selected"));
    return fields;
  }

  private void flag(ViewFlag flag, @Nullable String value) {
    if (value != null) {
      fields.flag(flag, value.equals("true"));
    }
  }

  private Bounds bounds(@Nullable String written) {
    if (written == null || written.isEmpty()) {
      return Bounds.NONE;
    }
    Bounds bounds = BoundsText.parse(written);
    if (bounds == null) {
      boundsRepaired = true;
      return Bounds.NONE;
    }
    return bounds;
  }
}
