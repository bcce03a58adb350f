package org.jenkinsci.plugins.pipeline.modeldefinition

class Utils {
  static final Set<String> skipped = []

  static void markStageSkippedForConditional(String stage) { skipped.add(stage) }
}
