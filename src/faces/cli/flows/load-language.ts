import type { Environment } from '../../../base/config/environment.ts';
import type { ReportedProblem } from '../../../base/problem/problem.ts';
import { transpileFlow } from '../../../engines/flow-transpiler.ts';
import { parseFlowDocument } from '../../../language/document/parse-flow-document.ts';
import { checkFlow, problemsOf, type FlowCheck } from '../../../language/flow/check-flow.ts';
import type { ValidatedFlow } from '../../../language/flow/flow.ts';
import type { TaskRegistry } from '../../../language/task-types/task-registry.ts';
import { loadLanguageOptions } from './load-language-options.ts';

/** The flow language of this installation: its task types, vendor, prefix and limits. Needs no Redis. */
export interface Language {
  readonly taskTypes: TaskRegistry;
  /** JSON is YAML, so every document is read as YAML and its problems have positions. */
  check(flowText: string): FlowCheck;
  /**
   * @param flow the result of checking `flowText`
   * @throws {TaskModuleDefect} for a task module that returns something other than Groovy
   */
  transpile(
    flow: ValidatedFlow,
    flowText: string,
  ): { readonly jenkinsfile: string; readonly problems: readonly ReportedProblem[] };
}

/** @throws as loadLanguageOptions */
export async function loadLanguage(environment: Environment): Promise<Language> {
  const options = await loadLanguageOptions(environment, { isPrinted: true });
  const { taskTypes, limits } = options;
  return {
    taskTypes,
    // The settings of the gateway that will run the flow are unknown.
    check: (text) => checkFlow({ text, format: 'yaml' }, { ...options, taskSettings: undefined }),
    transpile(flow, text) {
      const { jenkinsfile, problems } = transpileFlow(flow, {
        taskTypes,
        settings: options.settings,
        parameters: 'declared',
      });
      // Positions are needed only for problems.
      const document = problems.length === 0 ? undefined : parseFlowDocument({ text, format: 'yaml' }, limits).document;
      return { jenkinsfile, problems: document === undefined ? [] : problemsOf(problems, document) };
    },
  };
}
