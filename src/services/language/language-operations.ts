import { checkFlow, problemsOf, type CheckFlowOptions } from '../../flow/check-flow.ts';
import { parseFlowDocument } from '../../flow/document/parse-flow-document.ts';
import type { TimeBudget } from '../../pattern/run-bounded.ts';
import type { CompositionLimits, PipelineSettings } from '../../pipeline/flow-composer.ts';
import { transpile } from '../../pipeline/transpile.ts';
import type { TaskRegistry } from '../../task-registry/task-registry.ts';
import { callKey } from '../subflows/placed-call.ts';
import { unifiedDiff } from '../unified-diff.ts';
import { splitYamlStream } from '../yaml-stream.ts';
import type { LanguageOperations } from './flow-language.ts';

/** The language of an installation. */
export interface LanguageOptions extends Omit<CheckFlowOptions, 'budget'> {
  readonly taskTypes: TaskRegistry;
  readonly settings: PipelineSettings;
  readonly compositionLimits: CompositionLimits;
  /** Makes the time for patterns and schemas of one document. */
  readonly makeBudget?: () => TimeBudget;
}

/** The operations in the thread that calls them. */
export function languageOperations(options: LanguageOptions): LanguageOperations {
  const { taskTypes, settings, compositionLimits, limits } = options;
  return {
    check: (source) => checkFlow(source, { ...options, budget: options.makeBudget?.() }),
    valueOf: (source) => parseFlowDocument(source, limits).document?.value,
    locate({ source, findings }) {
      const { document } = parseFlowDocument(source, limits);
      return document && problemsOf(findings, document);
    },
    transpile: ({ flow, called, revision, parameters }) =>
      transpile(flow, { taskTypes, settings, revision, parameters, subflow: (call) => called.get(callKey(call)), compositionLimits }),
    diff: ({ from, to }) => unifiedDiff(from, to),
    split: ({ text, max }) => splitYamlStream(text, max),
  };
}
