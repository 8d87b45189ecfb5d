package dev.varve.tools.architecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/**
 * Every rule over the classes that the command loads. That each of them can fail is shown by {@link
 * ArchitectureRulesTest}.
 */
@AnalyzeClasses(packages = "dev.varve", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {

  @ArchTest
  static final ArchRule engineKnowsNothingBuiltOnIt =
      ArchitectureRules.ENGINE_KNOWS_NOTHING_BUILT_ON_IT;

  @ArchTest
  static final ArchRule engineCoreKnowsNothingOfTheJvmModule =
      ArchitectureRules.ENGINE_CORE_KNOWS_NOTHING_OF_THE_JVM_MODULE;

  @ArchTest
  static final ArchRule projectionsKnowOnlyTheEngineCore =
      ArchitectureRules.PROJECTIONS_KNOW_ONLY_THE_ENGINE_CORE;

  @ArchTest
  static final ArchRule onlyTheJvmModuleImportsJvmLibraries =
      ArchitectureRules.ONLY_THE_JVM_MODULE_IMPORTS_JVM_LIBRARIES;

  @ArchTest
  static final ArchRule androidLoadsNoPackageThatItLacks =
      ArchitectureRules.ANDROID_LOADS_NO_PACKAGE_THAT_IT_LACKS;

  @ArchTest
  static final ArchRule androidLoadsNoClassOrMethodThatItLacks =
      ArchitectureRules.ANDROID_LOADS_NO_CLASS_OR_METHOD_THAT_IT_LACKS;

  @ArchTest
  static final ArchRule projectionsUseStrictMath = ArchitectureRules.PROJECTIONS_USE_STRICT_MATH;

  @ArchTest static final ArchRule librariesPrintNothing = ArchitectureRules.LIBRARIES_PRINT_NOTHING;

  @ArchTest static final ArchRule aLayerReadsNoClock = ArchitectureRules.A_LAYER_READS_NO_CLOCK;

  @ArchTest
  static final ArchRule aLayerReadsNoRandomSource =
      ArchitectureRules.A_LAYER_READS_NO_RANDOM_SOURCE;

  @ArchTest static final ArchRule aLayerReadsNoFile = ArchitectureRules.A_LAYER_READS_NO_FILE;

  @ArchTest
  static final ArchRule aLayerReadsNoSettingOfTheMachine =
      ArchitectureRules.A_LAYER_READS_NO_SETTING_OF_THE_MACHINE;

  @ArchTest
  static final ArchRule aLayerDoesNotKnowTheLogWriter =
      ArchitectureRules.A_LAYER_DOES_NOT_KNOW_THE_LOG_WRITER;

  @ArchTest
  static final ArchRule theReaderDoesNotKnowAWriter =
      ArchitectureRules.THE_READER_DOES_NOT_KNOW_A_WRITER;
}
