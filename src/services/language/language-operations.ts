import type { CheckFlowOptions } from '../../language/flow/check-flow.ts';
import type { PipelineSettings } from '../../engines/jenkins/jenkinsfile/compose-options.ts';
import type { CompositionLimits } from '../../execution-plan/plan-options.ts';
import { transpile } from '../../engines/jenkins/jenkinsfile/transpile.ts';
import type { TaskRegistry } from '../../language/task-types/task-registry.ts';
import { callKey } from '../subflows/subflow-calls.ts';
import { unifiedDiff } from '../flows/unified-diff.ts';
import { splitYamlStream } from '../flows/yaml-stream.ts';
import type { LanguageOperations } from './flow-language.ts';
import { readingOperations } from './reading-operations.ts';

/** The language of an installation. */
export interface LanguageOptions extends CheckFlowOptions {
  readonly taskTypes: TaskRegistry;
  readonly settings: PipelineSettings;
  readonly compositionLimits: CompositionLimits;
}

/** The operations, run in the calling thread. */
export function languageOperations(options: LanguageOptions): LanguageOperations {
  const { taskTypes, settings, compositionLimits } = options;
  return {
    ...readingOperations(options),
    transpile: ({ flow, called, revision, parameters }) =>
      transpile(flow, {
        taskTypes,
        settings,
        revision,
        parameters,
        subflow: (call) => called.get(callKey(call)),
        compositionLimits,
      }),
    diff: ({ from, to }) => unifiedDiff(from, to),
    split: ({ text, max }) => splitYamlStream(text, max),
  };
}
