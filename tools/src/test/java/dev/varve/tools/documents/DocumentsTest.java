package dev.varve.tools.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class DocumentsTest {
  static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)(#[^)]*)?\\)");
  static final Pattern TEST_CLASS = Pattern.compile("`([A-Z][A-Za-z0-9]*Test)`");

  final Repository repository = Repository.find();

  @Test
  void everyLinkLeadsToAFile() throws IOException {
    List<String> broken = new ArrayList<>();
    int links = 0;
    for (String document : repository.documents()) {
      Path folder = repository.root().resolve(document).resolveSibling(".");
      for (String target : found(LINK, repository.read(document))) {
        links++;
        if (!target.contains("://") && !Files.exists(folder.resolve(target))) {
          broken.add(document + " -> " + target);
        }
      }
    }
    assertEquals(List.of(), broken);
    assertTrue(links > 20, "only " + links + " links found");
  }

  @Test
  void everyTestThatADocumentNamesIsThere() throws IOException {
    List<String> known = repository.testClasses();
    List<String> missing = new ArrayList<>();
    for (String document : repository.documents()) {
      for (String name : found(TEST_CLASS, repository.read(document))) {
        if (!known.contains(name)) {
          missing.add(document + " names " + name);
        }
      }
    }
    assertEquals(List.of(), missing);
  }

  @Test
  void everyDecisionIsInTheIndex() throws IOException {
    String index = repository.read("docs/adr/README.md");
    for (String document : repository.documents()) {
      String name = document.substring(document.lastIndexOf('/') + 1);
      if (document.startsWith("docs/adr/") && !name.equals("README.md")) {
        assertTrue(index.contains("](" + name + ")"), name);
        String number = Integer.toString(Integer.parseInt(name.substring(0, 4)));
        String title = repository.read(document).lines().findFirst().orElse("");
        assertTrue(title.startsWith("# " + number + ". "), name);
        assertTrue(index.contains("| " + number + " | [" + title.substring(4 + number.length())));
      }
    }
  }

  static List<String> found(Pattern pattern, String text) {
    List<String> found = new ArrayList<>();
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }
}
