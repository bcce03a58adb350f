import { someText } from '../../../base/text/some-text.ts';
import type { BlockPlan, FlowPlan, TaskPlan } from '../../../language/execution-plan/flow-plan.ts';
import { taskSections, type TaskSection } from '../../../language/flow/flow.ts';
import { groovy, type GroovyCode } from '../../../language/groovy/groovy-code.ts';
import { groovyComment, groovyList, groovyName, groovyNumber, groovyString } from '../../../language/groovy/quote.ts';
import type { RuntimeCalls } from '../../../language/groovy/runtime-calls.ts';
import { isFile, isSecret } from '../../../language/inputs/input.ts';
import type { TaskView } from '../../../language/task-types/task-contract.ts';
import type { RegisteredTaskType } from '../../../language/task-types/task-registry.ts';
import { CalledDefaults } from './called-defaults.ts';
import { composeBlock } from './compose-block.ts';
import { composeFlowSettings, flowTitle, needForFlow, parametersOf, secretDefaults } from './compose-flow-settings.ts';
import { composeTask } from './compose-task.ts';
import { composeValueProblem } from './compose-value-problem.ts';
import { chunks, composeOutputs, composeValues } from './compose-values.ts';
import type { FlowPiece, TaskGroup, TaskPiece } from './pipeline.ts';
import { StepsCollection } from './steps-collection.ts';
import { SupportFunctions } from './support-functions.ts';
import { tasksPerGroup } from './tasks-per-group.ts';

/** What is collected of a flow. */
interface FlowDraft {
  readonly plan: FlowPlan;
  /** Whether it or a calling flow has secrets, which it may pass. */
  readonly hasSecrets: boolean;
  readonly methods: GroovyCode[];
  readonly tasks: TaskGroup[];
}

/** Prints the flows and tasks of a plan, and collects the members that they need. */
export class FlowComposer {
  readonly flows: FlowPiece[] = [];
  readonly calledDefaults = new CalledDefaults();
  readonly support: SupportFunctions;
  readonly steps: StepsCollection;
  readonly #runtime: RuntimeCalls;
  readonly #maxTaskRuns: number | undefined;
  readonly #isCarried: boolean;
  #taskCount = 0;

  /**
   * @param options.maxTaskRuns undefined if no flow has blocks
   * @param options.isCarried whether the build leaves something for another one
   */
  constructor(
    runtime: RuntimeCalls,
    { maxTaskRuns, isCarried }: { readonly maxTaskRuns: number | undefined; readonly isCarried: boolean },
  ) {
    this.#runtime = runtime;
    this.#maxTaskRuns = maxTaskRuns;
    this.#isCarried = isCarried;
    this.support = new SupportFunctions(runtime);
    this.steps = new StepsCollection(runtime, { marksLines: maxTaskRuns !== undefined });
    if (maxTaskRuns !== undefined) runtime.need('blocks');
  }

  /**
   * Adds a flow and its subflows, and returns the expression that runs it: `runFlow(flow_1())`, or
   * `runSubflow(task, flow_2(task.frame))` for one that a task calls.
   * @param hasSecrets whether a calling flow has secrets, which it may pass
   */
  addFlow(plan: FlowPlan, hasSecrets = false): GroovyCode {
    const { number, flow, context } = plan;
    const runtime = this.#runtime;
    needForFlow(runtime, plan);
    const defaults = secretDefaults(plan, this.calledDefaults);
    const place = { number, typeOf: context.typeOf, runtime, defaultParameters: parametersOf(defaults) };
    const values = composeValues(flow, place);
    const outputs = composeOutputs(flow.outputs, { name: groovyName(`flow_${number}_outputs`), runtime });
    const numbers = this.#numberTasks(plan);
    const settings = composeFlowSettings(plan, {
      defaults,
      hasSecrets,
      numbers,
      values: values.length > 0,
      outputs: outputs.length > 0,
      maxTaskRuns: plan.call === undefined ? this.#maxTaskRuns : undefined,
      isCarried: plan.call === undefined && this.#isCarried,
      runtime,
    });
    const title = groovyComment(flowTitle(flow, plan.revision));
    const name = groovyName(`flow_${number}`);
    const inside: FlowDraft = {
      plan,
      hasSecrets: hasSecrets || flow.inputs.some(isSecret),
      methods: [...values, ...outputs],
      tasks: [],
    };
    const { methods, tasks } = inside;
    this.flows.push({ name, isCalled: plan.call !== undefined, title, settings, methods, tasks });
    for (const section of taskSections) {
      const [first = 0] = numbers[section] ?? [];
      this.#addTasks(plan.sections[section], first, inside);
    }
    if (plan.call === undefined) return runtime.call('runFlow', groovy`${name}()`);
    return runtime.call('runSubflow', groovy`task`, groovy`${name}(task.frame)`);
  }

  /** The numbers of the first and the last task of each section; those of called flows and of blocks follow. */
  #numberTasks({ sections }: FlowPlan): Readonly<Partial<Record<TaskSection, readonly [number, number]>>> {
    const numbered = taskSections.flatMap((section) => {
      const range = this.#numberList(sections[section]);
      return section === 'tasks' || sections[section].length > 0 ? [[section, range] as const] : [];
    });
    return Object.fromEntries(numbered);
  }

  #numberList(tasks: readonly TaskPlan[]): readonly [number, number] {
    const first = this.#taskCount + 1;
    this.#taskCount += tasks.length;
    return [first, this.#taskCount];
  }

  /** Adds consecutive tasks of a section or block. */
  #addTasks(plans: readonly TaskPlan[], first: number, inside: FlowDraft): void {
    const groups = chunks(plans, tasksPerGroup).map((group) => ({ group, pieces: [] as TaskPiece[] }));
    for (const { pieces } of groups) inside.tasks.push(pieces);
    let number = first;
    for (const { group, pieces } of groups)
      for (const plan of group) pieces.push(this.#addTask(plan, number++, inside));
  }

  #addTask(plan: TaskPlan, number: number, inside: FlowDraft): TaskPiece {
    const { task, type, work } = plan;
    const { typeOf } = inside.plan.context;
    const runtime = this.#runtime;
    if (work.kind === 'steps') {
      const steps = this.#stepsOf(work.view, type);
      const inBlocks = this.#maxTaskRuns !== undefined;
      const valueProblem = this.#problem(plan);
      return composeTask(plan, { number, typeOf, runtime, steps, view: work.view, valueProblem, inBlocks });
    }
    if (work.kind === 'block') return this.#addBlock(plan, work.block, number, inside);
    if (work.kind === 'wait') {
      // No agent runs it, and Flowgate keeps its limit and sets its outputs.
      const bare = { ...plan, task: { ...task, timeout: undefined, outputSchema: {} }, workerGroup: undefined };
      runtime.need(...Object.values(task.outputSchema));
      const { wait, view, separate } = work;
      const steps = separate === undefined ? this.#stepsOf(view, type) : this.#endOfSegment(type);
      return composeTask(bare, { number, typeOf, runtime, steps, view, wait, valueProblem: this.#problem(plan) });
    }
    // The called flow runs within the timeout of the task.
    if (work.kind === 'call' && task.timeout !== undefined) runtime.need('limitFrame');
    const code = work.kind === 'call' ? this.#runChild(work.plan, inside.hasSecrets) : failAsMissing(work.flow);
    const steps = this.steps.nameOf(code, type.name);
    const isCall = this.#maxTaskRuns !== undefined;
    return composeTask(plan, { number, typeOf, runtime, steps, view: {}, isCall });
  }

  #addBlock(plan: TaskPlan, block: BlockPlan, number: number, inside: FlowDraft): TaskPiece {
    const { typeOf } = inside.plan.context;
    const runtime = this.#runtime;
    if (plan.task.timeout !== undefined) runtime.need('runWithin');
    const addBody = (tasks: readonly TaskPlan[]): GroovyCode => {
      const range = this.#numberList(tasks);
      this.#addTasks(tasks, range[0], inside);
      return groovyList(range.map(groovyNumber));
    };
    const { control, methods } = composeBlock(block, {
      number,
      typeOf,
      runtime,
      isRetried: plan.retry !== undefined,
      addBody,
    });
    inside.methods.push(...methods);
    const steps = this.#stepsOf({}, plan.type);
    return composeTask(plan, { number, typeOf, runtime, steps, view: {}, control, valueProblem: this.#problem(plan) });
  }

  #problem({ task, type }: TaskPlan): GroovyCode | undefined {
    const texts = someText(task.properties, mayBeReference) ? type.texts(task.properties) : [];
    return composeValueProblem(texts, this.#runtime);
  }

  #runChild(plan: FlowPlan, hasSecrets: boolean): GroovyCode {
    const run = this.addFlow(plan, hasSecrets);
    // The parent removes only the files that it downloads itself. In blocks, others may still use them: they are removed at
    // the end.
    const downloads =
      this.#maxTaskRuns === undefined &&
      plan.flow.inputs.some((input) => isFile(input) && input.defaults !== undefined);
    return downloads ? this.#runtime.block('withFiles', run) : run;
  }

  /** A call has no template. */
  #endOfSegment({ name }: RegisteredTaskType): string | undefined {
    return this.steps.nameOf(this.#runtime.call('endSegment', groovy`task`), name);
  }

  #stepsOf(view: TaskView, type: RegisteredTaskType): string | undefined {
    this.support.add(type.support);
    if (view.stop !== undefined) this.#runtime.need('stopScript');
    if (view.outputFiles !== undefined) this.#runtime.need('keepFiles');
    return this.steps.nameOfRendered(type.render(view), type);
  }
}

/** Whether a text may be a single reference, which can stand for a number or boolean; avoids parsing most texts. */
function mayBeReference(text: string): boolean {
  return text.trimStart().startsWith('{{');
}

/** The flow may exist by now, but this Jenkinsfile does not contain it. */
function failAsMissing(flow: string): GroovyCode {
  return groovy`error(${groovyString(`The subflow ${flow} did not exist when this Jenkinsfile was generated`)})`;
}
