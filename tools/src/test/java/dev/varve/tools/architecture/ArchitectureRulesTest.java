package dev.varve.tools.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.properties.HasName;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import dev.varve.engine.offender.EngineOffenders;
import dev.varve.projections.facts.offender.LayerOffenders;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A rule that cannot fail proves nothing: each one is shown the code it is meant to catch. */
final class ArchitectureRulesTest {

  private static final String ENGINE = EngineOffenders.class.getName() + "$";
  private static final String LAYER = LayerOffenders.class.getName() + "$";

  private static final JavaClasses ALL = new ClassFileImporter().importClasses(candidates());

  static Stream<Arguments> rulesAndWhatTheyCatch() {
    return Stream.of(
        arguments(ArchitectureRules.ENGINE_KNOWS_NOTHING_BUILT_ON_IT, names(ENGINE, "KnowsALayer")),
        arguments(
            ArchitectureRules.ENGINE_CORE_KNOWS_NOTHING_OF_THE_JVM_MODULE,
            names(ENGINE, "KnowsTheJvmModule")),
        arguments(
            ArchitectureRules.PROJECTIONS_KNOW_ONLY_THE_ENGINE_CORE,
            names(LAYER, "KnowsTheJvmModule")),
        arguments(
            ArchitectureRules.ONLY_THE_JVM_MODULE_IMPORTS_JVM_LIBRARIES,
            names(ENGINE, "ImportsAgrona")),
        arguments(
            ArchitectureRules.ANDROID_LOADS_NO_PACKAGE_THAT_IT_LACKS,
            names(ENGINE, "ImportsAgrona", "ImportsSql")),
        arguments(
            ArchitectureRules.ANDROID_LOADS_NO_CLASS_OR_METHOD_THAT_IT_LACKS,
            names(
                ENGINE,
                "ImportsHexFormat",
                "ImportsCrc32c",
                "CallsStreamToList",
                "CallsReadAllBytes",
                "CallsPathOf",
                "CallsFormatted")),
        arguments(
            ArchitectureRules.LIBRARIES_PRINT_NOTHING,
            names(
                ENGINE,
                "PrintsToStandardOutput",
                "PrintsToStandardError",
                "PrintsAStackTrace",
                "LogsByJavaUtilLogging")),
        arguments(
            ArchitectureRules.A_LAYER_READS_NO_CLOCK,
            names(
                LAYER,
                "ReadsCurrentTimeMillis",
                "ReadsNanoTime",
                "ReadsInstantNow",
                "ReadsInstantNowByReference",
                "ReadsZonedDateTimeNow",
                "TakesAClock",
                "ReadsNewDate")),
        arguments(
            ArchitectureRules.A_LAYER_READS_NO_RANDOM_SOURCE,
            names(
                LAYER,
                "UsesRandom",
                "UsesSecureRandom",
                "UsesThreadLocalRandom",
                "UsesSplittableRandom",
                "UsesMathRandom",
                "UsesRandomUuid")),
        arguments(
            ArchitectureRules.A_LAYER_READS_NO_FILE,
            names(LAYER, "ReadsAFile", "ReadsAFileStream", "ReadsAPath")),
        arguments(
            ArchitectureRules.A_LAYER_READS_NO_SETTING_OF_THE_MACHINE,
            names(LAYER, "ReadsTheDefaultLocale", "ReadsTheEnvironment")),
        arguments(
            ArchitectureRules.A_LAYER_DOES_NOT_KNOW_THE_LOG_WRITER,
            names(LAYER, "KnowsTheLogWriter")),
        arguments(
            ArchitectureRules.PROJECTIONS_USE_STRICT_MATH,
            names(LAYER, "UsesMathPow", "UsesMathExpByReference")));
  }

  @ParameterizedTest
  @MethodSource("rulesAndWhatTheyCatch")
  void catchesEveryOffenderAndNothingElse(ArchRule rule, Set<String> offenders) {
    Set<String> caught = new TreeSet<>();
    for (Class<?> candidate : candidates()) {
      JavaClasses alone = ALL.that(HasName.Predicates.name(candidate.getName()));
      if (rule.allowEmptyShould(true).evaluate(alone).hasViolation()) {
        caught.add(candidate.getName());
      }
    }
    assertEquals(offenders, caught);
  }

  @Test
  void everyOffenderButTheHarmlessOnesIsCaughtBySomeRule() {
    Set<String> caught = new TreeSet<>();
    rulesAndWhatTheyCatch()
        .forEach(arguments -> ((Set<?>) arguments.get()[1]).forEach(n -> caught.add((String) n)));
    Set<String> all = new TreeSet<>();
    candidates().forEach(candidate -> all.add(candidate.getName()));
    assertTrue(all.removeAll(caught));
    assertEquals(names(LAYER, "OfALayer", "UsesExactMath"), all);
    assertFalse(caught.isEmpty());
  }

  private static List<Class<?>> candidates() {
    List<Class<?>> classes = new ArrayList<>();
    classes.addAll(Arrays.asList(EngineOffenders.class.getDeclaredClasses()));
    classes.addAll(Arrays.asList(LayerOffenders.class.getDeclaredClasses()));
    return classes;
  }

  private static Set<String> names(String prefix, String... simpleNames) {
    Set<String> names = new TreeSet<>();
    for (String name : simpleNames) {
      names.add(prefix + name);
    }
    return names;
  }
}
