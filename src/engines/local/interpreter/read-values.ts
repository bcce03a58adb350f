import { defaultFile } from '../../../execution-plan/default-file.ts';
import { runSentences } from '../../../execution-plan/run-sentences.ts';
import type { SearchRunner } from '../../../language/expressions/pattern-searches.ts';
import { inputVariable } from '../../../language/expressions/reference.ts';
import { textProblem } from '../../../language/input-types/text-rule.ts';
import { inDependencyOrder } from '../../../language/inputs/in-dependency-order.ts';
import { isFile, isSecret, typeOf, type FileInput, type Input } from '../../../language/inputs/input.ts';
import { environmentText } from '../../../language/inputs/text-conversion.ts';
import { isMet } from './condition-is-met.ts';
import type { FlowScope } from './flow-scope.ts';
import type { FileInWorkspace } from './input-file.ts';

/** The value of an input that a flow was started with, or that its caller passes. */
export type PassedValue = string | FileInWorkspace;

/** The values by input id; an input without an entry has none. */
export type PassedValues = ReadonlyMap<string, PassedValue>;

export interface ReadValuesOptions {
  readonly passed: PassedValues;
  /** Whether the values are complete and checked: those of an execution. A calling flow passes unchecked ones. */
  readonly isChecked: boolean;
  readonly searches: SearchRunner;
  /** The path of the workspace in which the tasks of the flow start. */
  readonly workspace: string;
}

/**
 * Sets the inputs and variables of a flow and evaluates its checks. Problems end the flow before its first task.
 * @throws {RunFailure} if a condition cannot be evaluated
 */
export async function readValues(scope: FlowScope, options: ReadValuesOptions): Promise<void> {
  const { inputs, variables, checks } = scope.plan.flow;
  for (const input of inDependencyOrder(inputs)) await readInput(input, scope, options);
  for (const { name, value } of variables) {
    const problem = scope.set(name, scope.fill(value));
    if (problem !== undefined) scope.problems.push(runSentences.variableProblem(name, problem));
  }
  if (options.isChecked) return;
  for (const { condition, messageTemplate, behavior } of checks) {
    if (await isMet(condition.condition, scope, options.searches)) continue;
    (behavior === 'CREATE_EXECUTION' ? scope.notes : scope.problems).push(scope.fill(messageTemplate));
  }
}

async function readInput(input: Input, scope: FlowScope, options: ReadValuesOptions): Promise<void> {
  const name = inputVariable(input.id);
  scope.names.add(name);
  const { dependsOn } = input;
  const isVisible = dependsOn === undefined || (await isMet(dependsOn.condition, scope, options.searches));
  const value = isVisible ? valueOf(input, scope.plan.number, options) : undefined;
  const problem = value === undefined ? missing(input, isVisible, options) : setInput(input, value, scope, options);
  if (problem !== undefined) scope.problems.push(runSentences.inputProblem(input.id, problem));
}

/** The passed value, or else the default. */
function valueOf(input: Input, number: number, { passed, isChecked }: ReadValuesOptions): PassedValue | undefined {
  const value = passed.get(input.id);
  if (value !== undefined || isChecked || input.defaults === undefined) return value;
  return isFile(input) ? fileFromUrl(input, String(input.defaults), number) : environmentText(input, input.defaults);
}

/**
 * The default of a file input, which is downloaded.
 * @param number of the flow in its plan
 */
export function fileFromUrl(input: FileInput, url: string, number: number): FileInWorkspace {
  const { filename, path, ...rules } = defaultFile(input, url, number);
  return { filename, path, source: { kind: 'url', url, ...rules } };
}

function missing({ required }: Input, isVisible: boolean, { isChecked }: ReadValuesOptions): string | undefined {
  return isVisible && required && !isChecked ? runSentences.required : undefined;
}

/** @returns what is wrong with the value */
function setInput(
  input: Input,
  value: PassedValue,
  scope: FlowScope,
  { isChecked, workspace }: ReadValuesOptions,
): string | undefined {
  const { id, type } = input;
  const name = inputVariable(id);
  if (isFile(input)) {
    if (typeof value === 'string') return runSentences.fileRequired;
    scope.files.set(name, { input: id, ...value });
    scope.filesIn = workspace;
    scope.inputs.set(id, { name, type, filename: value.filename });
    return scope.set(name, `${workspace}/${value.path}`);
  }
  if (typeof value !== 'string') return runSentences.required;
  const { build } = typeOf(input);
  const problem =
    (isChecked ? undefined : textProblem(build.rule, value, build.facts?.(input.constraints))) ??
    scope.set(name, value);
  if (problem !== undefined) return problem;
  scope.inputs.set(id, { name, type });
  if (isSecret(input)) scope.secrets.add(name);
  return undefined;
}
