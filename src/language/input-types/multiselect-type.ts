import { describeValue, quoteShort } from '../../base/problem/describe-value.ts';
import type { JsonValue } from '../../base/text/json-value.ts';
import type { DeclaredInput, InputType } from './input-type.ts';
import { choiceFacts, choicesSchema, oneOf, readChoices, type Choices } from './read-choices.ts';
import { never, oneLine } from './type-parts.ts';

const maxMessages = 20;

/** Several of the listed strings, each at most once; an empty list only if no value is required. */
export const multiselectType: InputType<'MULTISELECT', Choices, readonly JsonValue[]> = {
  name: 'MULTISELECT',
  form: 'list',
  role: 'value',
  emptyText: 'missing',
  foreignNames: ['MULTI_SELECT'],
  expected: 'a list of strings',
  definition: {
    description: 'Several of the listed values.',
    constraints: { values: choicesSchema },
    required: ['values'],
    suggestion: { type: 'array', items: { type: 'string' } },
  },
  notation: { kind: 'texts' },
  readConstraints: (properties) => ({ values: readChoices(properties) }),
  accepts: (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value),
  check(value, input) {
    if (value.length === 0 && needsChoice(input)) return { messages: ['Value must have at least one item'] };
    return { messages: itemMessages(value, input.constraints.values) };
  },
  keywords: (input) => ({
    type: 'array',
    items: { type: 'string', enum: input.constraints.values },
    uniqueItems: true,
    ...(needsChoice(input) && input.dependsOn === undefined && { minItems: 1 }),
  }),
  fromText: readList,
  toText: (value) => JSON.stringify(value),
  takes: never,
  isShellWord: never,
  build: {
    rule: { kind: 'choices' },
    facts: choiceFacts,
    control: oneLine,
  },
  documentation: {
    value: 'a list of distinct items of `values`; not empty if the input is required',
    suggestion: 'a list, which may be empty; with `defaults`, the input also accepts an empty list',
    environment: 'compact JSON',
  },
};

function needsChoice({ required, defaults }: DeclaredInput<Choices>): boolean {
  return required && defaults === undefined;
}

function itemMessages(items: readonly JsonValue[], values: readonly string[]): readonly string[] {
  const allowed = new Set(values);
  const seen = new Set<JsonValue>();
  const messages: string[] = [];
  let left = 0;
  for (const [index, item] of items.entries()) {
    const problem = itemProblem(item, allowed, seen);
    seen.add(item);
    if (problem === undefined) continue;
    if (messages.length < maxMessages) messages.push(`Item ${index + 1} ${problem()}`);
    else left++;
  }
  return left === 0 ? messages : [...messages, `Value has ${left} more invalid items`];
}

/** What is wrong with an item, after `Item <number>`. */
function itemProblem(
  item: JsonValue,
  allowed: ReadonlySet<string>,
  seen: ReadonlySet<JsonValue>,
): (() => string) | undefined {
  if (typeof item !== 'string') return () => `must be a string; found ${describeValue(item)}`;
  // An empty list means that it could not be read, which is reported elsewhere.
  if (!allowed.has(item) && allowed.size > 0) {
    return () => `must be ${oneOf([...allowed], item)}`;
  }
  return seen.has(item) ? () => `must not repeat ${quoteShort(item)}` : undefined;
}

/** A JSON list, or plain words separated by commas. */
function readList(text: string): JsonValue | undefined {
  if (!text.trimStart().startsWith('[')) return text.split(',').map((item) => item.trim());
  try {
    return JSON.parse(text) as JsonValue; // what JSON.parse returns is a JSON value
  } catch {
    return undefined;
  }
}
