import { asSentence, describeValue, quoteShort } from '../../../base/problem/describe-value.ts';
import type { Problem } from '../../../base/problem/problem.ts';
import { isExactNumber } from '../../../base/text/exact-number.ts';
import type { JsonObject, JsonValue } from '../../../base/text/json-value.ts';
import { didYouMean } from '../../../base/text/nearest-word.ts';
import type { TypeOf } from '../../../language/expressions/condition-kind.ts';
import { parseTemplate } from '../../../language/expressions/parse-template.ts';
import { referenceText } from '../../../language/expressions/reference.ts';
import { flowName } from '../../../language/flow/flow-key.ts';
import type { Flow } from '../../../language/flow/flow.ts';
import { isAssignable } from '../../../language/input-types/input-types.ts';
import { typeOf, type Input } from '../../../language/inputs/input.ts';
import { readableValue, valueFromText } from '../../../language/inputs/text-conversion.ts';
import type { InputValidation } from '../../../language/inputs/validate-inputs.ts';
import type { WorkOwner } from '../../../language/safe-patterns/bounded-runner.ts';
import { calledFlow, type LocatedCall } from '../../documents/subflow-calls.ts';

/** @throws {AppError} too-busy */
export type ValidateInputs = (
  inputs: readonly Input[],
  values: JsonObject,
  owner: WorkOwner,
) => Promise<InputValidation>;

/** The inputs of a call check. */
export interface CallerView {
  /** The types of references in the calling flow. */
  readonly typeOf: TypeOf;
  readonly validate: ValidateInputs;
  /** The owner of the work. */
  readonly owner: WorkOwner;
}

/**
 * Checks whether the inputs of a call fit the flow it calls (docs/reference/stored-flows.md). A literal value is
 * checked like any value of that input, and a string that is a single reference by its type; any other string is known
 * only in the build.
 */
export async function checkCalledInputs(
  placed: LocatedCall,
  child: Flow,
  { typeOf: typeInCaller, validate, owner }: CallerView,
): Promise<readonly Problem[]> {
  const { call, path } = placed;
  const problems: Problem[] = [];
  const literals: Record<string, JsonValue> = {};
  const later = new Set<string>();
  for (const [id, value] of Object.entries(call.inputs)) {
    const input = child.inputs.find((candidate) => candidate.id === id);
    const place = [...path, 'inputs', id];
    if (input === undefined) {
      const message = `${flowName(calledFlow(call))} has no input ${quoteShort(id)}.${didYouMean(
        id,
        child.inputs.map((known) => known.id),
      )}`;
      problems.push({ code: 'subflow-unknown-input', message, path: place, at: 'key' });
      continue;
    }
    const passed = readPassed(input, value, typeInCaller);
    if ('problem' in passed) problems.push({ code: 'type-mismatch', message: passed.problem, path: place });
    if ('literal' in passed) literals[id] = passed.literal;
    else later.add(id);
  }
  const { violations } = await validate(inputsToCheck(child.inputs, literals, later), literals, owner);
  return [...problems, ...violations.map(({ inputId, message }) => violationProblem(placed, child, inputId, message))];
}

/** A literal value, a value that is known in the build, or why the value cannot be passed. */
type Passed = { readonly literal: JsonValue } | { readonly problem: string } | Readonly<Record<never, never>>;

function readPassed(input: Input, value: JsonValue, typeInCaller: TypeOf): Passed {
  if (typeof value !== 'string') return readLiteral(input, value);
  const { template } = parseTemplate(value);
  const [part] = template;
  if (template.length === 1 && part?.kind === 'reference') {
    const { reference } = part;
    // A variable is a string that may contain a value of any type.
    const type = reference.root === 'variables' && typeOf(input).role === 'value' ? undefined : typeInCaller(reference);
    // The fields that a task returns are text, even the path of a file.
    const isPassedOn = type === input.type && reference.root === 'inputs';
    const fits = type === undefined || (typeOf(input).role === 'value' ? isAssignable(type, input.type) : isPassedOn);
    if (!fits && type === input.type) return onlyReference(input);
    return fits
      ? {}
      : {
          problem: `The input ${quoteShort(input.id)} is of type ${input.type}, but ${referenceText(reference)} is of type ${type}.`,
        };
  }
  if (typeOf(input).role !== 'value') return onlyReference(input);
  if (template.some(({ kind }) => kind === 'reference')) return {};
  return readText(input, template.map((text) => (text.kind === 'text' ? text.text : '')).join(''));
}

function readLiteral(input: Input, value: JsonValue): Passed {
  if (value === null) return { literal: null };
  if (typeOf(input).role !== 'value') return onlyReference(input);
  if (typeOf(input).accepts(readableValue(typeOf(input), value))) return { literal: value };
  const isPlain = (typeof value !== 'object' || isExactNumber(value)) && typeOf(input).notation.kind === 'text';
  const advice = isPlain ? ' Put it in quotes.' : '';
  return {
    problem: `The input ${quoteShort(input.id)} must be ${typeOf(input).expected}; found ${describeValue(value)}.${advice}`,
  };
}

function onlyReference({ id, type }: Input): Passed {
  return {
    problem: `The input ${quoteShort(id)} is of type ${type} and accepts only a reference to an input of type ${type}.`,
  };
}

/** A string without references; if the input has another type, the string is converted, as in the build. */
function readText(input: Input, text: string): Passed {
  const { form } = typeOf(input);
  if (typeOf(input).accepts(text) && form !== 'json') return { literal: text };
  const reading = form === 'list' && !text.trimStart().startsWith('[') ? undefined : valueFromText(input, text);
  if (reading !== undefined && 'value' in reading && reading.value !== null) return { literal: reading.value };
  return {
    problem: `The input ${quoteShort(input.id)} must be ${typeOf(input).expected}; found ${describeValue(text)}.`,
  };
}

/**
 * If a value is known only in the build, so is the visibility of conditional inputs: only their literal values are
 * checked.
 */
function inputsToCheck(inputs: readonly Input[], literals: JsonObject, later: ReadonlySet<string>): readonly Input[] {
  if (later.size === 0) return inputs;
  return inputs.flatMap((input) => {
    if (later.has(input.id)) return [];
    if (input.dependsOn === undefined) return [input];
    return Object.hasOwn(literals, input.id) ? [{ ...input, dependsOn: undefined }] : [];
  });
}

function violationProblem({ call, path }: LocatedCall, child: Flow, inputId: string, message: string): Problem {
  const isGiven = Object.hasOwn(call.inputs, inputId) && call.inputs[inputId] !== null;
  if (isGiven)
    return {
      code: 'invalid-value',
      message: `The input ${quoteShort(inputId)} of ${flowName(child)}: ${asSentence(message)}`,
      path: [...path, 'inputs', inputId],
    };
  const needed = `${flowName(child)} requires a value for its input ${quoteShort(inputId)}.`;
  return {
    code: 'subflow-missing-input',
    message: needed,
    path: Object.keys(call.inputs).length === 0 ? path : [...path, 'inputs'],
    at: 'first-key',
  };
}
