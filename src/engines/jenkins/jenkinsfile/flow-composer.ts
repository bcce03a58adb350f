import { isFile, isSecret } from '../../../language/inputs/input.ts';
import type { TaskSection } from '../../../language/flow/flow.ts';
import type { RegisteredTaskType } from '../../../language/task-types/task-registry.ts';
import type { TaskView } from '../../../language/task-types/task-contract.ts';
import { groovy, sourceOf, type GroovyCode } from '../../../groovy/groovy-code.ts';
import { groovyComment, groovyNumber, groovyString } from '../../../groovy/quote.ts';
import type { FlowPlan, TaskPlan } from '../../../execution-plan/flow-plan.ts';
import { CalledDefaults } from './called-defaults.ts';
import { composeFlowCall, groupCalls, withFiles } from './compose-flow-call.ts';
import {
  composeFlowSettings,
  flowTitle,
  noteFlowFeatures,
  parametersOf,
  secretDefaults,
} from './compose-flow-settings.ts';
import { composeTask } from './compose-task.ts';
import { composeValueProblem } from './compose-value-problem.ts';
import { composeOutputs, composeValues } from './compose-values.ts';
import type { FlowPiece, TaskPiece } from './pipeline.ts';
import { supportNames } from './jenkins-library.ts';
import { FeatureSet } from './runtime-features.ts';
import { StepsCollection, withEnvironment } from './steps-collection.ts';

/** Prints the flows and tasks of a plan, and collects what they need. */
export class FlowComposer {
  readonly flows: FlowPiece[] = [];
  /** By their source, because two types may have the same function. */
  readonly support = new Map<string, GroovyCode>();
  readonly steps = new StepsCollection();
  readonly calledDefaults = new CalledDefaults();
  readonly features = new FeatureSet();
  /** Steps with the environment that they need, by the source of their template. */
  readonly #knownSteps = new Map<string, GroovyCode>();

  /**
   * Adds a flow and its subflows, and returns the expression that runs it.
   * @param hasSecrets whether a calling flow has secrets, which it may pass
   */
  addFlow(plan: FlowPlan, hasSecrets = false): GroovyCode {
    const { number, flow, context } = plan;
    const defaults = secretDefaults(plan, this.calledDefaults);
    const values = composeValues(flow, {
      number,
      typeOf: context.typeOf,
      defaultParameters: parametersOf(defaults),
    });
    const outputs = composeOutputs(flow.outputs, number);
    const tasks: TaskPiece[] = [];
    const methods = [...values];
    this.flows.push({
      number: groovyNumber(number),
      title: groovyComment(flowTitle(flow, plan.revision)),
      settings: composeFlowSettings(plan, { defaults, hasSecrets }),
      methods,
      tasks,
    });
    noteFlowFeatures(this.features, plan);
    const run = (section: TaskSection): readonly GroovyCode[] => {
      const calls = plan.sections[section].map((task) => {
        const piece = this.#addTask(task, plan, hasSecrets || flow.inputs.some(isSecret));
        tasks.push(piece);
        return groovy`flowTask(${piece.name}())`;
      });
      const grouped = groupCalls(calls, { number, section });
      methods.push(...grouped.methods);
      return grouped.calls;
    };
    const code = composeFlowCall(number, plan.call !== undefined, {
      values: values.length > 0,
      tasks: run('tasks'),
      errors: run('errors'),
      atEnd: run('finally'),
      outputs: outputs.length > 0,
    });
    methods.push(...outputs);
    return code;
  }

  /** The functions of the task types, without programs that no task uses. */
  get usedSupport(): readonly GroovyCode[] {
    const all = [...this.support.values()];
    const sources = [
      ...this.flows.flatMap(({ tasks }) => tasks.map(({ settings }) => sourceOf(settings))),
      ...this.steps.pieces.map(({ code }) => sourceOf(code)),
      ...all.filter((code) => programName(code) === undefined).map(sourceOf),
    ];
    return all.filter((code) => {
      const name = programName(code);
      return name === undefined || sources.some((source) => source.includes(`${name}()`));
    });
  }

  #addTask(plan: TaskPlan, { context }: FlowPlan, hasSecrets: boolean): TaskPiece {
    const { task, type, work } = plan;
    const { features } = this;
    const { typeOf } = context;
    if (work.kind === 'steps') {
      const steps = this.steps.nameOf(this.#stepsOf(work.view, type), type.name);
      const valueProblem = composeValueProblem(type.texts(task.properties), features);
      return composeTask(plan, { steps, typeOf, features, view: work.view, valueProblem });
    }
    const code = work.kind === 'call' ? this.#runChild(work.plan, hasSecrets) : failAsMissing(work.flow);
    return composeTask(plan, { steps: this.steps.nameOf(code, type.name), typeOf, features, view: {} });
  }

  #runChild(plan: FlowPlan, hasSecrets: boolean): GroovyCode {
    const run = this.addFlow(plan, hasSecrets);
    // The parent removes only the files that it downloads itself.
    return plan.flow.inputs.some((input) => isFile(input) && input.defaults !== undefined) ? withFiles(run) : run;
  }

  /** Most tasks of a type have the same steps, which are inspected once. */
  #stepsOf(view: TaskView, { support, render }: RegisteredTaskType): GroovyCode {
    for (const code of support) this.support.set(sourceOf(code), code);
    const rendered = render(view);
    const source = sourceOf(rendered);
    const steps = this.#knownSteps.get(source) ?? withEnvironment(rendered, supportNames(support));
    this.#knownSteps.set(source, steps);
    // A template may pass these as its own options.
    this.features.add('stopScripts', view.stop !== undefined || source.includes('stop:'));
    this.features.add('outputFiles', view.outputFiles !== undefined || source.includes('outputFiles:'));
    return steps;
  }
}

/** The name of the function for a program; undefined for other functions. */
function programName(code: GroovyCode): string | undefined {
  return /^@NonCPS\nString (\w+_support_(?:sh|py))\(\)/.exec(sourceOf(code))?.[1];
}

/** The flow may exist by now, but not in this Jenkinsfile. */
function failAsMissing(flow: string): GroovyCode {
  return groovy`error(${groovyString(`The subflow ${flow} did not exist when this Jenkinsfile was generated`)})`;
}
