import { runSentences } from '../../../language/execution-plan/run-sentences.ts';
import { inputVariable, namesOfInput } from '../../../language/expressions/reference.ts';
import { textProblem } from '../../../language/input-types/text-rule.ts';
import { inDependencyOrder } from '../../../language/inputs/in-dependency-order.ts';
import { isFile, isSecret, typeOf, type Input } from '../../../language/inputs/input.ts';
import { environmentText } from '../../../language/inputs/text-conversion.ts';
import type { Frame } from './frame.ts';
import { fileFromUrl, type PassedInput, type PassedInputs } from './passed-inputs.ts';
import type { RunPorts } from './run-ports.ts';
import type { RunState } from './run-state.ts';

export interface GivenInputs {
  readonly passed: PassedInputs;
  /** Whether the values are complete and checked: those of an execution. A calling flow passes unchecked ones. */
  readonly isChecked: boolean;
}

/** The part of a run that the values of a flow need. */
type ScopeState = Pick<RunState, 'isMet'> & { readonly ports: Pick<RunPorts, 'named'> };

/**
 * Sets the inputs and variables of a flow and evaluates its checks. Problems end the flow before its first task.
 * @throws {RunFailure} if a condition cannot be evaluated
 */
export async function initializeScope(frame: Frame, given: GivenInputs, state: ScopeState): Promise<void> {
  const { scope } = frame;
  const { inputs, variables, checks } = scope.plan.flow;
  for (const input of inDependencyOrder(inputs)) await initializeInput(input, frame, given, state);
  for (const { name, value } of variables) {
    const problem = frame.set(name, frame.fill(value));
    if (problem !== undefined) scope.flow.problems.push(runSentences.variableProblem(name, problem));
  }
  if (given.isChecked) return;
  for (const { condition, messageTemplate, behavior } of checks) {
    if (await state.isMet(condition.condition, frame)) continue;
    (behavior === 'CREATE_EXECUTION' ? scope.flow.notes : scope.flow.problems).push(frame.fill(messageTemplate));
  }
}

async function initializeInput(input: Input, frame: Frame, given: GivenInputs, state: ScopeState): Promise<void> {
  const { scope } = frame;
  const { name, also } = namesOfInput(input.id);
  scope.declare(name);
  const { dependsOn } = input;
  const isVisible = dependsOn === undefined || (await state.isMet(dependsOn.condition, frame));
  const value = isVisible ? valueOf(input, { number: scope.plan.number, named: state.ports.named }, given) : undefined;
  const isMissing = value === undefined && isVisible && input.required && !given.isChecked;
  const problem =
    value === undefined ? (isMissing ? runSentences.required : undefined) : setInput(input, value, frame, given);
  if (problem !== undefined) scope.flow.problems.push(runSentences.inputProblem(input.id, problem));
  if (also !== undefined) scope.nameAlso(name, also);
}

/** The passed value, or else the default. */
function valueOf(
  input: Input,
  { number, named }: Pick<RunPorts, 'named'> & { readonly number: number },
  { passed, isChecked }: GivenInputs,
): PassedInput | undefined {
  const value = passed.get(input.id);
  if (value !== undefined || isChecked || input.defaults === undefined) return value;
  if (isFile(input)) return fileFromUrl(input, String(input.defaults), number);
  const text = environmentText(input, input.defaults);
  return isSecret(input) ? (named?.get(text) ?? text) : text;
}

/** @returns the problem with the value */
function setInput(input: Input, value: PassedInput, frame: Frame, { isChecked }: GivenInputs): string | undefined {
  const { scope, workspace } = frame;
  const { flow } = scope;
  const { id, type } = input;
  const name = inputVariable(id);
  if (isFile(input)) {
    if (typeof value === 'string') return runSentences.fileRequired;
    flow.files.set(name, { input: id, ...value });
    flow.filesIn = workspace;
    flow.inputs.set(id, { name, type, filename: value.filename });
    return scope.set(name, `${workspace}/${value.path}`);
  }
  if (typeof value !== 'string') return runSentences.required;
  const { build } = typeOf(input);
  const problem =
    (isChecked ? undefined : textProblem(build.rule, value, build.facts?.(input.constraints))) ??
    frame.set(name, value);
  if (problem !== undefined) return problem;
  flow.inputs.set(id, { name, type });
  if (isSecret(input)) flow.secrets.add(name);
  return undefined;
}
