import type { FlowPlan, TaskPlan } from '../../../execution-plan/flow-plan.ts';
import { groovy, type GroovyCode } from '../../../groovy/groovy-code.ts';
import { groovyComment, groovyName, groovyString } from '../../../groovy/quote.ts';
import type { RuntimeCalls } from '../../../groovy/runtime-calls.ts';
import { taskSections, type TaskSection } from '../../../language/flow/flow.ts';
import { isFile, isSecret } from '../../../language/inputs/input.ts';
import type { TaskView } from '../../../language/task-types/task-contract.ts';
import type { RegisteredTaskType } from '../../../language/task-types/task-registry.ts';
import { someText } from '../../../text/some-text.ts';
import { CalledDefaults } from './called-defaults.ts';
import { composeFlowSettings, flowTitle, needForFlow, parametersOf, secretDefaults } from './compose-flow-settings.ts';
import { composeTask } from './compose-task.ts';
import { composeValueProblem } from './compose-value-problem.ts';
import { composeOutputs, composeValues } from './compose-values.ts';
import type { FlowPiece, TaskGroup, TaskPiece } from './pipeline.ts';
import { StepsCollection } from './steps-collection.ts';
import { SupportFunctions } from './support-functions.ts';
import { tasksPerGroup } from './tasks-per-group.ts';

/** Prints the flows and tasks of a plan, and collects the members that they need. */
export class FlowComposer {
  readonly flows: FlowPiece[] = [];
  readonly calledDefaults = new CalledDefaults();
  readonly support: SupportFunctions;
  readonly steps: StepsCollection;
  readonly #runtime: RuntimeCalls;
  #taskCount = 0;

  constructor(runtime: RuntimeCalls) {
    this.#runtime = runtime;
    this.support = new SupportFunctions(runtime);
    this.steps = new StepsCollection(runtime);
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
    const outputs = composeOutputs(flow.outputs, place);
    const numbers = this.#numberTasks(plan);
    const tasks: TaskGroup[] = [];
    const settings = composeFlowSettings(plan, {
      defaults,
      hasSecrets,
      numbers,
      values: values.length > 0,
      outputs: outputs.length > 0,
      runtime,
    });
    const title = groovyComment(flowTitle(flow, plan.revision));
    this.flows.push({
      name: groovyName(`flow_${number}`),
      isCalled: plan.call !== undefined,
      title,
      settings,
      methods: [...values, ...outputs],
      tasks,
    });
    const passesSecrets = hasSecrets || flow.inputs.some(isSecret);
    for (const section of taskSections) {
      const [first = 0] = numbers[section] ?? [];
      const pieces = plan.sections[section].map((task, index) =>
        this.#addTask(task, first + index, plan, passesSecrets),
      );
      for (let start = 0; start < pieces.length; start += tasksPerGroup)
        tasks.push(pieces.slice(start, start + tasksPerGroup));
    }
    const name = groovyName(`flow_${number}`);
    if (plan.call === undefined) return runtime.call('runFlow', groovy`${name}()`);
    return runtime.call('runSubflow', groovy`task`, groovy`${name}(task.frame)`);
  }

  /** The numbers of the first and the last task of each section; those of called flows follow. */
  #numberTasks({ sections }: FlowPlan): Readonly<Partial<Record<TaskSection, readonly [number, number]>>> {
    const numbered = taskSections.flatMap((section) => {
      const first = this.#taskCount + 1;
      this.#taskCount += sections[section].length;
      return section === 'tasks' || sections[section].length > 0 ? [[section, [first, this.#taskCount]] as const] : [];
    });
    return Object.fromEntries(numbered);
  }

  #addTask(plan: TaskPlan, number: number, { context }: FlowPlan, hasSecrets: boolean): TaskPiece {
    const { task, type, work } = plan;
    const { typeOf } = context;
    const runtime = this.#runtime;
    if (work.kind === 'steps') {
      const steps = this.#stepsOf(work.view, type);
      const texts = someText(task.properties, mayBeReference) ? type.texts(task.properties) : [];
      const valueProblem = composeValueProblem(texts, runtime);
      return composeTask(plan, { number, typeOf, runtime, steps, view: work.view, valueProblem });
    }
    if (work.kind === 'block') throw new TypeError(`Blocks do not run on Jenkins yet: ${task.id}`);
    // The called flow runs within the timeout of the task.
    if (work.kind === 'call' && task.timeout !== undefined) runtime.need('requireTime');
    const code = work.kind === 'call' ? this.#runChild(work.plan, hasSecrets) : failAsMissing(work.flow);
    const steps = this.steps.nameOf(code, type.name);
    return composeTask(plan, { number, typeOf, runtime, steps, view: {} });
  }

  #runChild(plan: FlowPlan, hasSecrets: boolean): GroovyCode {
    const run = this.addFlow(plan, hasSecrets);
    // The parent removes only the files that it downloads itself.
    const downloads = plan.flow.inputs.some((input) => isFile(input) && input.defaults !== undefined);
    return downloads ? this.#runtime.block('withFiles', run) : run;
  }

  #stepsOf(view: TaskView, type: RegisteredTaskType): string | undefined {
    this.support.add(type.support);
    if (view.stop !== undefined) this.#runtime.need('stopScript');
    if (view.outputFiles !== undefined) this.#runtime.need('archiveFiles');
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
