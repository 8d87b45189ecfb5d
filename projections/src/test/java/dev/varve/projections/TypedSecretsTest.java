package dev.varve.projections;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.varve.projections.screens.CaptureFailedException;
import dev.varve.projections.screens.UiAutomatorDump;
import dev.varve.projections.screens.ViewTree;
import dev.varve.projections.sessions.Action;
import dev.varve.projections.sessions.ActionType;
import dev.varve.projections.sessions.Step;
import dev.varve.projections.sessions.StepOutcome;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an agent types into a password field is in no entry. */
class TypedSecretsTest {
  private static final String NAME = "a.b:id/name";
  private static final String SECRET = "a.b:id/pw";

  private final AgentMemory memory = new Memories().create();

  @BeforeEach
  void startATask() {
    Memories.start(memory, "t", "sign in");
  }

  /** A name field above a password field; {@code focused} is the id of the one with the cursor. */
  private static ViewTree screen(String focused) throws CaptureFailedException {
    String dump =
        "<hierarchy rotation=\"0\"><node class=\"F\" package=\"a.b\" bounds=\"[0,0][1000,2000]\">"
            + field(NAME, false, focused, "[0,0][1000,1000]")
            + field(SECRET, true, focused, "[0,1000][1000,2000]")
            + "</node></hierarchy>";
    return UiAutomatorDump.parse(dump.getBytes(StandardCharsets.UTF_8), "dump");
  }

  private static String field(String id, boolean password, String focused, String bounds) {
    return "<node class=\"android.widget.EditText\" package=\"a.b\" resource-id=\""
        + id
        + "\" password=\""
        + password
        + "\" focused=\""
        + id.equals(focused)
        + "\" bounds=\""
        + bounds
        + "\"/>";
  }

  private Action typed(@Nullable String id, int y, ViewTree screen) {
    int x = y < 0 ? -1 : 5_000;
    Action action = Action.on(ActionType.INPUT_TEXT, "hunter2", id, null, null, x, y);
    Memories.step(memory, "t", Memories.step(action, StepOutcome.OK, "a.b", 1), screen);
    List<Step> steps = requireNonNull(memory.reader().session("t")).lastSteps();
    return steps.get(steps.size() - 1).action();
  }

  @Test
  void textForAPasswordFieldIsWithheldHoweverTheFieldIsNamed() throws CaptureFailedException {
    assertNull(typed(SECRET, -1, screen("")).argument());
    assertNull(typed(null, 7_500, screen("")).argument());
    assertNull(typed(null, -1, screen(SECRET)).argument());
    assertEquals(SECRET, typed(SECRET, -1, screen("")).resourceId());
  }

  @Test
  void textIsWithheldWhenItMayHaveGoneIntoAPasswordField() throws CaptureFailedException {
    assertNull(typed(null, -1, screen("")).argument());
  }

  @Test
  void textForAnotherFieldIsKept() throws CaptureFailedException {
    assertEquals("hunter2", typed(NAME, -1, screen("")).argument());
    assertEquals("hunter2", typed(null, 2_500, screen("")).argument());
    assertEquals("hunter2", typed(null, -1, screen(NAME)).argument());
  }
}
