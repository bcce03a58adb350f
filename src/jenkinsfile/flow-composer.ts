import { isFile, isSecret } from '../language/inputs/input.ts';
import { flowName } from '../language/flow/flow-key.ts';
import type { Flow, Task, TaskSection } from '../language/flow/flow.ts';
import type { SubflowCall, TaskContext } from '../language/flow/task-types.ts';
import { typesOfFlow } from '../language/flow/types-of-flow.ts';
import { groovy, sourceOf, type GroovyCode } from '../groovy/groovy-code.ts';
import { groovyComment, groovyNumber, groovyString } from '../groovy/quote.ts';
import type { Problem } from '../problem/problem.ts';
import { CalledDefaults } from './called-defaults.ts';
import { composeFlowCall, groupCalls, withFiles } from './compose-flow-call.ts';
import {
  composeFlowSettings,
  environmentOf,
  flowTitle,
  noteFlowFeatures,
  parametersOf,
  secretDefaults,
  type FlowPlace,
} from './compose-flow-settings.ts';
import {
  defaultCompositionLimits,
  type CalledFlow,
  type ComposeOptions,
  type CompositionLimits,
} from './compose-options.ts';
import { withPlainSecrets } from './compose-subflow.ts';
import { composeTask } from './compose-task.ts';
import { composeValueProblem } from './compose-value-problem.ts';
import { composeOutputs, composeValues } from './compose-values.ts';
import type { FlowPiece, TaskPiece } from './pipeline.ts';
import { supportNames } from './jenkins-library.ts';
import { FeatureSet } from './runtime-features.ts';
import { StepsCollection, withEnvironment } from './steps-collection.ts';

/** Collects the tasks of one flow. */
interface TasksPlace extends FlowPlace {
  readonly context: TaskContext;
  readonly tasks: TaskPiece[];
}

/** Collects flows and tasks in the order of their calls, with numbers that are unique in the Jenkinsfile. */
export class FlowComposer {
  readonly flows: FlowPiece[] = [];
  /** By their source, because two types may have the same function. */
  readonly support = new Map<string, GroovyCode>();
  readonly steps = new StepsCollection();
  readonly problems: Problem[] = [];
  readonly calledDefaults = new CalledDefaults();
  readonly #options: ComposeOptions;
  readonly #limits: CompositionLimits;
  readonly features = new FeatureSet();
  #taskCount = 0;
  /** Steps with the environment that they need, by the source of their template. */
  readonly #knownSteps = new Map<string, GroovyCode>();

  constructor(options: ComposeOptions) {
    this.#options = options;
    this.#limits = options.compositionLimits ?? defaultCompositionLimits;
  }

  /** Adds a flow and its subflows, and returns the expression that runs it. */
  addFlow(flow: Flow, place: FlowPlace): GroovyCode {
    const number = this.flows.length + 1;
    const context = this.#contextOf(flow);
    const defaults = secretDefaults(flow, place, this.calledDefaults);
    const values = composeValues(flow, {
      number,
      typeOf: context.typeOf,
      defaultParameters: parametersOf(defaults),
    });
    const outputs = composeOutputs(flow.outputs, number);
    const environment = environmentOf(flow, this.#options.settings);
    const tasks: TaskPiece[] = [];
    const methods = [...values];
    this.flows.push({
      number: groovyNumber(number),
      title: groovyComment(flowTitle(flow, place.revision)),
      settings: composeFlowSettings(flow, place, { defaults, environment }),
      methods,
      tasks,
    });
    noteFlowFeatures(this.features, flow, place);
    this.features.add('settings', environment !== undefined);
    const run = (section: TaskSection): readonly GroovyCode[] => {
      const calls = this.#addTasks(flow, section, { ...place, context, tasks });
      const grouped = groupCalls(calls, { number, section });
      methods.push(...grouped.methods);
      return grouped.calls;
    };
    const code = composeFlowCall(number, place.call !== undefined, {
      values: values.length > 0,
      tasks: run('tasks'),
      errors: run('errors'),
      atEnd: run('finally'),
      outputs: outputs.length > 0,
    });
    methods.push(...outputs);
    return code;
  }

  /** Adds the enabled tasks of one list, and returns a call for each. */
  #addTasks(flow: Flow, section: TaskSection, place: TasksPlace): readonly GroovyCode[] {
    const enabled = flow[section].filter(({ disabled }) => !disabled);
    return enabled.map((task) => {
      const piece = this.#addTask(task, flow, section, place);
      place.tasks.push(piece);
      return groovy`flowTask(${piece.name}())`;
    });
  }

  #addTask(task: Task, flow: Flow, section: TaskSection, place: TasksPlace): TaskPiece {
    const type = this.#options.taskTypes.find(task.type);
    if (type === undefined) throw new Error(`A validated flow has an unknown task type: ${task.type}`);
    const call = type.subflow?.(task);
    const takesFlowPolicy = section === 'tasks' && call === undefined;
    const { features } = this;
    const taskPlace = {
      number: ++this.#taskCount,
      flow,
      section,
      takesFlowPolicy,
      context: place.context,
      around: place.workerGroup,
      features,
    };
    if (call !== undefined) {
      const child = this.#childOf(call, flow, place);
      // The whole child runs on the task's worker group, or else on its own.
      const workerGroup = task.workerGroup ?? child?.flow.workerGroup;
      const hasSecrets = place.hasSecrets || flow.inputs.some(isSecret);
      const steps = this.#subflowSteps(call, child, flow, {
        ...place,
        hasSecrets,
        workerGroup: workerGroup ?? place.workerGroup,
      });
      const title = `${type.title} ${call.namespace}/${call.flowId}`;
      return composeTask({ ...task, workerGroup }, title, taskPlace, this.steps.nameOf(steps, type.name), { view: {} });
    }
    for (const support of type.support) this.support.set(sourceOf(support), support);
    const view = type.view(task, taskPlace.context);
    const steps = this.#stepsOf(type.render(view), type.support);
    // A template may pass these as its own options.
    features.add('stopScripts', view.stop !== undefined || sourceOf(steps).includes('stop:'));
    features.add('outputFiles', view.outputFiles !== undefined || sourceOf(steps).includes('outputFiles:'));
    const valueProblem = composeValueProblem(type.texts(task.properties), features);
    return composeTask(task, type.title, taskPlace, this.steps.nameOf(steps, type.name), { view, valueProblem });
  }

  /** Most tasks of a type have the same steps, which are inspected once. */
  #stepsOf(rendered: GroovyCode, support: readonly GroovyCode[]): GroovyCode {
    const source = sourceOf(rendered);
    const steps = this.#knownSteps.get(source) ?? withEnvironment(rendered, supportNames(support));
    this.#knownSteps.set(source, steps);
    return steps;
  }

  /** The called flow; undefined if it was not found, or if inlining it would never end. */
  #childOf(call: SubflowCall, parent: Flow, place: FlowPlace): CalledFlow | undefined {
    const path = [...place.path, flowName(parent)];
    const isPossible =
      !path.includes(`${call.namespace}/${call.flowId}`) && path.length <= this.#limits.subflowDepth && this.#hasRoom();
    return isPossible ? this.#options.subflow?.(call) : undefined;
  }

  #subflowSteps(call: SubflowCall, child: CalledFlow | undefined, parent: Flow, place: FlowPlace): GroovyCode {
    if (child === undefined) {
      const message = `The subflow ${call.namespace}/${call.flowId} did not exist when this Jenkinsfile was generated`;
      return groovy`error(${groovyString(message)})`;
    }
    const flow = withPlainSecrets(child.flow, call, parent);
    const path = [...place.path, flowName(parent)];
    const { workerGroup, hasSecrets } = place;
    const run = this.addFlow(flow, { revision: child.revision, path, workerGroup, hasSecrets, call: { call, parent } });
    // The parent removes only the files that it downloads itself.
    return flow.inputs.some((input) => isFile(input) && input.defaults !== undefined) ? withFiles(run) : run;
  }

  /** Whether further flows can be inlined; flows that call each other often would grow exponentially. */
  #hasRoom(): boolean {
    if (this.#taskCount <= this.#limits.tasks) return true;
    if (this.problems.length === 0) {
      const message = `The flow has too many tasks, including those of its subflows; the maximum for one Jenkinsfile is ${this.#limits.tasks}.`;
      this.problems.push({ code: 'jenkinsfile-too-large', message, path: ['tasks'] });
    }
    return false;
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
}
