import { transpileFlow, type TranspileSettings } from '../../engines/flow-transpiler.ts';
import { switchDisabled } from '../../language/document/switch-disabled.ts';
import type { LanguageOperations } from './flow-language.ts';
import { importJobSource } from './import-job-source.ts';
import { planningOperations, type PlanningOptions } from './planning-operations.ts';
import { callKey } from './subflow-calls.ts';
import { unifiedDiff } from './unified-diff.ts';
import { splitYamlStream } from './yaml-stream.ts';

/** The language of an installation. */
export interface LanguageOptions extends PlanningOptions {
  readonly settings: TranspileSettings;
}

/** The operations, run in the calling thread. */
export function languageOperations(options: LanguageOptions): LanguageOperations {
  const { taskTypes, settings, compositionLimits } = options;
  return {
    ...planningOperations(options),
    transpile: ({ flow, called, revision, parameters, canBegin }) =>
      transpileFlow(flow, {
        taskTypes,
        settings,
        revision,
        parameters,
        canBegin,
        subflow: (call) => called.get(callKey(call)),
        compositionLimits,
      }),
    diff: ({ from, to }) => unifiedDiff(from, to),
    switch: (request) => switchDisabled(request, options.limits),
    split: ({ text, max }) => splitYamlStream(text, max),
    import: (request) => importJobSource(request, options),
  };
}
