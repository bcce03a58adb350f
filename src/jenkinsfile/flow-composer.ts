import { inputVariable } from '../language/expressions/reference.ts';
import { flowName } from '../language/flow/flow-key.ts';
import type { Flow, Task, TaskSection, ValidatedFlow } from '../language/flow/flow.ts';
import { worksOnRecordings } from '../language/flow/rosbag-variables.ts';
import type { SubflowCall, TaskContext } from '../language/flow/task-types.ts';
import { typesOfFlow } from '../language/flow/types-of-flow.ts';
import { groovy, indentGroovy, joinGroovy, sourceOf, type GroovyCode } from '../groovy/groovy-code.ts';
import { groovyComment, groovyMap, groovyMapBlock, groovyName, groovyNumber, groovyString } from '../groovy/quote.ts';
import { isFile, isSecret } from '../language/inputs/input.ts';
import type { Problem } from '../problem/problem.ts';
import type { TaskRegistry } from '../language/task-types/task-registry.ts';
import { CalledDefaults, defaultCredential, type CalledDefault } from './called-defaults.ts';
import { composeSubflowSettings, mayTakeDefault, withPlainSecrets } from './compose-subflow.ts';
import { composeTask } from './compose-task.ts';
import { composeValueFault } from './compose-value-fault.ts';
import { chunks, composeOutputs, composeValues } from './compose-values.ts';
import type { FlowPiece, TaskPiece } from './pipeline.ts';
import { supportNames } from './jenkins-library.ts';
import { FeatureSet } from './runtime-features.ts';
import { withEnvironment } from './steps-environment.ts';
import { StepsCollection } from './steps-collection.ts';

export interface ComposeOptions {
  readonly taskTypes: TaskRegistry;
  readonly settings: PipelineSettings;
  /** Shown in the header. */
  readonly revision?: number;
  /** Whether the text declares the parameters, for people who run it by hand, or the job's config.xml does. */
  readonly parameters: 'declared' | 'external';
  /** The flow that a subflow task calls; undefined when there is none. */
  readonly subflow?: (call: SubflowCall) => CalledFlow | undefined;
  /** `defaultCompositionLimits` when absent. */
  readonly compositionLimits?: CompositionLimits;
}

/** A flow that a subflow task calls, at the revision that is inlined. */
export interface CalledFlow {
  readonly flow: ValidatedFlow;
  readonly revision: number;
}

/** What an installation says about all its Jenkinsfiles. */
export interface PipelineSettings {
  readonly vendor: string;
  readonly prefix: string;
  /** Where workers find recordings; they see it as `FLOWGATE_ROSBAG_URL`. */
  readonly rosbagUrl?: string;
  /** The shared library in Jenkins that holds the runtime, `flowgate@1.0`; each Jenkinsfile holds its own when absent. */
  readonly jenkinsLibrary?: string;
}

/** What bounds a flow together with its subflows (DESIGN 10). */
export interface CompositionLimits {
  /** Of one Jenkinsfile, inlined ones included. */
  readonly tasks: number;
  /** How deep subflows may call each other. */
  readonly subflowDepth: number;
}

export const defaultCompositionLimits: CompositionLimits = { tasks: 1000, subflowDepth: 10 };

/**
 * Calls in one method. Jenkins saves with each step all calls that are left in the methods that run, so that a long list
 * is split into methods, as many as each has calls.
 */
const maxDirectCalls = 10;

interface FlowPlace {
  readonly revision: number | undefined;
  /** The flows around this one, outermost first, as `namespace/id`. */
  readonly path: readonly string[];
  /** The group of the node that the flow's tasks find themselves on. */
  readonly workerGroup: string | undefined;
  /** Whether a flow around this one has secrets, which it may pass on. */
  readonly hasSecrets: boolean;
  /** The call whose inputs the flow gets; undefined for the flow that is run itself. */
  readonly call?: { readonly call: SubflowCall; readonly parent: Flow };
}

/** Where the tasks of one flow are collected. */
interface TasksPlace extends FlowPlace {
  readonly context: TaskContext;
  readonly number: number;
  readonly tasks: TaskPiece[];
  /** Methods that each run a part of a long list. */
  readonly groups: GroovyCode[];
}

/** Collects flows and tasks in the order of their calls; numbers run through the whole Jenkinsfile. */
export class FlowComposer {
  readonly flows: FlowPiece[] = [];
  /** By their source, as two types may bring the same function. */
  readonly support = new Map<string, GroovyCode>();
  readonly steps = new StepsCollection();
  readonly problems: Problem[] = [];
  readonly calledDefaults = new CalledDefaults();
  readonly #options: ComposeOptions;
  readonly #limits: CompositionLimits;
  readonly features = new FeatureSet();
  #taskCount = 0;
  /** Steps with the environment that they need, by the source of their template's text. */
  readonly #knownSteps = new Map<string, GroovyCode>();

  constructor(options: ComposeOptions) {
    this.#options = options;
    this.#limits = options.compositionLimits ?? defaultCompositionLimits;
  }

  /** Adds a flow with everything below it and returns the expression that runs it. */
  addFlow(flow: Flow, place: FlowPlace): GroovyCode {
    const number = this.flows.length + 1;
    const context = this.#contextOf(flow);
    const { typeOf } = context;
    const defaults = this.#secretDefaults(flow, place);
    const values = composeValues(flow, {
      number,
      prefix: this.#options.settings.prefix,
      typeOf,
      defaultParameters: parametersOf(defaults),
    });
    const outputs = composeOutputs(flow.outputs, number);
    const tasks: TaskPiece[] = [];
    const groups: GroovyCode[] = [];
    const title = groovyComment(flowTitle(flow, place.revision));
    const piece = {
      number: groovyNumber(number),
      title,
      settings: this.#flowSettings(flow, place, defaults),
      methods: [...values],
      tasks,
    };
    this.flows.push(piece);
    this.#noteFeatures(flow, place.call !== undefined);
    const run = (section: TaskSection): GroovyCode[] =>
      this.#addTasks(flow, section, { ...place, context, number, tasks, groups });
    const code = runFlowCall(number, place.call !== undefined, {
      values: values.length > 0,
      tasks: run('tasks'),
      errors: run('errors'),
      atEnd: run('finally'),
      outputs: outputs.length > 0,
    });
    piece.methods.push(...groups, ...outputs);
    return code;
  }

  #noteFeatures(flow: Flow, isCalled: boolean): void {
    const { features } = this;
    features.add('subflows', isCalled);
    features.add(
      'values',
      flow.inputs.length + flow.variables.length + flow.checks.length > 0 || worksOnRecordings(flow),
    );
    features.add('checks', flow.checks.length > 0);
    features.add('flowOutputs', flow.outputs.length > 0);
    features.add('keepWorkspace', flow.keepWorkspace);
    features.add('errors', flow.errors.length > 0);
    features.add('finals', flow.finally.length > 0);
    features.add('limits', flow.timeout !== undefined || flow.errors.length + flow.finally.length > 0);
    for (const { type } of [...flow.inputs, ...flow.outputs]) features.addType(type);
  }

  /** Adds the tasks of one list and returns the calls that run them; few, however long the list is. */
  #addTasks(flow: Flow, section: TaskSection, place: TasksPlace): GroovyCode[] {
    const calls: GroovyCode[] = [];
    for (const task of flow[section]) {
      if (task.disabled) continue;
      const piece = this.#addTask(task, flow, section, place);
      place.tasks.push(piece);
      calls.push(groovy`flowTask(${piece.name}())`);
    }
    if (calls.length <= maxDirectCalls) return calls;
    const method = (suffix: string, statements: readonly GroovyCode[]): GroovyCode => {
      const name = groovyName(`flow_${place.number}_${section}${suffix}`);
      place.groups.push(groovy`void ${name}() {\n${indentGroovy(joinGroovy(statements, '\n'), 2)}\n}`);
      return groovy`${name}()`;
    };
    const parts = chunks(calls, Math.max(maxDirectCalls, Math.ceil(Math.sqrt(calls.length))));
    return [
      method(
        '',
        parts.map((part, index) => method(`_${index + 1}`, part)),
      ),
    ];
  }

  #addTask(task: Task, flow: Flow, section: TaskSection, place: TasksPlace): TaskPiece {
    const type = this.#options.taskTypes.find(task.type);
    if (type === undefined) throw new Error(`A validated flow has the unknown task type ${task.type}`);
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
      // The whole child runs where its task says, else where the child itself wants to be.
      const workerGroup = task.workerGroup ?? child?.flow.workerGroup;
      const hasSecrets = place.hasSecrets || takesSecrets(flow);
      const steps = this.#subflowSteps(call, child, flow, {
        ...place,
        hasSecrets,
        workerGroup: workerGroup ?? place.workerGroup,
      });
      const title = `${type.title} ${call.namespace}/${call.flowId}`;
      return composeTask({ ...task, workerGroup }, title, taskPlace, this.steps.nameOf(steps, type.name), {});
    }
    for (const support of type.support) this.support.set(sourceOf(support), support);
    const view = type.view(task, taskPlace.context);
    const steps = this.#stepsOf(type.render(view), type.support);
    // A template may pass these on as options of its own.
    features.add('stopScripts', sourceOf(steps).includes('stop:'));
    features.add('outputFiles', view.outputFiles !== undefined || sourceOf(steps).includes('outputFiles:'));
    const valueFault = composeValueFault(type.texts(task.properties), features);
    return composeTask(task, type.title, taskPlace, this.steps.nameOf(steps, type.name), { ...view, valueFault });
  }

  /** Most tasks of a type have the same steps, which are looked at once. */
  #stepsOf(rendered: GroovyCode, support: readonly GroovyCode[]): GroovyCode {
    const source = sourceOf(rendered);
    const steps = this.#knownSteps.get(source) ?? withEnvironment(rendered, supportNames(support));
    this.#knownSteps.set(source, steps);
    return steps;
  }

  /** The flow that is called; none where it does not exist, or where it would be inlined without end. */
  #childOf(call: SubflowCall, parent: Flow, place: FlowPlace): CalledFlow | undefined {
    const path = [...place.path, flowName(parent)];
    const isPossible =
      !path.includes(`${call.namespace}/${call.flowId}`) && path.length <= this.#limits.subflowDepth && this.#hasRoom();
    return isPossible ? this.#options.subflow?.(call) : undefined;
  }

  #subflowSteps(call: SubflowCall, child: CalledFlow | undefined, parent: Flow, place: FlowPlace): GroovyCode {
    if (child === undefined) {
      const message = `The subflow ${call.namespace}/${call.flowId} did not exist when this Jenkinsfile was made`;
      return groovy`error(${groovyString(message)})`;
    }
    const flow = withPlainSecrets(child.flow, call, parent);
    const path = [...place.path, flowName(parent)];
    const { workerGroup, hasSecrets } = place;
    const run = this.addFlow(flow, { revision: child.revision, path, workerGroup, hasSecrets, call: { call, parent } });
    // The files that it fetches itself are nobody else's to remove.
    return flow.inputs.some((input) => isFile(input) && input.defaults !== undefined) ? withFiles(run) : run;
  }

  /** Whether further flows may be inlined; flows that call each other often would grow without end. */
  #hasRoom(): boolean {
    if (this.#taskCount <= this.#limits.tasks) return true;
    if (this.problems.length === 0) {
      const message = `The flow has more than ${this.#limits.tasks} tasks with those of its subflows; one Jenkinsfile holds no more.`;
      this.problems.push({ code: 'jenkinsfile-too-large', message, path: ['tasks'] });
    }
    return false;
  }

  /** Of the flow that is run itself, Flowgate hands over the plain texts as it does those that are given. */
  #secretDefaults(flow: Flow, { call, revision }: FlowPlace): readonly SecretDefault[] {
    return flow.inputs.flatMap((input) => {
      const { id: inputId, defaults: value } = input;
      if (!isSecret(input) || typeof value !== 'string') return [];
      if (call === undefined) return [{ inputId, value }];
      return mayTakeDefault(input, call.call, call.parent)
        ? [this.calledDefaults.add(flow, revision, inputId, value)]
        : [];
    });
  }

  #flowSettings(flow: Flow, place: FlowPlace, defaults: readonly SecretDefault[]): GroovyCode {
    const secrets = flow.inputs.filter(isSecret).map(({ id }) => [inputVariable(id), groovyString(id)]);
    const credentials = defaults.flatMap((each) => {
      const credential = defaultCredential(each);
      return credential === undefined ? [] : [[each.inputId, credential] as const];
    });
    const rosbagUrl = worksOnRecordings(flow) ? this.#options.settings.rosbagUrl : undefined;
    this.features.add('settings', rosbagUrl !== undefined);
    const given = place.call && composeSubflowSettings(flow, place.call.call, place.call.parent);
    return groovyMapBlock({
      id: groovyString(flow.id),
      timeout: flow.timeout === undefined ? undefined : groovyNumber(flow.timeout.seconds),
      secrets: secrets.length === 0 ? undefined : groovyMap(Object.fromEntries(secrets)),
      secretDefaults: credentials.length === 0 ? undefined : groovyMap(Object.fromEntries(credentials)),
      given: given === undefined || !place.hasSecrets ? given : groovy`hiddenValues(${given})`,
      environment: rosbagUrl === undefined ? undefined : groovyMap({ FLOWGATE_ROSBAG_URL: groovyString(rosbagUrl) }),
    });
  }

  #contextOf(flow: Flow): TaskContext {
    return {
      vendor: this.#options.settings.vendor,
      prefix: this.#options.settings.prefix,
      inputs: flow.inputs,
      variables: flow.variables,
      typeOf: typesOfFlow(flow),
    };
  }
}

type SecretDefault = Pick<CalledDefault, 'inputId' | 'value' | 'parameter'>;

function parametersOf(defaults: readonly SecretDefault[]): ReadonlyMap<string, string> {
  return new Map(defaults.flatMap(({ inputId, parameter }) => (parameter === undefined ? [] : [[inputId, parameter]])));
}

interface FlowParts {
  readonly values: boolean;
  readonly tasks: readonly GroovyCode[];
  readonly errors: readonly GroovyCode[];
  readonly atEnd: readonly GroovyCode[];
  readonly outputs: boolean;
}

function runFlowCall(number: number, isSubflow: boolean, parts: FlowParts): GroovyCode {
  const flow = groovyName(`flow_${number}`);
  const block = (calls: readonly GroovyCode[]): GroovyCode =>
    calls.length === 0 ? groovy`{\n}` : groovy`{\n${indentGroovy(joinGroovy(calls, '\n'), 2)}\n}`;
  const lines = [
    groovy`${flow}()`,
    ...(parts.values ? [groovy`read: { ${flow}_values() }`] : []),
    groovy`tasks: ${block(parts.tasks)}`,
    ...(parts.errors.length > 0 ? [groovy`errors: ${block(parts.errors)}`] : []),
    ...(parts.atEnd.length > 0 ? [groovy`atEnd: ${block(parts.atEnd)}`] : []),
    ...(parts.outputs ? [groovy`outputs: { ${flow}_outputs() }`] : []),
  ];
  const call = isSubflow ? groovy`runSubflow(task,` : groovy`runFlow(`;
  return groovy`${call}\n${indentGroovy(joinGroovy(lines, ',\n'), 2)}\n)`;
}

/** `Flow examples/hello, revision 3` */
export function flowTitle(flow: Flow, revision: number | undefined): string {
  return `Flow ${flowName(flow)}${revision === undefined ? '' : `, revision ${revision}`}`;
}

/** Steps after which no file of an input is left in the workspace. */
export function withFiles(steps: GroovyCode): GroovyCode {
  return groovy`withFiles {\n${indentGroovy(steps, 2)}\n}`;
}

function takesSecrets({ inputs }: Flow): boolean {
  return inputs.some(isSecret);
}

export function takesFiles({ inputs }: Flow): boolean {
  return inputs.some(isFile);
}
