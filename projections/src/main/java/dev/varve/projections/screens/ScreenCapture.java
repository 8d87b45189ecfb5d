package dev.varve.projections.screens;

/** Reads a capture of any known kind, told apart by its first character. */
public final class ScreenCapture {
  private ScreenCapture() {}

  /**
   * The tree in a capture: JSON when it starts with a brace or a bracket, else XML.
   *
   * @param capture the file's bytes
   * @param name what to call the capture in messages
   * @throws CaptureFailedException when there is no tree in it
   * @see UiAutomatorDump
   * @see DroidBotState
   */
  public static ViewTree parse(byte[] capture, String name) throws CaptureFailedException {
    CaptureText text = CaptureText.decode(capture, name);
    String start = text.characters();
    for (int i = 0; i < start.length(); i++) {
      char c = start.charAt(i);
      if (c == '{' || c == '[') {
        return DroidBotState.parse(text);
      } else if (c > ' ') {
        break;
      }
    }
    return UiAutomatorDump.parse(text);
  }
}
