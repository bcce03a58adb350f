import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { referenceText } from '../../src/language/expressions/reference.ts';
import type { InputTypeName } from '../../src/language/input-types/input-types.ts';
import type { TaskContext } from '../../src/language/flow/task-types.ts';
import { allFeatures } from '../../src/jenkinsfile/runtime-features.ts';
import { runtimeFor } from '../../src/jenkinsfile/runtime.ts';
import type { JsonObject } from '../../src/problem/json-value.ts';
import { evaluatePiece } from '../../src/language/task-types/evaluate-piece.ts';
import { loadTaskRegistry } from '../../src/task-folders/load-task-registry.ts';
import { ownTaskFolder } from '../../src/task-folders/task-folder.ts';
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

interface GeneratedTask {
  readonly files: Readonly<Record<string, string>>;
  readonly capture: string;
  readonly shell: string;
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
    writeFileSync(script, scriptText(await this.generate(request), request));
    const run = await runProcess('/bin/sh', [script], workspace, { PATH: process.env.PATH, HOME: process.env.HOME });
    const outputs = join(workspace, `${taskFolder}.outputs`);
    return {
      ...run,
      status: scriptStatus(run.status),
      workspace,
      ...(existsSync(outputs) && { outputs: readFileSync(outputs, 'utf8') }),
    };
  }

  /** The files of the task's private folder, including its script. */
  async generate(request: TaskRequest): Promise<GeneratedTask> {
    const type = (await this.#registry).find(`dev.vendor.plugin.${request.type}`);
    if (type === undefined) throw new Error(`Unknown task type ${request.type}`);
    const { properties, outputSchema = {} } = request;
    const task = {
      id: 'one',
      type: `dev.vendor.plugin.${request.type}`,
      disabled: false,
      allowFailure: false,
      outputSchema,
      properties,
    };
    const view = type.view(task, contextOf(request));
    const { values = {} } = request;
    const evaluated = Object.fromEntries(
      Object.entries(view).flatMap(([name, piece]) =>
        typeof piece !== 'object'
          ? []
          : [[name, evaluatePiece(piece, { value: (key) => values[key] ?? '', programs: type.programs })]],
      ),
    ) as Partial<Record<string, string>> & { readonly files?: Readonly<Record<string, string>> }; // as TaskDefinition.local says
    const { script = '', shell = 'sh', stop, returns = 'stdout' } = evaluated;
    const files = { script, ...(stop !== undefined && { stop }), ...evaluated.files };
    return { files, shell, capture: Object.keys(outputSchema).length === 0 ? '' : returns };
  }

  close(): void {
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
  }
}

function contextOf({ types = {}, inputs = [], variables = [] }: TaskRequest): TaskContext {
  return {
    prefix: 'VENDOR',
    vendor: 'vendor',
    inputs: inputs.map((id) => ({ id, type: 'STRING', required: true, constraints: {} })),
    variables: variables.map((name) => ({ name, text: '', value: [] })),
    typeOf: (reference) => types[referenceText(reference)] ?? 'STRING',
  };
}

const taskFolder = '.flowgate/scripts/1';
const agentProgram = textOf(
  String(runtimeFor(allFeatures).code.find((code) => String(code).includes('String agentScript()'))).replace(
    /^[^']*/,
    '',
  ),
);

/** What `sh` runs; `scriptText` of templates/runtime/script.groovy.hbs builds it in the same way. */
function scriptText({ files, capture, shell }: GeneratedTask, { values = {}, limit }: TaskRequest): string {
  const word = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  const names = Object.keys(values);
  return [
    `flowgate_folder=$PWD/${taskFolder}`,
    `flowgate_shell=${shell}`,
    `flowgate_limit=${limit ?? ''}`,
    `flowgate_capture=${capture}`,
    `flowgate_environment() {\n${[...names.map((name) => `export ${name}=${word(values[name] ?? '')}`), `export FLOWGATE_NAMES=${word(names.join(' '))}`].join('\n')}\n}`,
    `flowgate_files() {\n${Object.entries(files)
      .map(([name, text]) => `printf %s ${word(text)} > ${word(name)}`)
      .join(' &&\n')}\n}`,
    // The log combines both outputs; tests need them separately.
    agentProgram.replaceAll(' 2>&3', ''),
  ].join('\n');
}

/** The program exits with 200 if its script succeeds, and with 0 if that exits with 200. */
function scriptStatus(status: number | null): number | null {
  return status === 200 ? 0 : status === 0 ? 200 : status;
}

/** The value of a single-quoted Groovy literal at the start of a piece of code. */
function textOf(code: string): string {
  const quote = code.startsWith("'''") ? "'''" : "'";
  let end = quote.length;
  while (end < code.length && !code.startsWith(quote, end)) end += code[end] === '\\' ? 2 : 1;
  return code.slice(quote.length, end).replace(/\\(u[0-9a-f]{4}|[^])/g, (_, escape: string) => {
    if (escape.length === 5) return String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return { n: '\n', t: '\t', r: '\r', '\n': '' }[escape] ?? escape;
  });
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
