import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunEnd, SegmentPause } from '../../src/engines/local/interpreter/flow-run.ts';
import type { SegmentBegin } from '../../src/engines/local/interpreter/segment-begin.ts';
import { LocalExecution } from '../../src/engines/local/shell/local-execution.ts';
import { acceptValues, type AcceptedValues } from '../../src/faces/offline-flows/accept-values.ts';
import type { FlowPlan } from '../../src/language/execution-plan/flow-plan.ts';
import { planFlow } from '../../src/language/execution-plan/plan-flow.ts';
import { withoutItems } from '../../src/language/execution-plan/task-path.ts';
import { searchesAtOnce } from '../../src/language/expressions/search-at-once.ts';
import type { CarriedTexts } from '../../src/store/executions/record/carried-texts.ts';
import {
  blockIds,
  comparable,
  digestsIn,
  linesOf,
  logsOf,
  planOptions,
  tasksOf,
  type AgreementCase,
  type Outcome,
} from './outcome.ts';
import { addedWait, waitingBefore } from './segments.ts';

/** What a run has come to so far; several segments add to it. */
interface RunSoFar {
  readonly folder: string;
  readonly tasks: { readonly path: string; state: string }[];
  readonly inBlocks: Map<string, string>;
  readonly files: Set<string>;
  log: string;
}

/** Runs the plans of flows in this process. Close it when done. */
export class LocalOutcomes {
  readonly #folder = mkdtempSync(join(tmpdir(), 'flowgate outcomes '));
  #runs = 0;

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async accept({ flow, inputs = {}, files = {}, ...request }: AgreementCase): Promise<AcceptedValues> {
    const paths = new Map<string, string>();
    for (const [id, content] of Object.entries(files)) {
      const folder = mkdtempSync(join(this.#folder, 'file-'));
      paths.set(id, join(folder, `the ${id}.txt`));
      writeFileSync(join(folder, `the ${id}.txt`), content);
    }
    const { plan } = planFlow(flow, undefined, planOptions({ flow, ...request }));
    const accepted = await acceptValues({ flow, plan }, { inputs, files: paths });
    if ('violations' in accepted) throw new Error(`The values are rejected: ${JSON.stringify(accepted.violations)}`);
    return accepted;
  }

  planOf(request: AgreementCase): FlowPlan {
    return planFlow(request.flow, undefined, planOptions(request)).plan;
  }

  async run(request: AgreementCase): Promise<Outcome> {
    const soFar = this.#begin();
    const { end, workspace } = await this.#segment(request, this.planOf(request), soFar);
    if (end.state === 'WAITING') throw new Error(`The flow waits at ${end.task}`);
    return outcomeOf(end, soFar, request, workspace);
  }

  /**
   * Runs a flow in two segments: until a task of `tasks`, and from that task on. The workspace is kept in between:
   * the suites know what is in it, but a flow must not rely on it.
   */
  async runInSegments(request: AgreementCase, from: string): Promise<Outcome> {
    const soFar = this.#begin();
    const whole = this.planOf(request);
    const plan = { ...whole, flow: { ...whole.flow, keepWorkspace: true } };
    const first = await this.#segment(request, waitingBefore(plan, from), soFar);
    if (first.end.state !== 'WAITING') return outcomeOf(first.end, soFar, request, first.workspace);
    soFar.tasks.splice(
      soFar.tasks.findIndex(({ path }) => path === addedWait),
      1,
    );
    const { elapsed, hasWarning } = first.end;
    const begin = { from, elapsed, hasWarning, ...first.carried };
    const { end, workspace } = await this.#segment(request, plan, soFar, begin);
    if (end.state === 'WAITING') throw new Error(`The flow waits at ${end.task}`);
    return outcomeOf(end, soFar, request, workspace);
  }

  /** Runs the segment of a flow that begins somewhere, with an empty workspace. */
  async runFrom(request: AgreementCase, begin: SegmentBegin): Promise<Outcome> {
    const soFar = this.#begin();
    const { end, workspace } = await this.#segment(request, this.planOf(request), soFar, begin);
    if (end.state === 'WAITING') throw new Error(`The flow waits at ${end.task}`);
    return outcomeOf(end, soFar, request, workspace);
  }

  #begin(): RunSoFar {
    const folder = join(this.#folder, `${this.#runs++}`);
    return { folder, tasks: [], inBlocks: new Map(), files: new Set(), log: '' };
  }

  async #segment(
    request: AgreementCase,
    plan: FlowPlan,
    soFar: RunSoFar,
    begin?: SegmentBegin,
  ): Promise<{ readonly end: RunEnd | SegmentPause; readonly carried: CarriedTexts; readonly workspace: string }> {
    const { folder, tasks, inBlocks, files } = soFar;
    const values = await this.accept(request);
    const blocks = blockIds(request);
    let read: () => CarriedTexts = () => ({ outputs: new Map() });
    const artifacts = join(folder, 'artifacts');
    const again = new Set(begin && plan.flow.contributedTasks.map(({ id }) => id));
    const execution = new LocalExecution({
      plan,
      passed: values.passed,
      secrets: values.secrets,
      folder: join(folder, 'execution'),
      keptFolder: join(folder, 'kept'),
      artifacts: { folder: artifacts, earlier: [...files].map((path) => ({ path, folder: artifacts })) },
      openFile: values.openFile,
      report: {
        task: ({ path, state }) => {
          const running = tasks.find((task) => task.path === path && task.state === 'RUNNING');
          if (running === undefined) tasks.push({ path, state });
          else running.state = state;
        },
        log: (text, path) => {
          const ids = path === undefined ? [] : withoutItems(path).split('/');
          if (again.has(ids[0] ?? '')) return;
          if (path !== undefined && ids.slice(0, -1).some((id) => blocks.has(id)))
            inBlocks.set(path, `${inBlocks.get(path) ?? ''}${text}`);
          else soFar.log += text;
        },
        carries: (latest) => (read = latest),
        keeps: (_, kept) => kept.forEach((path) => files.add(path)),
      },
      searches: searchesAtOnce,
      executionId: 'e',
    });
    const ended = execution.runSegment(begin);
    if (request.stopAfter !== undefined) {
      await Promise.race([ended, pause(request.stopAfter)]);
      execution.stop();
    }
    const end = await ended;
    await execution.remove();
    const workspace = join(folder, plan.flow.keepWorkspace ? 'kept' : 'execution', 'workspace');
    return { end, carried: read(), workspace };
  }
}

function outcomeOf(
  { state, reason, outputs }: RunEnd,
  { folder, tasks, log, inBlocks }: RunSoFar,
  request: AgreementCase,
  workspace: string,
): Outcome {
  return {
    state,
    reason,
    tasks: tasksOf(tasks, request),
    outputs: Object.fromEntries([...outputs].map(([id, json]) => [id, JSON.parse(json) as unknown])),
    artifacts: digestsIn(join(folder, 'artifacts')),
    log: comparable(linesOf(log.replaceAll(notes, ''), workspace), request),
    blocks: logsOf(inBlocks, workspace),
  };
}

const notes = /^Flowgate: (?:the tasks of worker group .* run on this machine|no file matches the pattern .*)\n/gm;
