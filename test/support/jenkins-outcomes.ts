import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SecretMask } from '../../src/base/masking/secret-mask.ts';
import type { JsonObject, JsonValue } from '../../src/base/text/json-value.ts';
import { LogHeadings } from '../../src/engines/jenkins/builds/log-headings.ts';
import { isWaitLine } from '../../src/engines/jenkins/builds/log-marks.ts';
import { ShownLog } from '../../src/engines/jenkins/builds/shown-log.ts';
import { readBuildDescription } from '../../src/engines/jenkins/jenkinsfile/build-description.ts';
import { asciiJson } from '../../src/engines/jenkins/jenkinsfile/readable-parameter.ts';
import { transpile } from '../../src/engines/jenkins/jenkinsfile/transpile.ts';
import { carriedOn, readLeftBehind } from '../../src/engines/jenkins/segments/left-behind.ts';
import { segmentParameter } from '../../src/engines/jenkins/segments/segment-parameter.ts';
import { defaultFlowLimits } from '../../src/language/document/flow-limits.ts';
import { planFlow } from '../../src/language/execution-plan/plan-flow.ts';
import {
  nothingCarried,
  type Carried,
  type SegmentStart,
  type WaitEnd,
} from '../../src/language/execution-plan/segment.ts';
import { tasksOfSegments, type TaskProgress } from '../../src/language/execution-plan/task-state.ts';
import { inputVariable } from '../../src/language/expressions/reference.ts';
import { checkFlow } from '../../src/language/flow/check-flow.ts';
import type { Task } from '../../src/language/flow/flow.ts';
import { isFile, isSecret } from '../../src/language/inputs/input.ts';
import { safeFileName } from '../../src/language/inputs/safe-file-name.ts';
import { unlimitedTime } from '../../src/language/safe-patterns/time-budget.ts';
import type { LocalOutcomes } from './local-outcomes.ts';
import { MiniJenkins, type MiniBuild } from './mini-jenkins.ts';
import {
  comparable,
  linesOf,
  logsOf,
  planOptions,
  sorted,
  tasksOf,
  type AgreementCase,
  type Outcome,
} from './outcome.ts';

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

/** Runs the Jenkinsfiles of flows in a JVM. Close it when done. */
export class JenkinsOutcomes {
  readonly #jenkins = new MiniJenkins();
  readonly #local: LocalOutcomes;

  /** @param local accepts the values, as the gateway does */
  constructor(local: LocalOutcomes) {
    this.#local = local;
  }

  close(): void {
    this.#jenkins.close();
  }

  async run(request: AgreementCase): Promise<Outcome> {
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

  /** Runs the build of a segment that begins somewhere, with an empty workspace. */
  async runFrom(request: AgreementCase, start: Omit<SegmentStart, 'number'>, carried: Carried): Promise<Outcome> {
    const { parameters, credentials, server } = await this.#parametersOf(request);
    const options = planOptions(request);
    const { jenkinsfile } = transpile(request.flow, { ...options, parameters: 'external', canBegin: true });
    const { plan } = planFlow(request.flow, undefined, options);
    const build = await this.#jenkins.run(jenkinsfile, {
      parameters: {
        ...parameters,
        FLOWGATE_EXECUTION_ID: 'e/2',
        FLOWGATE_SEGMENT: asciiJson(segmentParameter({ number: 2, ...start }, plan, carried)),
      },
      credentials,
      keepsFiles: true,
    });
    server.close();
    return this.#outcomeOf(build, request);
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
      const build = await this.#jenkins.run(jenkinsfile, {
        parameters: {
          ...parameters,
          ...(index > 0 && { FLOWGATE_EXECUTION_ID: `e/${index + 1}`, FLOWGATE_SEGMENT: sent }),
        },
        credentials,
        keepsFiles: true,
        // Files that tasks have not declared as outputs are gone in a real later build, but this is not about them.
        keepsWorkspace: index > 0 && jenkinsfile.includes('\n      deleteDir()\n'),
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
    const values = await this.#local.accept(request);
    const server = createServer(({ url = '' }, response) => response.end(files[url.slice(1)]));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo; // it listens on a port
    const credentials: Record<string, string> = {};
    const parameters: Record<string, string> = { FLOWGATE_EXECUTION_ID: 'e' };
    const sent: Record<string, JsonObject[string]> = {};
    for (const input of flow.inputs) {
      const value = values.passed.get(input.id);
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
