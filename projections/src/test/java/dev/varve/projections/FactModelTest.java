package dev.varve.projections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.varve.projections.facts.Fact;
import dev.varve.projections.facts.FactKey;
import dev.varve.projections.facts.FactSource;
import dev.varve.projections.facts.FactState;
import dev.varve.projections.facts.RememberFact;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Thousands of random histories against a model that is nothing but a list and three rules. */
class FactModelTest {
  private static final int RUNS = 2_000;
  private static final int OPERATIONS = 20;
  private static final int RUNS_A_LOG = 100;

  /** One version as the model has it. */
  private static final class Version {
    final String value;
    final boolean users;
    final boolean sensitive;
    String state;

    Version(String value, boolean users, boolean sensitive, String state) {
      this.value = value;
      this.users = users;
      this.sensitive = sensitive;
      this.state = state;
    }
  }

  /** The rules, told the other way round: what is believed is a value, a user's or not. */
  private static final class Model {
    final List<Version> versions = new ArrayList<>();

    void remember(String value, boolean byUser, boolean sensitive, boolean confirmed) {
      boolean secret = sensitive || versions.stream().anyMatch(v -> v.sensitive);
      Version believed = last("CURRENT", null);
      if (believed != null && believed.value.equals(value)) {
        if ((byUser && !believed.users) || (secret && !believed.sensitive)) {
          believe(new Version(value, byUser || believed.users, secret, "CURRENT"));
        }
        return;
      }
      boolean mayBelieve =
          (confirmed || !secret) && (byUser || believed == null || !believed.users);
      Version waiting = last("PENDING", value);
      if (mayBelieve) {
        believe(new Version(value, byUser, secret, "CURRENT"));
      } else if (waiting == null || (secret && !waiting.sensitive)) {
        versions.add(new Version(value, byUser, secret, "PENDING"));
      }
    }

    private void believe(Version version) {
      versions.forEach(v -> v.state = "DEPRECATED");
      versions.add(version);
    }

    private Version last(String state, String value) {
      Version last = null;
      for (Version version : versions) {
        if (version.state.equals(state) && (value == null || version.value.equals(value))) {
          last = version;
        }
      }
      return last;
    }
  }

  @Test
  void everyRandomHistoryEndsAsTheModelSays() {
    AgentMemory memory = new Memories().create();
    for (int run = 0; run < RUNS; run++) {
      if (run % RUNS_A_LOG == 0) {
        memory = new Memories().create();
      }
      Random random = new Random(run);
      Map<String, Model> models = new HashMap<>();
      for (int i = 0; i < OPERATIONS; i++) {
        String key = "run" + run + "/" + "ab".charAt(random.nextInt(2));
        String value = "v" + random.nextInt(3);
        FactSource source = FactSource.values()[random.nextInt(FactSource.values().length)];
        boolean sensitive = random.nextInt(8) == 0;
        boolean confirmed = random.nextInt(3) == 0;
        memory
            .writer()
            .remember(
                new RememberFact(
                    FactKey.of(key), value, source, 500, sensitive, confirmed, null, i));
        models
            .computeIfAbsent(key, k -> new Model())
            .remember(value, source == FactSource.USER, sensitive, confirmed);
      }
      for (Map.Entry<String, Model> entry : models.entrySet()) {
        check(run, memory.reader(), entry.getKey(), entry.getValue());
      }
    }
  }

  private static void check(int run, MemoryReader reader, String key, Model model) {
    List<Fact> history = reader.factHistory(key);
    assertEquals(model.versions.size(), history.size(), "versions in run " + run);
    for (int i = 0; i < history.size(); i++) {
      Version expected = model.versions.get(i);
      Fact found = history.get(i);
      String where = "run " + run + ", " + key + " version " + (i + 1);
      assertEquals(i + 1, found.version(), where);
      assertEquals(FactState.valueOf(expected.state), found.state(), where);
      assertEquals(expected.sensitive, found.sensitive(), where);
      assertEquals(expected.users, found.source() == FactSource.USER, where);
      try (FactValue value = reader.open(found)) {
        assertEquals(expected.value, value.asString(), where);
      }
    }
    Version believed = model.last("CURRENT", null);
    try (FactValue value = reader.value(key)) {
      if (believed == null) {
        assertNull(value);
      } else {
        assertEquals(believed.value, value == null ? null : value.asString());
      }
    }
  }
}
