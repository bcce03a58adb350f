import { checkFlow, problemsOf, type CheckFlowOptions } from '../../language/flow/check-flow.ts';
import { parseFlowDocument } from '../../language/document/parse-flow-document.ts';
import type { PipelineSettings } from '../../jenkinsfile/compose-options.ts';
import type { CompositionLimits } from '../../plan/plan-options.ts';
import { transpile } from '../../jenkinsfile/transpile.ts';
import type { TaskRegistry } from '../../language/task-types/task-registry.ts';
import { callKey } from '../subflows/subflow-calls.ts';
import { unifiedDiff } from '../flows/unified-diff.ts';
import { splitYamlStream } from '../flows/yaml-stream.ts';
import type { LanguageOperations } from './flow-language.ts';

/** The language of an installation. */
export interface LanguageOptions extends CheckFlowOptions {
  readonly taskTypes: TaskRegistry;
  readonly settings: PipelineSettings;
  readonly compositionLimits: CompositionLimits;
}

/** The operations, run in the calling thread. */
export function languageOperations(options: LanguageOptions): LanguageOperations {
  const { taskTypes, settings, compositionLimits, limits } = options;
  return {
    check: (source) => checkFlow(source, options),
    valueOf: (source) => parseFlowDocument(source, limits).document?.value,
    locate({ source, problems }) {
      const { document } = parseFlowDocument(source, limits);
      return document && problemsOf(problems, document);
    },
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
