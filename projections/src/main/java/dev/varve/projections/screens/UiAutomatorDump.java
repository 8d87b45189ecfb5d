package dev.varve.projections.screens;

import dev.varve.projections.screens.CaptureFailedException.Reason;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/**
 * Reads the XML of {@code uiautomator dump} ({@code <hierarchy><node class=… bounds=…>…}, also with
 * several windows under {@code <displays>}) and Appium's page source for Android, which names the
 * elements by their class.
 *
 * <p>Guarantees: no document type declaration is accepted, no entity but XML's own five is expanded
 * and nothing outside the bytes is read. Text before the document and behind its outermost element
 * is ignored, since the tools print there. Small faults of the tools are repaired as {@link
 * XmlRepair} lists them, and marked; anything else that is not well-formed is refused.
 */
public final class UiAutomatorDump {
  private UiAutomatorDump() {}

  /**
   * The tree in a capture.
   *
   * @param capture the file's bytes, UTF-8 or UTF-16
   * @param name what to call the capture in messages
   * @throws CaptureFailedException when there is no tree in it
   */
  public static ViewTree parse(byte[] capture, String name) throws CaptureFailedException {
    return parse(CaptureText.decode(capture, name));
  }

  static ViewTree parse(CaptureText text) throws CaptureFailedException {
    int start = XmlRepair.start(text.characters());
    text.refuseMessages(start);
    XmlRepair.Result document = XmlRepair.repair(text, start);
    HierarchyHandler handler = new HierarchyHandler();
    try {
      HardenedXml.parse(document.xml(), handler);
    } catch (SAXException e) {
      if (!handler.isComplete()) {
        throw failure(text, start, handler, e);
      }
    }
    return handler.tree(text.repaired() || document.repaired());
  }

  /** Says where and, in words of our own, what: a parser's message may quote the screen's texts. */
  private static CaptureFailedException failure(
      CaptureText text, int start, HierarchyHandler handler, SAXException e) {
    int line = handler.line();
    int column = handler.column();
    String problem = "not well-formed XML, or cut off";
    Reason reason = Reason.MALFORMED;
    if (e instanceof SAXParseException at && at.getLineNumber() > 0) {
      line = at.getLineNumber();
      column = Math.max(1, at.getColumnNumber());
    } else if (e instanceof HierarchyHandler.Stop stop) {
      problem = String.valueOf(stop.getMessage());
      reason = Reason.UNSUPPORTED;
    }
    CaptureFailedException origin = text.failure(reason, start, problem);
    return new CaptureFailedException(
        reason,
        text.name(),
        origin.line() + line - 1,
        line == 1 ? origin.column() + column - 1 : column,
        problem);
  }
}
