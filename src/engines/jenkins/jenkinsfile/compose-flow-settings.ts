import type { FlowPlan } from '../../../language/execution-plan/flow-plan.ts';
import { inputVariable, inputVariables } from '../../../language/expressions/reference.ts';
import { systemNameUse } from '../../../language/expressions/reserved-names.ts';
import { runField, runFieldName, type RunReference } from '../../../language/expressions/run-fields.ts';
import { flowName } from '../../../language/flow/flow-key.ts';
import type { Flow, TaskSection } from '../../../language/flow/flow.ts';
import type { GroovyCode } from '../../../language/groovy/groovy-code.ts';
import {
  groovyBoolean,
  groovyList,
  groovyMap,
  groovyMapBlock,
  groovyNumber,
  groovyString,
} from '../../../language/groovy/quote.ts';
import type { RuntimeCalls } from '../../../language/groovy/runtime-calls.ts';
import { isFile, isSecret } from '../../../language/inputs/input.ts';
import { defaultCredential, type CalledDefault, type CalledDefaults } from './called-defaults.ts';
import { composePassedInputs } from './compose-passed-inputs.ts';

/** The default of a secret input, which the build gets as a credential. */
export type SecretDefault = Pick<CalledDefault, 'inputId' | 'value' | 'parameter'>;

/**
 * The defaults of a flow's secret inputs that can take effect. Flowgate sends the plain-text ones of the outermost flow
 * like provided values; those of called flows are added to `called`.
 */
export function secretDefaults({ flow, call, revision }: FlowPlan, called: CalledDefaults): readonly SecretDefault[] {
  return flow.inputs.flatMap((input) => {
    const { id: inputId, defaults: value } = input;
    if (!isSecret(input) || typeof value !== 'string') return [];
    if (call === undefined) return [{ inputId, value }];
    return call.openSecrets.has(inputId) ? [called.add(flow, revision, inputId, value)] : [];
  });
}

/** The parameters of those defaults that have one, by input. */
export function parametersOf(defaults: readonly SecretDefault[]): ReadonlyMap<string, string> {
  return new Map(defaults.flatMap(({ inputId, parameter }) => (parameter === undefined ? [] : [[inputId, parameter]])));
}

export interface FlowSettingsOptions {
  readonly defaults: readonly SecretDefault[];
  /** Whether a calling flow has secrets, which it may pass. */
  readonly hasSecrets: boolean;
  /** The numbers of the first and the last task of each section that has tasks. */
  readonly numbers: Readonly<Partial<Record<TaskSection, readonly [number, number]>>>;
  /** Whether there are methods that set its values and return its outputs. */
  readonly values: boolean;
  readonly outputs: boolean;
  /** The limit of the outermost flow, if it has blocks. */
  readonly maxTaskRuns: number | undefined;
  /** Of the outermost flow: whether it leaves something for another build. */
  readonly isCarried: boolean;
  readonly runtime: RuntimeCalls;
}

/** The map that `flow_<number>()` returns. */
export function composeFlowSettings(
  { number, flow, call, environment, runReferences, executionsUrl }: FlowPlan,
  { defaults, hasSecrets, numbers, values, outputs, maxTaskRuns, isCarried, runtime }: FlowSettingsOptions,
): GroovyCode {
  const secrets = flow.inputs.filter(isSecret).map(({ id }) => [inputVariable(id), groovyString(id)]);
  const credentials = defaults.flatMap((each) => {
    const credential = defaultCredential(each);
    return credential === undefined ? [] : [[each.inputId, credential] as const];
  });
  const runNames = runReferences.map((reference) => runField(reference).name);
  const given = call && composePassedInputs(call.inputs, runtime);
  const range = (section: TaskSection) => numbers[section] && groovyList(numbers[section].map(groovyNumber));
  return groovyMapBlock({
    id: groovyString(flow.id),
    values: values ? groovyString(`flow_${number}_values`) : undefined,
    tasks: range('tasks'),
    errors: range('errors'),
    atEnd: range('finally'),
    outputs: outputs ? groovyString(`flow_${number}_outputs`) : undefined,
    timeout: flow.timeout === undefined ? undefined : groovyNumber(flow.timeout.seconds),
    isCarried: isCarried ? groovyBoolean(true) : undefined,
    maxRuns: maxTaskRuns === undefined ? undefined : groovyNumber(maxTaskRuns),
    secrets: secrets.length === 0 ? undefined : groovyMap(Object.fromEntries(secrets)),
    secretDefaults: credentials.length === 0 ? undefined : groovyMap(Object.fromEntries(credentials)),
    given: given === undefined || !hasSecrets ? given : runtime.callInFrame('hiddenValues', given),
    environment: groovyStrings(environment),
    systemNames: groovyStrings(systemNamesOf(flow)),
    runNames: runNames.length === 0 ? undefined : groovyList(runNames.map(groovyString)),
    executionsUrl: executionsUrl !== undefined && runReferences.some(usesUrl) ? groovyString(executionsUrl) : undefined,
  });
}

function usesUrl(reference: RunReference): boolean {
  return runFieldName(reference) === 'execution.url';
}

/** Undefined if it is empty. */
function groovyStrings(texts: Readonly<Record<string, string>>): GroovyCode | undefined {
  const entries = Object.entries(texts);
  return entries.length === 0
    ? undefined
    : groovyMap(Object.fromEntries(entries.map(([name, value]) => [name, groovyString(value)])));
}

/** The names of values that the system uses, with their purpose. */
function systemNamesOf({ inputs, variables }: Flow): Readonly<Record<string, string>> {
  const names = [...inputs.flatMap(({ id }) => inputVariables(id)), ...variables.map(({ name }) => name)];
  return Object.fromEntries(
    names.flatMap((name) => {
      const use = systemNameUse(name);
      return use === undefined ? [] : [[name, use]];
    }),
  );
}

/** Adds the runtime members that a flow itself needs, without its tasks. */
export function needForFlow(runtime: RuntimeCalls, { flow, call, runReferences }: FlowPlan): void {
  const needs: readonly (readonly [boolean, ...string[]])[] = [
    [runReferences.length > 0, 'setRunValues', 'noteFailure'],
    [Object.keys(systemNamesOf(flow)).length > 0, 'systemNames'],
    [flow.inputs.length + flow.variables.length + flow.checks.length > 0, 'readValues'],
    [flow.inputs.some(({ id }) => inputVariables(id).length > 1), 'nameAlso'],
    [flow.inputs.some(isSecret), 'secrets', 'readSecret', 'clearOutputs'],
    [flow.inputs.some(isFile), 'readFileInput', 'fetchFiles'],
    [flow.outputs.length > 0, 'flowOutputs'],
    [flow.errors.length > 0, 'runErrorTasks', 'endings', 'limits'],
    [flow.finally.length > 0, 'runFinalTasks', 'endings', 'limits'],
    [flow.timeout !== undefined, 'limitFrame', 'limits'],
    [call !== undefined, 'runSubflow'],
  ];
  for (const [isNeeded, ...names] of needs) if (isNeeded) runtime.need(...names);
  for (const { type } of [...flow.inputs, ...flow.outputs]) runtime.need(type);
}

/** `Flow examples/hello, revision 3` */
export function flowTitle(flow: Flow, revision: number | undefined): string {
  return `Flow ${flowName(flow)}${revision === undefined ? '' : `, revision ${revision}`}`;
}
