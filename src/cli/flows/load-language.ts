import type { Environment } from '../../config/environment-reader.ts';
import { loadLanguageConfiguration } from '../../config/load-configuration.ts';
import { checkFlow, problemsOf, type FlowCheck } from '../../language/flow/check-flow.ts';
import { parseFlowDocument } from '../../language/document/parse-flow-document.ts';
import type { ValidatedFlow } from '../../language/flow/flow.ts';
import { transpile } from '../../jenkinsfile/transpile.ts';
import type { ReportedProblem } from '../../problem/problem.ts';
import { loadTaskRegistry, TaskRegistryError } from '../../task-folders/load-task-registry.ts';
import type { LanguageOptions } from '../../services/language/language-operations.ts';
import { languageOptions } from '../../services/language/language-options.ts';
import { TaskModuleDefect } from '../../task-folders/register-task-type.ts';
import { outsideTaskFolder, ownTaskFolder } from '../../task-folders/task-folder.ts';
import type { TaskRegistry } from '../../language/task-types/task-registry.ts';
import { UsageError } from '../command.ts';

/** The flow language of this installation: its task types, vendor, prefix and limits. Needs no Redis. */
export interface Language {
  readonly taskTypes: TaskRegistry;
  readonly options: LanguageOptions;
  /** JSON is YAML, so every document is read as YAML and its problems have positions. */
  check(flowText: string): FlowCheck;
  /**
   * @param flow the result of checking `flowText`
   * @throws {UsageError} for a task module that returns something other than Groovy
   */
  transpile(
    flow: ValidatedFlow,
    flowText: string,
  ): { readonly jenkinsfile: string; readonly problems: readonly ReportedProblem[] };
}

/** @throws {ConfigurationError | UsageError} with every problem of the configuration or the task folders */
export async function loadLanguage(environment: Environment): Promise<Language> {
  const settings = loadLanguageConfiguration(environment);
  const { vendor, limits, taskFolders } = settings;
  const taskTypes = await loadTaskTypes([ownTaskFolder(), ...taskFolders.map(outsideTaskFolder)], vendor);
  const options = languageOptions(settings, taskTypes);
  return {
    taskTypes,
    options,
    // The settings of the gateway that will run the flow are unknown.
    check: (text) => checkFlow({ text, format: 'yaml' }, { ...options, taskSettings: undefined }),
    transpile(flow, text) {
      const { jenkinsfile, problems } = reportingModuleDefects(() =>
        transpile(flow, { taskTypes, settings: options.settings, parameters: 'declared' }),
      );
      // Positions are needed only for problems.
      const document = problems.length === 0 ? undefined : parseFlowDocument({ text, format: 'yaml' }, limits).document;
      return { jenkinsfile, problems: document === undefined ? [] : problemsOf(problems, document) };
    },
  };
}

async function loadTaskTypes(
  folders: Parameters<typeof loadTaskRegistry>[0]['folders'],
  vendor: string,
): Promise<TaskRegistry> {
  try {
    return await loadTaskRegistry({ folders, vendor });
  } catch (error) {
    if (error instanceof TaskRegistryError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

/** Authors of task modules test them here; a stack trace of Flowgate does not help them. */
function reportingModuleDefects<Result>(call: () => Result): Result {
  try {
    return call();
  } catch (error) {
    if (error instanceof TaskModuleDefect) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}
