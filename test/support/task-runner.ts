import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../src/base/text/json-value.ts';
import { agentPrograms } from '../../src/engines/jenkins/jenkinsfile/agent-programs.ts';
import { actionOf, type TaskAction } from '../../src/engines/local/interpreter/task-action.ts';
import { taskFiles, taskText } from '../../src/engines/local/shell/agent-script.ts';
import { referenceText } from '../../src/language/expressions/reference.ts';
import { shellLiteral } from '../../src/language/expressions/shell-text.ts';
import type { TaskContext } from '../../src/language/flow/task-types.ts';
import type { InputTypeName } from '../../src/language/input-types/input-types.ts';
import { loadTaskRegistry } from '../../src/language/task-loader/load-task-registry.ts';
import { ownTaskFolder } from '../../src/language/task-loader/task-folder.ts';
import type { TaskRegistry } from '../../src/language/task-types/task-registry.ts';

export interface TaskRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The fields that the agent returns for the task; undefined if none are requested. */
  readonly outputs?: string;
  readonly workspace: string;
}

export interface TaskRequest {
  /** After `dev.vendor.plugin.`. */
  readonly type: string;
  readonly properties: JsonObject;
  readonly outputSchema?: Readonly<Record<string, InputTypeName>>;
  readonly outputSources?: Readonly<Record<string, string>>;
  /** Declared types by reference: `{'inputs.count': 'INT'}`; any other reference is a STRING. */
  readonly types?: Readonly<Record<string, InputTypeName>>;
  /** The ids of the flow's inputs. */
  readonly inputs?: readonly string[];
  /** The names of the flow's variables. */
  readonly variables?: readonly string[];
  /** The values of the flow, by environment name. */
  readonly values?: Readonly<Record<string, string>>;
  /** Seconds after which the agent stops the task. */
  readonly limit?: number;
  readonly workspace?: string;
}

/**
 * Runs single tasks as an agent does: what their modules and templates generate, with the script of the runtime.
 * The Groovy around it is covered by the tests of Jenkinsfiles.
 */
export class TaskRunner {
  readonly #registry: Promise<TaskRegistry> = loadTaskRegistry({ folders: [ownTaskFolder()], vendor: 'vendor' });
  readonly #folders: string[] = [];

  makeWorkspace(): string {
    // Agents have workspaces with spaces and quotes in their paths.
    const folder = mkdtempSync(join(tmpdir(), 'flowgate it\'s a "task" '));
    this.#folders.push(folder);
    return folder;
  }

  async run(request: TaskRequest): Promise<TaskRun> {
    const workspace = request.workspace ?? this.makeWorkspace();
    const script = join(this.makeWorkspace(), 'script.sh');
    writeFileSync(script, await this.#text(request));
    const run = await runProcess('/bin/sh', [script], workspace, { PATH: process.env.PATH, HOME: process.env.HOME });
    const outputs = join(workspace, `${taskFolder}.outputs`);
    return {
      ...run,
      status: scriptStatus(run.status),
      workspace,
      ...(existsSync(outputs) && { outputs: readFileSync(outputs, 'utf8') }),
    };
  }

  /** What an agent does for a task. */
  async action({
    type: name,
    properties,
    outputSchema = {},
    outputSources,
    ...request
  }: TaskRequest): Promise<ScriptAction> {
    const type = (await this.#registry).find(`dev.vendor.plugin.${name}`);
    if (type === undefined) throw new Error(`Unknown task type ${name}`);
    const common = { id: 'one', type: type.name, disabled: false, allowFailure: false, outputSchema };
    const task = { ...common, ...(outputSources !== undefined && { outputSources }), properties };
    const action = actionOf(type, type.view(task, contextOf(request)), (key) => request.values?.[key] ?? '');
    if (action.kind !== 'script') throw new Error(`${name} runs no script`);
    return action;
  }

  async #text(request: TaskRequest): Promise<string> {
    const { outputSchema = {}, values = {}, limit } = request;
    const script = {
      action: await this.action(request),
      environment: { hidden: [], values: new Map(Object.entries(values)), settings: {} },
      folder: taskFolder,
      limit,
      returnsOutputs: Object.keys(outputSchema).length > 0,
    };
    const files = [...taskFiles(script.action)].map(
      ([name, text]) => `printf %s ${shellLiteral(text)} > ${shellLiteral(name)}`,
    );
    return `flowgate_files() {\n${files.join(' &&\n')}\n}\n${taskText(script, program)}`;
  }

  close(): void {
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
  }
}

type ScriptAction = Extract<TaskAction, { readonly kind: 'script' }>;

function contextOf({
  types = {},
  inputs = [],
  variables = [],
}: Pick<TaskRequest, 'types' | 'inputs' | 'variables'>): TaskContext {
  return {
    prefix: 'VENDOR',
    vendor: 'vendor',
    inputs: inputs.map((id) => ({ id, type: 'STRING', required: true, constraints: {} })),
    variables: variables.map((name) => ({ name, text: '', value: [] })),
    typeOf: (reference) => types[referenceText(reference)] ?? 'STRING',
  };
}

const taskFolder = '.flowgate/scripts/1';
// The log combines both outputs; tests need them separately.
const program = agentPrograms('jenkins').runTask.replaceAll(' 2>&3', '');

/** The program exits with 200 if its script succeeds, and with 0 if that exits with 200. */
function scriptStatus(status: number | null): number | null {
  return status === 200 ? 0 : status === 0 ? 200 : status;
}

function runProcess(
  command: string,
  args: string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<Pick<TaskRun, 'status' | 'stdout' | 'stderr'>> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
    child.on('close', (status) => resolve({ status, stdout, stderr }));
  });
}
