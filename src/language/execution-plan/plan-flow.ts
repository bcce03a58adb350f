import { defaultMaxTaskRuns } from '../../base/config/allowed-values.ts';
import type { Path, Problem } from '../../base/problem/problem.ts';
import { flowName } from '../flow/flow-key.ts';
import { taskSections, type Flow, type RetryPolicy, type Task, type TaskSection } from '../flow/flow.ts';
import { separateCall } from '../flow/separate-calls.ts';
import type { SubflowCall, TaskContext } from '../flow/task-types.ts';
import { typesOfFlow } from '../flow/types-of-flow.ts';
import { isSecret } from '../inputs/input.ts';
import type { RegisteredTaskType } from '../task-types/task-registry.ts';
import { addedInputs } from './added-inputs.ts';
import { plannedCall, withPlainSecrets } from './call-values.ts';
import type { BlockPlan, FlowPlan, PlannedCall, SeparatePlan, TaskPlan, TaskWork } from './flow-plan.ts';
import { planBlock } from './plan-block.ts';
import { defaultCompositionLimits, type CalledFlow, type PlanOptions } from './plan-options.ts';
import { usedRunReferences } from './used-run-references.ts';

export interface Planned {
  readonly plan: FlowPlan;
  /** Problems that only the flow and its subflows together show. */
  readonly problems: readonly Problem[];
}

/**
 * Creates the plan that an engine runs. The same flow and options always give the same plan.
 * @param revision of a stored flow
 */
export function planFlow(flow: Flow, revision: number | undefined, options: PlanOptions): Planned {
  const planner = new FlowPlanner(options);
  const secrets = addedInputs(flow);
  const whole = secrets.length === 0 ? flow : { ...flow, inputs: [...flow.inputs, ...secrets] };
  const { workerGroup, keepWorkspace } = flow;
  const plan = planner.plan(whole, { revision, path: [], workerGroup, keepWorkspace });
  return { plan, problems: planner.problems };
}

interface FlowPlace {
  readonly revision: number | undefined;
  /** The calling flows, outermost first, as `namespace/id`. */
  readonly path: readonly string[];
  /** The worker group around the tasks of the flow. */
  readonly workerGroup: string | undefined;
  /** Whether the executed flow keeps its files: called flows share its workspaces. */
  readonly keepWorkspace: boolean;
  readonly call?: PlannedCall;
}

interface TaskPlace extends FlowPlace {
  readonly flow: Flow;
  readonly section: TaskSection;
  readonly context: TaskContext;
  readonly isInBlock: boolean;
}

class FlowPlanner {
  readonly problems: Problem[] = [];
  readonly #options: PlanOptions;
  readonly #asking = new Map<Flow, boolean>();
  #flowCount = 0;
  #taskCount = 0;

  constructor(options: PlanOptions) {
    this.#options = options;
  }

  plan(flow: Flow, place: FlowPlace): FlowPlan {
    const number = ++this.#flowCount;
    const context = this.#contextOf(flow);
    const sections = taskSections.map((section) => {
      const added = section === 'tasks' ? flow.contributedTasks : [];
      const enabled = flow[section].filter(({ disabled }) => !disabled);
      const taskPlace = { ...place, flow, section, context, isInBlock: false };
      return [section, [...added, ...enabled].map((task) => this.#planTask(task, taskPlace))];
    });
    const { publicUrl, maxTaskRuns = defaultMaxTaskRuns } = this.#options.settings;
    return {
      number,
      flow,
      revision: place.revision,
      context,
      environment: this.#environmentOf(flow),
      runReferences: usedRunReferences(flow, this.#options.taskTypes),
      executionsUrl: publicUrl === undefined ? undefined : `${publicUrl}/ui/executions/`,
      maxTaskRuns,
      ...(place.call !== undefined && { call: place.call }),
      sections: Object.fromEntries(sections) as FlowPlan['sections'], // one entry for each section
    };
  }

  #planTask(task: Task, place: TaskPlace): TaskPlan {
    const type = this.#options.taskTypes.find(task.type);
    if (type === undefined) throw new Error(`A validated flow has an unknown task type: ${task.type}`);
    this.#taskCount += 1;
    const call = type.subflow?.(task);
    const child = call && this.#childOf(call, place);
    // The whole child runs on the task's worker group, or else on its own.
    const hasSteps = call === undefined && task.control === undefined && task.wait === undefined;
    const isInlined = child !== undefined && !this.#isSeparate(call);
    const workerGroup = task.workerGroup ?? (isInlined ? child.flow.workerGroup : undefined);
    return {
      task,
      title: call === undefined ? type.title : `${type.title} ${call.namespace}/${call.flowId}`,
      type,
      onFailure: onFailureOf(task, place),
      // Flowgate itself repeats an execution of its own.
      retry: this.#isSeparate(call) ? undefined : retryOf(task, place, hasSteps),
      workerGroup: workerGroup === place.workerGroup ? undefined : workerGroup,
      keepWorkspace: place.keepWorkspace && workerGroup !== undefined,
      work: this.#workOf(task, type, { call, child, workerGroup }, place),
    };
  }

  #workOf(task: Task, type: RegisteredTaskType, { call, child, workerGroup }: CallPlace, place: TaskPlace): TaskWork {
    if (task.control !== undefined) {
      const inside = { ...place, workerGroup: workerGroup ?? place.workerGroup, isInBlock: true };
      return blockWork(planBlock(task, task.control, (body) => this.#planBody(task, body, inside)));
    }
    if (call === undefined) {
      const view = type.view(task, place.context);
      return task.wait === undefined ? { kind: 'steps', view } : { kind: 'wait', wait: task.wait, view };
    }
    if (child === undefined) return { kind: 'missing', flow: `${call.namespace}/${call.flowId}` };
    if (this.#isSeparate(call))
      return separateWork(task, { call, child, asksPeople: this.#asksPeople(child.flow) }, place);
    const flow = withPlainSecrets(child.flow, call, place.flow);
    const plan = this.plan(flow, {
      revision: child.revision,
      path: [...place.path, flowName(place.flow)],
      workerGroup: workerGroup ?? place.workerGroup,
      keepWorkspace: place.keepWorkspace,
      call: plannedCall(flow, call, place.flow),
    });
    return { kind: 'call', plan };
  }

  #planBody({ bodies = [] }: Task, path: Path, place: TaskPlace): readonly TaskPlan[] {
    const body = bodies.find((each) => isSamePath(each.path, path));
    const tasks = body?.tasks ?? [];
    return tasks.filter(({ disabled }) => !disabled).map((task) => this.#planTask(task, place));
  }

  /** The called flow; undefined if it was not found, or if inlining it would never end. */
  #childOf(call: SubflowCall, { path: outer, flow }: TaskPlace): CalledFlow | undefined {
    const { subflowDepth } = this.#limits;
    const path = [...outer, flowName(flow)];
    const isPossible =
      !path.includes(`${call.namespace}/${call.flowId}`) && path.length <= subflowDepth && this.#hasRoom();
    return isPossible ? this.#options.subflow?.(call) : undefined;
  }

  #isSeparate(call: SubflowCall | undefined): boolean {
    return call?.separate !== undefined && this.#options.inlinesSeparate !== true;
  }

  /** Whether an execution of a flow, or one that it starts, asks people for approval. */
  #asksPeople(flow: Flow): boolean {
    const known = this.#asking.get(flow);
    if (known !== undefined) return known;
    const reached = new Set([flow]);
    for (const each of reached) for (const called of this.#startedBy(each)) reached.add(called);
    const asks = [...reached].some(({ tasks }) =>
      tasks.some(({ disabled, wait }) => !disabled && wait?.kind === 'approval'),
    );
    this.#asking.set(flow, asks);
    return asks;
  }

  #startedBy({ tasks }: Flow): readonly Flow[] {
    return tasks.flatMap((task) => {
      const only = task.disabled ? undefined : separateCall(task);
      const call = only && this.#options.taskTypes.find(only.type)?.subflow?.(only);
      return (call && this.#options.subflow?.(call)?.flow) ?? [];
    });
  }

  /** Whether further flows can be inlined; flows that call each other often would grow exponentially. */
  #hasRoom(): boolean {
    const { tasks } = this.#limits;
    if (this.#taskCount <= tasks) return true;
    if (this.problems.length === 0) {
      const message = `The flow has too many tasks, including those of its subflows; the maximum for one Jenkinsfile is ${tasks}.`;
      this.problems.push({ code: 'jenkinsfile-too-large', message, path: ['tasks'] });
    }
    return false;
  }

  get #limits() {
    return this.#options.compositionLimits ?? defaultCompositionLimits;
  }

  #contextOf(flow: Flow): TaskContext {
    const { vendor, prefix, taskSettings } = this.#options.settings;
    return {
      vendor,
      prefix,
      settings: taskSettings && new Set(Object.keys(taskSettings)),
      inputs: flow.inputs,
      variables: flow.variables,
      typeOf: typesOfFlow(flow),
    };
  }

  /** The settings of the installation that task types request for the environment of a flow, if they are set. */
  #environmentOf({ settings }: Flow): Readonly<Record<string, string>> {
    const { taskSettings = {} } = this.#options.settings;
    return Object.fromEntries(
      settings.flatMap((name) => {
        const value = Object.hasOwn(taskSettings, name) ? taskSettings[name] : undefined;
        return value === undefined ? [] : [[name, value]];
      }),
    );
  }
}

interface CallPlace {
  readonly call: SubflowCall | undefined;
  readonly child: CalledFlow | undefined;
  readonly workerGroup: string | undefined;
}

function separateWork(
  task: Task,
  { call, child, asksPeople }: { readonly call: SubflowCall; readonly child: CalledFlow; readonly asksPeople: boolean },
  place: TaskPlace,
): TaskWork {
  const wait = { kind: 'executions', untilEnd: call.separate?.untilEnd ?? true } as const;
  const separate: SeparatePlan = {
    loop: undefined,
    call: { task, retry: retryOf(task, place, false), onFailure: onFailureOf(task, place) },
    child: { namespace: call.namespace, id: call.flowId, revision: child.revision },
    inputs: plannedCall(child.flow, call, place.flow).inputs,
    secrets: child.flow.inputs.filter(isSecret).map(({ id }) => id),
    untilEnd: wait.untilEnd,
    asksPeople,
  };
  return { kind: 'wait', wait, view: {}, separate };
}

/** A loop whose only task is an execution of its own ends the segment, as that task would. */
function blockWork(block: BlockPlan): TaskWork {
  const [only, ...others] = block.kind === 'loop' ? block.tasks : [];
  const isSeparate = only?.work.kind === 'wait' && only.work.separate !== undefined && others.length === 0;
  if (block.kind !== 'loop' || !isSeparate || only.work.kind !== 'wait' || only.work.separate === undefined)
    return { kind: 'block', block };
  return { ...only.work, separate: { ...only.work.separate, loop: block } };
}

/** Errors and finally tolerate the failures of their tasks; a failure inside a block of theirs ends the block. */
function onFailureOf(task: Task, { section, isInBlock }: TaskPlace): TaskPlan['onFailure'] {
  const isTolerated = task.allowFailure || (section !== 'tasks' && !isInBlock);
  if (!isTolerated) return undefined;
  return section === 'tasks' ? 'WARNING' : 'SUCCESS';
}

function isSamePath(path: Path, other: Path): boolean {
  return path.length === other.length && path.every((part, index) => part === other[index]);
}

/** The flow's policy does not apply to subflows, blocks, waits, errors and finally (docs/reference/flows.md). */
function retryOf(task: Task, { flow, section }: TaskPlace, hasSteps: boolean): RetryPolicy | undefined {
  const policy = task.retry ?? (section === 'tasks' && hasSteps ? flow.retry : undefined);
  return policy?.maxAttempt === 1 ? undefined : policy;
}
