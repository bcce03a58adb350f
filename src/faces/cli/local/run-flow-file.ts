import { dirname, resolve } from 'node:path';
import { secretProviderNames } from '../../../base/config/allowed-values.ts';
import { loadSecretSettings } from '../../../base/config/load-configuration.ts';
import { AppError } from '../../../base/problem/app-error.ts';
import { didYouMean } from '../../../base/text/nearest-word.ts';
import type { FlowPlan } from '../../../language/execution-plan/flow-plan.ts';
import { planTasks } from '../../../language/execution-plan/plan-tasks.ts';
import { planUpTo } from '../../../language/execution-plan/plan-up-to.ts';
import type { ValidatedFlow } from '../../../language/flow/flow.ts';
import { inputSchema } from '../../../language/inputs/input-schema.ts';
import { openProviders } from '../../../store/secret-providers/open-providers.ts';
import { SecretReader } from '../../../store/secret-providers/secret-reader.ts';
import { acceptValues, type AcceptedValues, type ReadSecret } from '../../offline-flows/accept-values.ts';
import type { FlowFile } from '../../offline-flows/flow-file.ts';
import { prepareFlow, type PreparedFlow } from '../../offline-flows/prepare-flow.ts';
import { exitStatusOf } from '../executions/execution-text.ts';
import { readGivenValues, typedValues } from '../executions/given-values.ts';
import type { RunOptions } from '../executions/run-options.ts';
import type { ExitStatus } from '../exit-status.ts';
import { fileNames } from '../files/file-names.ts';
import { loadLanguageOptions } from '../flows/load-language-options.ts';
import { readFlowFile } from '../flows/read-flow-file.ts';
import type { InputProperties } from '../gateway/execution-client.ts';
import { printProblems } from '../problems/print-problems.ts';
import { jsonText } from '../terminal-text.ts';
import { UsageError, type Terminal } from '../terminal.ts';
import type { FileRunOptions } from './file-run-options.ts';
import { openArtifactFolder } from './kept-files.ts';
import { runHere } from './run-here.ts';
import { outcomeRecord } from './run-outcome.ts';

type Options = Omit<RunOptions, 'server' | 'token' | 'user'> & FileRunOptions;

/**
 * Runs the flow in a file on this machine, without a server, Redis or Jenkins.
 * @param word a path, or `-` for standard input
 * @throws {UsageError} for files and options that cannot be used
 */
export async function runFlowFile(word: string, options: Options, terminal: Terminal): Promise<ExitStatus> {
  requireShell();
  const { task } = options;
  const isJson = options.format === 'json';
  try {
    const file = await readFile(word, terminal);
    const { ready, problems } = await prepare(file, options, terminal);
    await printProblems(problems, terminal.stderr);
    if (ready === undefined) return 1;
    const plan = task === undefined ? ready.plan : planTo(task, ready.plan);
    const approved = approvalsOf(options.approve, plan);
    const artifacts =
      options.artifacts === undefined
        ? undefined
        : await openArtifactFolder(resolve(terminal.workingDirectory, options.artifacts), file.path);
    const accepted = await accept({ flow: ready.flow, plan }, options, terminal);
    if (accepted === undefined) return 1;
    const outcome = await runHere(
      { plan, values: accepted, artifacts, lastTask: task, approved, keepsWorkspace: options['keep-workspace'] },
      { terminal, log: isJson ? terminal.stderr : terminal.stdout },
    );
    if (isJson) terminal.stdout.write(jsonText(outcomeRecord(outcome)));
    return exitStatusOf(outcome.end.state, options.strict);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    terminal.stderr.writeMessage(error.message);
    return 1;
  }
}

/** @throws {UsageError} on Windows @param platform the system, for tests */
export function requireShell(platform: NodeJS.Platform = process.platform): void {
  if (platform === 'win32')
    throw new UsageError(
      'a flow in a file runs in a POSIX shell, which Windows does not have. Use WSL, or run the flow on a server with --server.',
    );
}

async function readFile(word: string, terminal: Terminal): Promise<FlowFile> {
  const { name, bytes } = await readFlowFile(word, terminal);
  return { name, bytes, ...(word !== '-' && { path: resolve(terminal.workingDirectory, word) }) };
}

async function prepare(file: FlowFile, { flows }: Options, terminal: Terminal): Promise<PreparedFlow> {
  const { workingDirectory, environment } = terminal;
  const folders = flows.length > 0 ? flows : [file.path === undefined ? '.' : dirname(file.path)];
  return prepareFlow(file, {
    language: await loadLanguageOptions(environment, { isPrinted: false }),
    roots: folders.map((folder) => resolve(workingDirectory, folder)),
    nameOf: fileNames(workingDirectory),
  });
}

/** @throws {UsageError} if the flow has no such task */
function planTo(taskId: string, plan: FlowPlan): FlowPlan {
  const partial = planUpTo(plan, taskId);
  if (partial !== undefined) return partial;
  const ids = [...planTasks(plan)].flatMap(({ plan: { task }, section }) => (section === 'tasks' ? [task.id] : []));
  throw new UsageError(
    `--task is ${JSON.stringify(taskId)}; the tasks of the flow are ${ids.join(', ')}.${didYouMean(taskId, ids)}`,
  );
}

/** @throws {UsageError} if one of the tasks is no approval */
function approvalsOf(taskIds: readonly string[], { sections }: FlowPlan): ReadonlySet<string> {
  const ids = sections.tasks.flatMap(({ task }) => (task.wait?.kind === 'approval' ? [task.id] : []));
  const other = taskIds.find((id) => !ids.includes(id));
  if (other === undefined) return new Set(taskIds);
  const known = ids.length === 0 ? 'the flow has no approvals' : `the approvals of the flow are ${ids.join(', ')}`;
  throw new UsageError(`--approve is ${JSON.stringify(other)}; ${known}.${didYouMean(other, ids)}`);
}

/** Undefined after violations, which are printed. */
async function accept(
  prepared: { readonly flow: ValidatedFlow; readonly plan: FlowPlan },
  options: Options,
  terminal: Terminal,
): Promise<AcceptedValues | undefined> {
  const given = await readGivenValues(options, terminal);
  const readProperties = () => inputSchema(prepared.flow.inputs).properties as InputProperties; // schemas of single inputs
  const inputs = await typedValues(given, readProperties, terminal);
  const accepted = await acceptValues(prepared, { inputs, files: given.files }, secretSource(terminal));
  if (!('violations' in accepted)) return accepted;
  terminal.stderr.writeLines(...accepted.violations.map(({ inputId, message }) => `${inputId}: ${message}`));
  return undefined;
}

/**
 * Reads secrets with the settings of this shell, which its user may read anyway.
 * @throws {ConfigurationError} from the first reference on
 */
function secretSource({ environment }: Pick<Terminal, 'environment'>): ReadSecret {
  let reader: SecretReader | undefined;
  return (flow, reference) => {
    reader ??= new SecretReader({
      providers: openProviders(loadSecretSettings(environment)),
      prefixes: secretProviderNames.map((name) => ({ namespaces: '*', prefix: `${name}:` })),
      audit: { append: async () => undefined },
      now: () => new Date(),
    });
    return reader.read({ id: '', flow, actor: '' }, reference);
  };
}
