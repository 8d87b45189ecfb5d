package dev.varve.projections.screens;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Captures for tests: files beside the tests, and small ones written in place. */
final class Captures {
  private Captures() {}

  static byte[] bytes(String resource) {
    try (InputStream in = Captures.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalArgumentException("no resource " + resource);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static ViewTree tree(String resource) throws CaptureFailedException {
    return ScreenCapture.parse(bytes(resource), resource);
  }

  static ViewTree parse(String capture) throws CaptureFailedException {
    return ScreenCapture.parse(capture.getBytes(StandardCharsets.UTF_8), "capture");
  }

  static String hierarchy(String... nodes) {
    return "<?xml version='1.0' encoding='UTF-8'?><hierarchy rotation=\"0\">"
        + String.join("", nodes)
        + "</hierarchy>";
  }

  static List<String> texts(ViewTree tree) {
    List<String> texts = new ArrayList<>();
    for (ViewNode node : tree.nodes()) {
      if (!node.text().isEmpty()) {
        texts.add(node.text());
      }
    }
    return texts;
  }

  /** All files beside the tests that hold a tree. */
  static List<String> readable() {
    return List.of(
        "cases/01-input_ok_with_noise.xml",
        "cases/02-input.xml",
        "cases/02-input_utf16.xml",
        "cases/03-input.xml",
        "cases/03-input_empty.xml",
        "cases/05-input_home.xml",
        "cases/05-input_home_other_content.xml",
        "cases/05-input_settings.xml",
        "cases/07-input.json",
        "cases/08-input_closed.json",
        "cases/08-input_open.json",
        "cases/12-input.json",
        "cases/14-input_forwarder.xml",
        "cases/14-input_uiautomator.xml",
        "dumps/com.GoldenKiwi.iphone5sios7keyboardFree_splash--base--a97910.json",
        "dumps/com.google.android.apps.nexuslauncher_home--content-a--168e42.xml",
        "dumps/com.google.android.gm_welcome_tour--base--e6cc0d.xml",
        "dumps/com.huawei.android.launcher_home--base--801d76.xml",
        "dumps/com.iml1s.termux_flutter_ide_editor--empty-1--aa5217.xml",
        "dumps/com.paypal.android.p2pmobile_action_required_dialog--base--e15a87.json",
        "dumps/com.simplemobiletools.calendar_event_edit--base--4fb2f1.xml",
        "dumps/com.simplemobiletools.calendar_event_edit--form-1--b822b0.xml",
        "dumps/fractal_catalog--content-a--ec0656.xml",
        "dumps/permission_grant_perm--content-notif3_ver-2--765f13.xml",
        "droidbot/state_2018-06-05_173408.json",
        "droidbot/state_2018-06-05_173441.json",
        "droidbot/state_2018-06-05_173731.json");
  }
}
