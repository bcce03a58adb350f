import { FlowRun, type RunEnd, type SegmentPause } from '../../src/engines/local/interpreter/flow-run.ts';
import type { PassedInputs } from '../../src/engines/local/interpreter/passed-inputs.ts';
import type {
  Clock,
  Script,
  ScriptEnd,
  TaskChange,
  WaitPort,
  WorkPlace,
} from '../../src/engines/local/interpreter/run-ports.ts';
import type { SegmentBegin } from '../../src/engines/local/interpreter/segment-begin.ts';
import { TaskList } from '../../src/engines/local/interpreter/task-list.ts';
import { VirtualClock } from '../../src/faces/flow-tests/run/virtual-clock.ts';
import type { FlowPlan } from '../../src/language/execution-plan/flow-plan.ts';
import type { TaskProgress } from '../../src/language/execution-plan/task-state.ts';
import { searchesAtOnce } from '../../src/language/expressions/search-at-once.ts';
import type { CarriedTexts } from '../../src/store/executions/record/carried-texts.ts';
import { planOf } from './local-run.ts';
import { flowText } from './transpile-yaml.ts';

export interface VirtualRun extends VirtualSegment {
  readonly end: RunEnd;
}

export interface VirtualSegment {
  readonly end: RunEnd | SegmentPause;
  /** What it passes on. */
  readonly carried: CarriedTexts;
  /** Path and state, in order, without those that begin. */
  readonly ended: readonly string[];
  readonly tasks: readonly TaskProgress[];
  readonly log: readonly string[];
  /** Path and second of the start of each script. */
  readonly starts: readonly string[];
  /** In seconds. */
  readonly time: number;
  /** The prepared workspaces. */
  readonly places: readonly WorkPlace[];
}

/** What a script does; it takes a second by default. */
export interface VirtualScript {
  readonly seconds?: number;
  readonly status?: number;
  readonly returned?: string;
}

export interface VirtualRunOptions {
  readonly scripts?: (script: Script, run: FlowRun) => VirtualScript | undefined;
  readonly others?: readonly string[];
  readonly maxTasks?: number;
  /** Seconds after which the flow is stopped. */
  readonly stopAfter?: number;
  /** Whether the stop ends no final task. */
  readonly stops?: 'tasks';
  readonly secret?: string;
  readonly waits?: (clock: Clock) => WaitPort;
  /** Where it begins. */
  readonly begin?: SegmentBegin;
  readonly passed?: PassedInputs;
}

export const failing: VirtualScript = { status: 3 };

/** Scripts by their paths, or by the ids of their tasks. */
export const byPath =
  (scripts: Readonly<Record<string, VirtualScript>>) =>
  ({ path }: Script): VirtualScript | undefined =>
    scripts[path] ?? scripts[path.slice(path.lastIndexOf('/') + 1)];

/** Runs the tasks of a flow with scripts that only take virtual time. */
export async function runVirtually(body: string, options: VirtualRunOptions = {}): Promise<VirtualRun> {
  return runPlan(planOf(flowText(body), options.others), options);
}

export async function runPlan(plan: FlowPlan, options: VirtualRunOptions): Promise<VirtualRun> {
  const { end, ...run } = await runSegment(plan, options);
  if (end.state === 'WAITING') throw new Error(`The flow waits at ${end.task}`);
  return { ...run, end };
}

/** Runs a flow until it ends or waits. */
export async function runSegment(plan: FlowPlan, options: VirtualRunOptions): Promise<VirtualSegment> {
  const clock = new VirtualClock();
  const ended: string[] = [];
  const log: string[] = [];
  const starts: string[] = [];
  const tasks = new TaskList();
  const places: WorkPlace[] = [];
  let read: () => CarriedTexts = () => ({ outputs: new Map() });
  const start = clock.now();
  const seconds = (): number => (clock.now() - start) / 1000;
  const { secret = 'no secret', maxTasks = 1000, scripts = () => undefined } = options;
  const attempt = async (script: Script, stop: AbortSignal): Promise<ScriptEnd> => {
    starts.push(`${script.path} ${seconds()}`);
    const does = scripts(script, flow) ?? {};
    const takes = does.seconds ?? 1;
    const limit = script.limit ?? Infinity;
    await clock.sleep(1000 * Math.min(takes, limit), stop);
    if (stop.aborted) return { kind: 'stopped' };
    if (takes > limit) return { kind: 'timed-out' };
    return { kind: 'ended', status: does.status ?? 0, ...(does.returned !== undefined && { returned: does.returned }) };
  };
  const flow = new FlowRun(
    { ...plan, maxTaskRuns: maxTasks },
    {
      runner: {
        prepare: async (place) => void places.push(place),
        remove: async () => undefined,
        workspace: ({ folder }) => (folder === undefined ? '/workspace' : `/workspace/${folder}`),
        fetch: async () => ({ kind: 'fetched' }),
        keep: async () => undefined,
        attempt,
      },
      clock,
      waits: options.waits?.(clock),
      report: {
        task: (change: TaskChange) => {
          tasks.note(change);
          if (change.state !== 'RUNNING') ended.push(`${change.path} ${change.state}`);
        },
        attempt: (change) => tasks.noteAttempt(change),
        items: (path, counts) => tasks.noteItems(path, counts),
        carries: (latest) => (read = latest),
        log: (text, path) => void log.push(`${path ?? ''}: ${text.trimEnd()}`),
      },
      searches: searchesAtOnce,
      random: () => 0.5,
      mask: (text) => text.replaceAll(secret, '****'),
    },
  );
  let end: RunEnd | SegmentPause | undefined;
  let time = 0;
  const { stopAfter = 0 } = options;
  const run = async (): Promise<void> => {
    end = await flow.runSegment(options.passed ?? new Map(), options.begin);
    time = seconds();
  };
  const stop = async (): Promise<void> => {
    await clock.sleep(1000 * stopAfter);
    if (options.stops === 'tasks') flow.stopTasks();
    else flow.stop();
  };
  await clock.together(stopAfter > 0 ? [run, stop] : [run]);
  if (end === undefined) throw new Error('The flow has not ended');
  return { end, carried: read(), ended, tasks: tasks.all, log, starts, time, places };
}
