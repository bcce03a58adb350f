import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isWaitLine } from '../../src/engines/jenkins/builds/log-marks.ts';
import { LogHeadings } from '../../src/engines/jenkins/builds/log-headings.ts';
import { ShownLog } from '../../src/engines/jenkins/builds/shown-log.ts';
import { readBuildDescription } from '../../src/engines/jenkins/jenkinsfile/build-description.ts';
import { asciiJson } from '../../src/engines/jenkins/jenkinsfile/readable-parameter.ts';
import { transpile } from '../../src/engines/jenkins/jenkinsfile/transpile.ts';
import { carriedOn, readLeftBehind } from '../../src/engines/jenkins/segments/left-behind.ts';
import { segmentParameter } from '../../src/engines/jenkins/segments/segment-parameter.ts';
import { LocalExecution } from '../../src/engines/local/shell/local-execution.ts';
import { planFlow } from '../../src/execution-plan/plan-flow.ts';
import type { PlanOptions, PlanSettings } from '../../src/execution-plan/plan-options.ts';
import { nothingCarried, type Carried, type SegmentStart, type WaitEnd } from '../../src/execution-plan/segment.ts';
import { withoutItems } from '../../src/execution-plan/task-path.ts';
import { tasksOfSegments, type TaskProgress } from '../../src/execution-plan/task-state.ts';
import { inputVariable } from '../../src/language/expressions/reference.ts';
import { searchesAtOnce } from '../../src/language/expressions/search-at-once.ts';
import { defaultFlowLimits } from '../../src/language/document/flow-limits.ts';
import { checkFlow } from '../../src/language/flow/check-flow.ts';
import { eachTask, taskSections, type Task, type ValidatedFlow } from '../../src/language/flow/flow.ts';
import { isFile, isSecret } from '../../src/language/inputs/input.ts';
import { safeFileName } from '../../src/language/inputs/safe-file-name.ts';
import type { TaskRegistry } from '../../src/language/task-types/task-registry.ts';
import { unlimitedTime } from '../../src/language/safe-patterns/time-budget.ts';
import { SecretMask } from '../../src/masking/secret-mask.ts';
import { acceptValues } from '../../src/offline-flows/accept-values.ts';
import type { JsonObject, JsonValue } from '../../src/text/json-value.ts';
import { MiniJenkins, type MiniBuild } from './mini-jenkins.ts';

/** An execution of a flow, for both engines. */
export interface AgreementCase {
  readonly flow: ValidatedFlow;
  readonly taskTypes: TaskRegistry;
  readonly settings: PlanSettings;
  /** The flows that it may call. */
  readonly others?: readonly ValidatedFlow[];
  readonly inputs?: JsonObject;
  /** Contents by input id. */
  readonly files?: Readonly<Record<string, string>>;
  /** Milliseconds after which the execution is stopped. */
  readonly stopAfter?: number;
}

/** What an execution has come to; equal on both engines. */
export interface Outcome {
  readonly state: string;
  readonly reason: string | undefined;
  /** Path and state, in order of their starts. */
  readonly tasks: readonly string[];
  readonly outputs: unknown;
  /** SHA-256 by path. */
  readonly artifacts: Readonly<Record<string, string>>;
  /** The lines of the log, without those of tasks in blocks. */
  readonly log: readonly string[];
  /** The lines of each task in a block. */
  readonly blocks: Readonly<Record<string, readonly string[]>>;
}

const states = {
  SUCCESS: 'SUCCESS',
  UNSTABLE: 'WARNING',
  FAILURE: 'FAILED',
  ABORTED: 'KILLED',
  NOT_BUILT: 'NOT_BUILT',
};

/** A build of an execution. */
interface Segment {
  readonly outcome: Outcome;
  readonly tasks: readonly TaskProgress[];
  /** The task that waits after it. */
  readonly waits: string | undefined;
  readonly elapsed: number;
  readonly workspace: string;
  readonly description: string;
}

/** Runs flows on both engines: their Jenkinsfiles in a JVM, and their plans in this process. Close it when done. */
export class Agreement {
  readonly #jenkins = new MiniJenkins();
  readonly #folder = mkdtempSync(join(tmpdir(), 'flowgate agreement '));
  #runs = 0;

  async run(request: AgreementCase): Promise<{ readonly onJenkins: Outcome; readonly here: Outcome }> {
    return { onJenkins: await this.#onJenkins(request), here: await this.#here(request) };
  }

  close(): void {
    this.#jenkins.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #onJenkins(request: AgreementCase): Promise<Outcome> {
    return (await this.#builds(request, [undefined]))[0]!.outcome;
  }

  /**
   * Runs a flow in two builds, between which it waits before the task with an index of `tasks`; the outcome is that of both,
   * without the wait.
   */
  async inSegments(request: AgreementCase, index: number): Promise<Outcome> {
    const wait = waitTask(request);
    const { tasks } = request.flow;
    const flow = { ...request.flow, tasks: [...tasks.slice(0, index), wait, ...tasks.slice(index)] };
    const [first, second] = await this.#builds({ ...request, flow }, [undefined, { state: 'SUCCESS' }]);
    return second === undefined ? first!.outcome : joined(first!, second, wait.id);
  }

  /** Runs a flow in builds, as long as it waits. @param ends how the wait before each build has ended */
  async #builds(request: AgreementCase, ends: readonly (WaitEnd | undefined)[]): Promise<readonly Segment[]> {
    const { parameters, credentials, server } = await this.#parametersOf(request);
    const options = planOptions(request);
    const { jenkinsfile } = transpile(request.flow, { ...options, parameters: 'external' });
    const { plan } = planFlow(request.flow, undefined, options);
    const segments: Segment[] = [];
    let carried = nothingCarried;
    for (const [index, ended] of ends.entries()) {
      const before = segments.at(-1);
      if (index > 0 && before?.waits === undefined) break;
      const start: SegmentStart = {
        number: index + 1,
        ...(before !== undefined && { from: before.waits }),
        ended,
        elapsed: before?.elapsed ?? 0,
        hasWarning: before?.outcome.state === 'WARNING',
      };
      const sent = asciiJson(segmentParameter(start, plan, { ...carried, files: [] }));
      const build = await this.#jenkins.run(index === 0 ? jenkinsfile : inSameWorkspace(jenkinsfile), {
        parameters: {
          ...parameters,
          ...(index > 0 && { FLOWGATE_EXECUTION_ID: `e/${index + 1}`, FLOWGATE_SEGMENT: sent }),
        },
        credentials,
        keepsFiles: true,
        ...(before !== undefined && { workspace: before.workspace, previousBuilds: [before.description] }),
        ...(request.stopAfter !== undefined && { abortAfter: request.stopAfter }),
      });
      const left = build.segment === undefined ? undefined : readLeftBehind(JSON.parse(build.segment) as JsonValue);
      if (left !== undefined)
        carried = carriedOn(left, { before: carried, artifacts: [], execution: 'e', build: { number: 1 } }) as Carried;
      segments.push({
        outcome: await this.#outcomeOf(build, request),
        tasks: readBuildDescription(build.description)?.tasks ?? [],
        waits: readBuildDescription(build.description)?.waits?.task,
        elapsed: left?.elapsed ?? 0,
        workspace: build.workspace,
        description: build.description ?? '',
      });
    }
    server.close();
    return segments;
  }

  async #parametersOf(request: AgreementCase) {
    const { flow, files = {} } = request;
    const { inputs } = await this.#accepted(request);
    const server = createServer(({ url = '' }, response) => response.end(files[url.slice(1)]));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo; // it listens on a port
    const credentials: Record<string, string> = {};
    const parameters: Record<string, string> = { FLOWGATE_EXECUTION_ID: 'e' };
    const sent: Record<string, JsonObject[string]> = {};
    for (const input of flow.inputs) {
      const value = inputs.passed.get(input.id);
      if (value === undefined) continue;
      const variable = inputVariable(input.id);
      sent[input.id] = typeof value === 'string' ? value : value.source.kind === 'url' ? value.source.url : null;
      if (isSecret(input) && typeof value === 'string') {
        sent[input.id] = '';
        parameters[`FLOWGATE_SECRET_${variable}`] = `secret-of-${variable}`;
        credentials[`secret-of-${variable}`] = value;
      }
      if (isFile(input) && typeof value !== 'string' && value.source.kind === 'content') {
        const { filename, source } = value;
        const size = Buffer.byteLength(files[input.id] ?? '');
        sent[input.id] = { filename, name: safeFileName(filename), size, sha256: source.sha256 };
        parameters[`FLOWGATE_FILE_${variable}`] = `file-of-${variable}`;
        credentials[`file-of-${variable}`] = `http://127.0.0.1:${port}/${input.id}`;
      }
    }
    parameters.FLOWGATE_INPUTS = asciiJson(sent);
    return { parameters, credentials, server };
  }

  async #outcomeOf(build: MiniBuild, request: AgreementCase): Promise<Outcome> {
    const tasks = readBuildDescription(build.description)?.tasks ?? [];
    const { own, inBlocks } = await partsOfLog(build.console);
    return {
      state: states[build.result],
      reason: build.error?.replace(/^java\.lang\.Exception: /, ''),
      tasks: tasksOf(tasks, request),
      outputs: build.outputs === undefined ? {} : JSON.parse(build.outputs),
      artifacts: sorted(build.kept),
      // Flowgate reads the log of a build with LF (src/engines/jenkins/client/log-range.ts).
      log: comparable(linesOf(own.replaceAll(/^ERROR: /gm, '').replaceAll('\r\n', '\n'), build.workspace), request),
      blocks: logsOf(inBlocks, build.workspace),
    };
  }

  async #here(request: AgreementCase): Promise<Outcome> {
    const { flow } = request;
    const folder = join(this.#folder, `${this.#runs++}`);
    const artifacts = join(folder, 'artifacts');
    const { inputs } = await this.#accepted(request);
    const tasks: { readonly path: string; state: string }[] = [];
    let log = '';
    const inBlocks = new Map<string, string>();
    const blocks = blockIds(request);
    const execution = new LocalExecution({
      plan: planFlow(flow, undefined, planOptions(request)).plan,
      passed: inputs.passed,
      secrets: inputs.secrets,
      folder: join(folder, 'execution'),
      artifacts: { folder: artifacts },
      openFile: inputs.openFile,
      report: {
        task: ({ path, state }) => {
          const running = tasks.find((task) => task.path === path && task.state === 'RUNNING');
          if (running === undefined) tasks.push({ path, state });
          else running.state = state;
        },
        log: (text, path) => {
          const isInside =
            path !== undefined &&
            withoutItems(path)
              .split('/')
              .slice(0, -1)
              .some((id) => blocks.has(id));
          if (isInside) inBlocks.set(path, `${inBlocks.get(path) ?? ''}${text}`);
          else log += text;
        },
      },
      searches: searchesAtOnce,
      executionId: 'e',
    });
    const ended = execution.run();
    if (request.stopAfter !== undefined) {
      await Promise.race([ended, pause(request.stopAfter)]);
      execution.stop();
    }
    const { state, reason, outputs } = await ended;
    return {
      state,
      reason,
      tasks: tasksOf(tasks, request),
      outputs: Object.fromEntries([...outputs].map(([id, json]) => [id, JSON.parse(json) as unknown])),
      artifacts: digestsIn(artifacts),
      log: comparable(linesOf(log.replaceAll(notes, ''), join(folder, 'execution', 'workspace')), request),
      blocks: logsOf(inBlocks, join(folder, 'execution', 'workspace')),
    };
  }

  async #accepted({ flow, inputs = {}, files = {}, ...request }: AgreementCase) {
    const paths = new Map<string, string>();
    for (const [id, content] of Object.entries(files)) {
      const folder = mkdtempSync(join(this.#folder, 'file-'));
      paths.set(id, join(folder, `the ${id}.txt`));
      writeFileSync(join(folder, `the ${id}.txt`), content);
    }
    const { plan } = planFlow(flow, undefined, planOptions({ flow, ...request }));
    const accepted = await acceptValues({ flow, plan }, { inputs, files: paths });
    if ('violations' in accepted) throw new Error(`The values are rejected: ${JSON.stringify(accepted.violations)}`);
    return { inputs: accepted };
  }
}

/** A task that waits, to be put into other flows. */
function waitTask({ taskTypes, settings: { vendor, prefix } }: AgreementCase): Task {
  const { flow } = checkFlow(
    {
      text: `id: waits\nnamespace: tests\ntasks:\n  - {id: waits-here, type: dev.${vendor}.plugin.core.flow.Wait, for: 2h}\n`,
      format: 'yaml',
    },
    { taskTypes, vendor, prefix, limits: defaultFlowLimits, makeBudget: unlimitedTime },
  );
  return flow!.tasks[0]!;
}

/** Files that tasks have not declared as outputs are gone in a real later build, but this is not about them. */
function inSameWorkspace(jenkinsfile: string): string {
  return jenkinsfile.replace('\n      deleteDir()\n', '\n');
}

function joined(first: Segment, { outcome, tasks }: Segment, wait: string): Outcome {
  const all = tasksOfSegments(first.tasks, tasks).filter(({ path }) => path !== wait);
  const listed = all.map(({ path, state }) => `${path} ${state}`);
  const isSorted = first.outcome.tasks.join() === [...first.outcome.tasks].toSorted().join();
  const lines = first.outcome.log.filter((line) => !isWaitLine(line));
  return {
    ...outcome,
    state: outcome.state === 'SUCCESS' ? first.outcome.state : outcome.state,
    tasks: isSorted ? listed.toSorted() : listed,
    artifacts: sorted({ ...first.outcome.artifacts, ...outcome.artifacts }),
    log: [...lines, ...outcome.log],
    blocks: { ...first.outcome.blocks, ...outcome.blocks },
  };
}

const notes = /^Flowgate: (?:the tasks of worker group .* run on this machine|no file matches the pattern .*)\n/gm;

/** The ids of the blocks of all flows. */
function blockIds({ flow, others = [] }: AgreementCase): ReadonlySet<string> {
  const tasks = [flow, ...others].flatMap((each) => taskSections.flatMap((section) => each[section]));
  return new Set([...eachTask(tasks)].flatMap(({ id, control }) => (control === undefined ? [] : [id])));
}

/** With blocks, the order depends on which branch is faster. */
function tasksOf(
  tasks: readonly { readonly path: string; readonly state: string }[],
  request: AgreementCase,
): readonly string[] {
  // A task of a call or a block that is retried has one entry.
  const last = new Map(tasks.map(({ path, state }) => [path, state]));
  const listed = [...last].map(([path, state]) => `${path} ${state}`);
  return blockIds(request).size === 0 ? listed : listed.toSorted();
}

/** With blocks, Jenkins prints tolerated failures without the name of the task, and this engine in the log of the task. */
function comparable(lines: readonly string[], request: AgreementCase): readonly string[] {
  return blockIds(request).size === 0 ? lines : lines.filter((line) => line !== '' && !tolerated.test(line));
}

const tolerated = /^Task \S+ (?:failed: |timed out )/;

function logsOf(texts: ReadonlyMap<string, string>, workspace: string): Readonly<Record<string, readonly string[]>> {
  // The numbers of scripts depend on which branch is faster, and messages have some in builds.
  const withoutNumbers = (text: string): string =>
    text.replaceAll(/(\.flowgate\/(?:scripts|branches)\/)[0-9a-f-]+/g, '$1');
  const lines = [...texts].map(([path, text]) => [path, linesOf(withoutNumbers(text), workspace)] as const);
  return Object.fromEntries(
    lines
      .map(([path, all]) => [path, all.filter((line) => line !== '' && !tolerated.test(line))] as const)
      .filter(([, all]) => all.length > 0)
      .toSorted(([left], [right]) => (left < right ? -1 : 1)),
  );
}

/** The lines of the log of a build that tasks in blocks printed, by path, and the others, as users see them. */
async function partsOfLog(
  console: string,
): Promise<{ readonly own: string; readonly inBlocks: ReadonlyMap<string, string> }> {
  const shown = new ShownLog(new SecretMask([]));
  const text = (await shown.push(console)) + (await shown.end());
  const headings = new LogHeadings();
  const inBlocks = new Map<string, string>();
  const own: string[] = [];
  for (const line of text.split('\n')) {
    if (headings.push(line)) continue;
    const { path } = headings;
    if (path === undefined || line.startsWith('[Pipeline] ')) own.push(line);
    else inBlocks.set(path, `${inBlocks.get(path) ?? ''}${line}\n`);
  }
  return { own: own.join('\n'), inBlocks };
}

function planOptions({ taskTypes, settings, others = [] }: AgreementCase): PlanOptions {
  return {
    taskTypes,
    settings,
    subflow: (call) => {
      const flow = others.find(({ namespace, id }) => namespace === call.namespace && id === call.flowId);
      return flow && { flow, revision: 1 };
    },
  };
}

/** The lines of a log, without the places where the engines work. */
function linesOf(log: string, workspace: string): readonly string[] {
  return (
    log
      .replaceAll(workspace, '<workspace>')
      .replaceAll(/(\.flowgate\/scripts\/|build-)(?:[0-9a-f]{16}-)?(\d+)/g, '$1<$2>')
      .replaceAll(/(<workspace>@\w+)-[0-9a-f]{8}/g, '$1')
      .split('\n')
      // A shell reports it if a signal to all processes reaches the task first.
      .filter((line) => line !== 'Terminated')
  );
}

function digestsIn(folder: string): Readonly<Record<string, string>> {
  if (!existsSync(folder)) return {};
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return sorted(
    Object.fromEntries(
      files.map(({ parentPath, name }) => {
        const path = join(parentPath, name);
        return [path.slice(folder.length + 1), createHash('sha256').update(readFileSync(path)).digest('hex')];
      }),
    ),
  );
}

function sorted(record: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(record).toSorted(([left], [right]) => (left < right ? -1 : 1)));
}
