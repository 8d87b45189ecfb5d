package dev.varve.tools.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Map;
import java.util.Set;

/**
 * The "never" sentences of the architecture, as far as imports and calls can show them. Accesses
 * are looked at rather than calls, since {@code Instant::now} is a way to read the clock but no
 * call.
 */
final class ArchitectureRules {

  private static final String ENGINE = "dev.varve.engine..";
  private static final String ENGINE_JVM = "dev.varve.engine.jvm..";
  private static final String PROJECTIONS = "dev.varve.projections..";
  private static final String ANDROID = "dev.varve.android..";
  private static final String TOOLS = "dev.varve.tools..";
  private static final String JMH = "dev.varve.jmh..";

  /** The packages whose code runs at replay. */
  private static final String[] LAYERS = {
    "dev.varve.projections.facts..",
    "dev.varve.projections.skills..",
    "dev.varve.projections.screens..",
    "dev.varve.projections.sessions..",
    "dev.varve.projections.recall.."
  };

  private static final DescribedPredicate<JavaClass> ANDROID_LOADS_IT =
      resideInAnyPackage(ENGINE, PROJECTIONS, ANDROID)
          .and(resideOutsideOfPackages(ENGINE_JVM))
          .as("Android loads");

  static final ArchRule ENGINE_KNOWS_NOTHING_BUILT_ON_IT =
      noClasses()
          .that()
          .resideInAPackage(ENGINE)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(PROJECTIONS, TOOLS, JMH, ANDROID, "android..", "androidx..");

  static final ArchRule ENGINE_CORE_KNOWS_NOTHING_OF_THE_JVM_MODULE =
      noClasses()
          .that()
          .resideInAPackage(ENGINE)
          .and()
          .resideOutsideOfPackage(ENGINE_JVM)
          .should()
          .dependOnClassesThat()
          .resideInAPackage(ENGINE_JVM);

  static final ArchRule PROJECTIONS_KNOW_ONLY_THE_ENGINE_CORE =
      noClasses()
          .that()
          .resideInAPackage(PROJECTIONS)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(ENGINE_JVM, TOOLS, JMH, ANDROID, "android..", "androidx..");

  /** Benchmarks may too, for their peers. */
  static final ArchRule ONLY_THE_JVM_MODULE_IMPORTS_JVM_LIBRARIES =
      noClasses()
          .that()
          .resideInAPackage("dev.varve..")
          .and()
          .resideOutsideOfPackages(ENGINE_JVM, JMH)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("net.openhft..", "org.agrona..", "org.conscrypt..");

  static final ArchRule ANDROID_LOADS_NO_PACKAGE_THAT_IT_LACKS =
      noClasses()
          .that(ANDROID_LOADS_IT)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "net.openhft..",
              "org.agrona..",
              "sun..",
              "com.sun..",
              "jdk..",
              "java.sql..",
              "javax.sql..",
              "java.awt..",
              "javax.swing..",
              "java.beans..",
              "java.lang.instrument..",
              "java.lang.management..",
              "java.net.http..",
              "javax.management..",
              "javax.naming..",
              "com.fasterxml.jackson.databind..");

  /** Present in Java 17, absent or late on Android. */
  static final ArchRule ANDROID_LOADS_NO_CLASS_OR_METHOD_THAT_IT_LACKS =
      noClasses()
          .that(ANDROID_LOADS_IT)
          .should()
          .dependOnClassesThat(
              named(
                  "java.util.HexFormat",
                  "java.util.zip.CRC32C",
                  "java.lang.StackWalker",
                  "java.lang.invoke.VarHandle"))
          .orShould()
          .accessTargetWhere(
              calls(
                  Map.of(
                      "java.util.stream.Stream", Set.of("toList"),
                      "java.io.InputStream", Set.of("readAllBytes", "readNBytes", "transferTo"),
                      "java.nio.file.Files", Set.of("readString", "writeString"),
                      "java.nio.file.Path", Set.of("of"),
                      "java.lang.String", Set.of("formatted", "lines"))));

  static final ArchRule A_LAYER_READS_NO_CLOCK =
      noClasses()
          .that()
          .resideInAnyPackage(LAYERS)
          .should()
          .accessTargetWhere(
              calls(Map.of("java.lang.System", Set.of("currentTimeMillis", "nanoTime"))))
          .orShould()
          .accessTargetWhere(currentTimeOfJavaTime())
          .orShould()
          .accessTargetWhere(noArgumentConstructorOf("java.util.Date"))
          .orShould()
          .dependOnClassesThat(
              named(
                  "java.time.Clock",
                  "java.time.InstantSource",
                  "java.util.Calendar",
                  "java.util.GregorianCalendar",
                  "dev.varve.engine.clock.EngineClock"));

  static final ArchRule A_LAYER_READS_NO_RANDOM_SOURCE =
      noClasses()
          .that()
          .resideInAnyPackage(LAYERS)
          .should()
          .dependOnClassesThat(
              assignableTo("java.util.Random").or(resideInAnyPackage("java.util.random..")))
          .orShould()
          .dependOnClassesThat(named("java.util.SplittableRandom"))
          .orShould()
          .accessTargetWhere(
              calls(
                  Map.of(
                      "java.lang.Math", Set.of("random"),
                      "java.lang.StrictMath", Set.of("random"),
                      "java.util.UUID", Set.of("randomUUID"))));

  static final ArchRule A_LAYER_READS_NO_FILE =
      noClasses()
          .that()
          .resideInAnyPackage(LAYERS)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.nio.file..", "java.nio.channels..", "java.net..")
          .orShould()
          .dependOnClassesThat()
          .haveNameMatching("java\\.io\\.(File.*|RandomAccessFile)");

  /** Whatever differs from one machine to the next would make replay differ too. */
  static final ArchRule A_LAYER_READS_NO_SETTING_OF_THE_MACHINE =
      noClasses()
          .that()
          .resideInAnyPackage(LAYERS)
          .should()
          .accessTargetWhere(
              calls(
                  Map.of(
                      "java.lang.System",
                          Set.of("getenv", "getProperty", "getProperties", "identityHashCode"),
                      "java.util.Locale", Set.of("getDefault"),
                      "java.util.TimeZone", Set.of("getDefault"),
                      "java.time.ZoneId", Set.of("systemDefault"),
                      "java.nio.charset.Charset", Set.of("defaultCharset"))));

  static final ArchRule A_LAYER_DOES_NOT_KNOW_THE_LOG_WRITER =
      noClasses()
          .that()
          .resideInAnyPackage(LAYERS)
          .should()
          .dependOnClassesThat(named("dev.varve.engine.log.LogWriter"));

  static final ArchRule THE_READER_DOES_NOT_KNOW_A_WRITER =
      noClasses()
          .that()
          .haveFullyQualifiedName("dev.varve.projections.MemoryReader")
          .should()
          .dependOnClassesThat(
              named("dev.varve.engine.log.LogWriter", "dev.varve.projections.MemoryWriter"));

  /** Math may be faster and differ in the last bit; StrictMath gives the same bits everywhere. */
  static final ArchRule PROJECTIONS_USE_STRICT_MATH =
      noClasses()
          .that()
          .resideInAPackage(PROJECTIONS)
          .should()
          .accessTargetWhere(
              calls(
                  Map.of(
                      "java.lang.Math",
                      Set.of(
                          "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh",
                          "tanh", "exp", "expm1", "log", "log10", "log1p", "pow", "cbrt",
                          "hypot"))));

  static final ArchRule LIBRARIES_PRINT_NOTHING =
      noClasses()
          .that()
          .resideInAnyPackage(ENGINE, PROJECTIONS, ANDROID)
          .should()
          .dependOnClassesThat()
          .resideInAPackage("java.util.logging..")
          .orShould()
          .accessField(System.class, "out")
          .orShould()
          .accessField(System.class, "err")
          .orShould()
          .accessTargetWhere(printStackTrace());

  private ArchitectureRules() {}

  private static DescribedPredicate<JavaClass> named(String... names) {
    Set<String> wanted = Set.of(names);
    return DescribedPredicate.describe(
        "are one of " + wanted, type -> wanted.contains(type.getFullName()));
  }

  private static DescribedPredicate<JavaAccess<?>> calls(Map<String, Set<String>> methodsByOwner) {
    return DescribedPredicate.describe(
        "one of " + methodsByOwner + " is called",
        call ->
            methodsByOwner.entrySet().stream()
                .anyMatch(
                    entry ->
                        call.getTargetOwner().isAssignableTo(entry.getKey())
                            && entry.getValue().contains(call.getTarget().getName())));
  }

  private static DescribedPredicate<JavaAccess<?>> currentTimeOfJavaTime() {
    return DescribedPredicate.describe(
        "now() of a java.time type is called",
        call ->
            call.getTarget().getName().equals("now")
                && call.getTargetOwner().getPackageName().startsWith("java.time"));
  }

  private static DescribedPredicate<JavaAccess<?>> noArgumentConstructorOf(String owner) {
    return DescribedPredicate.describe(
        "new " + owner + "() is called",
        call ->
            call.getTarget() instanceof CodeUnitAccessTarget target
                && target.getOwner().getFullName().equals(owner)
                && target.getName().equals("<init>")
                && target.getRawParameterTypes().isEmpty());
  }

  private static DescribedPredicate<JavaAccess<?>> printStackTrace() {
    return DescribedPredicate.describe(
        "printStackTrace() is called",
        call ->
            call.getTarget() instanceof CodeUnitAccessTarget target
                && target.getName().equals("printStackTrace")
                && target.getRawParameterTypes().isEmpty());
  }
}
