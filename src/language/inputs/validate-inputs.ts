import { maskText } from '../../base/masking/mask-text.ts';
import { quoteShort, shortened } from '../../base/problem/describe-value.ts';
import { isExactNumber } from '../../base/text/exact-number.ts';
import type { JsonObject, JsonValue } from '../../base/text/json-value.ts';
import { didYouMean } from '../../base/text/nearest-word.ts';
import { utf8Size } from '../../base/text/utf8-size.ts';
import { PatternSearches } from '../expressions/pattern-searches.ts';
import type { Checked, RunHere } from '../input-types/input-type.ts';
import type { BoundedRunner, WorkOutcome, WorkOwner } from '../safe-patterns/bounded-runner.ts';
import type { BoundedWork } from '../safe-patterns/bounded-work.ts';
import { Turns } from '../safe-patterns/turns.ts';
import { isTooDeep, maxTotalSize, totalTooLargeProblem } from '../safe-patterns/value-limits.ts';
import { effectiveValues } from './effective-values.ts';
import type { InputNotice } from './input-notice.ts';
import { isSecret, typeOf, type Input } from './input.ts';
import { SecretIds } from './secret-ids.ts';
import { checkedText } from './text-conversion.ts';

export interface InputValidation {
  /** In input order, then unknown ids in the order they were sent. */
  readonly violations: readonly InputViolation[];
  /** The value of each visible input that has one, including defaults; not of inputs with violations. */
  readonly accepted: ReadonlyMap<string, JsonValue>;
  /** In input order. */
  readonly notices: readonly InputNotice[];
}

export interface InputViolation {
  readonly inputId: string;
  readonly message: string;
  /** As it was sent; masked for a secret, and for an unknown id near that of a secret; null if nothing was sent. */
  readonly providedValue: JsonValue;
}

const maxUnknown = 1000;
// Bytes of the values in the violations of one input.
const maxShown = 512 * 1024;
const maxSuggestions = 20;
// A request with more runaway patterns than this cannot run them all.
const maxTimeouts = 2;

/**
 * Checks values against the inputs of a flow (docs/reference/inputs.md), and returns all violations. Ignores hidden
 * inputs, treats null as "not given", and never converts JSON types.
 * @throws {AppError} too-busy
 */
export async function validateInputs(
  inputs: readonly Input[],
  values: JsonObject,
  { runner, owner }: CheckedBy,
): Promise<InputValidation> {
  const byId = idsOf(inputs);
  const visible = await effectiveValues(byId, values, new PatternSearches({ runner, owner }));
  const provided = (input: Input): JsonValue => shown(sentValue(values, input.id), isSecret(input));
  const violations: InputViolation[] = [];
  const accepted = new Map<string, JsonValue>();
  const notices: InputNotice[] = [];
  const budget: Budget = {
    runner,
    owner,
    runHere: (work) => runner.runHere(work),
    timeouts: 0,
    bytes: 0,
  };
  // Each check is quick, but there may be many.
  const turns = new Turns();
  for (const input of inputs) {
    const reason = visible.undecided.get(input.id);
    if (reason !== undefined)
      violations.push({
        inputId: input.id,
        message: `Flowgate cannot determine whether a value is required: ${reason}`,
        providedValue: provided(input),
      });
    const value = visible.values.get(input.id);
    if (value === undefined) {
      if (reason === undefined && sentValue(values, input.id) !== null) notices.push(ignored(input));
      continue;
    }
    if (turns.isOver) await turns.next();
    const given = sentValue(values, input.id) ?? value;
    const checked = value === null ? checkMissing(input) : checkValue(input, { value, given }, budget);
    // Most values need no waiting, which would cost each of them a turn of the event loop.
    const messages =
      checked.work === undefined ? checked.messages : await finish(checked.work, checked.messages, budget);
    for (const message of shortList(messages, value))
      violations.push({ inputId: input.id, message, providedValue: provided(input) });
    if (messages.length === 0 && value !== null) accepted.set(input.id, value);
    for (const message of checked.notices ?? []) notices.push({ inputId: input.id, message });
  }
  return { violations: [...violations, ...unknownIds(inputs, byId, values)], accepted, notices };
}

/** The runner of slow checks, and their owner. */
export interface CheckedBy {
  readonly runner: BoundedRunner;
  readonly owner: WorkOwner;
}

/** The remaining budget of a request. */
interface Budget extends CheckedBy {
  timeouts: number;
  bytes: number;
  readonly runHere: RunHere;
}

const plans = new WeakMap<readonly Input[], ReadonlyMap<string, Input>>();

function idsOf(inputs: readonly Input[]): ReadonlyMap<string, Input> {
  let byId = plans.get(inputs);
  if (byId === undefined) {
    byId = new Map(inputs.map((input) => [input.id, input]));
    plans.set(inputs, byId);
  }
  return byId;
}

function checkMissing({ required }: Input): Checked {
  return { messages: required ? ['A value is required'] : [] };
}

/** @param given the value as it was sent, for messages */
function checkValue(
  input: Input,
  { value, given }: { readonly value: JsonValue; readonly given: JsonValue },
  budget: Budget,
): Checked {
  const type = typeOf(input);
  const read = checkedText(type, value, isSecret(input) ? undefined : given);
  if ('message' in read) return { messages: [read.message] };
  budget.bytes += utf8Size(read.text);
  if (budget.bytes > maxTotalSize) return { messages: [`Value ${totalTooLargeProblem} together`] };
  return withSentNumber(type.check(value, input, budget.runHere), value, given);
}

/** The messages with all digits of the number that was sent; the type knows only the nearest double. */
function withSentNumber(checked: Checked, value: JsonValue, given: JsonValue): Checked {
  if (!isExactNumber(given) || typeof value !== 'number') return checked;
  return { ...checked, messages: checked.messages.map((text) => text.replace(`found ${value}`, `found ${given}`)) };
}

/** Adds the result of the bounded runner. */
async function finish(work: BoundedWork, messages: readonly string[], budget: Budget): Promise<readonly string[]> {
  const outcome = budget.timeouts < maxTimeouts ? await budget.runner.run(work, budget.owner) : notTried;
  if (outcome.kind === 'done') return [...messages, ...outcome.messages];
  if (outcome.kind === 'too-long') budget.timeouts++;
  const subject = work.kind === 'pattern' ? `the pattern ${work.pattern}` : 'the JSON Schema';
  const reason = outcome.kind === 'too-long' ? 'it takes too long' : outcome.reason;
  return [...messages, `Value cannot be checked against ${subject}: ${reason}`];
}

const notTried: WorkOutcome = { kind: 'failed', reason: 'other inputs have used up the time' };

/** Keeps as many messages as fit into the response, because each one repeats the whole value. */
function shortList(messages: readonly string[], value: JsonValue): readonly string[] {
  if (messages.length <= 1 || isTooDeep(value)) return messages;
  const room = Math.max(1, Math.floor(maxShown / utf8Size(JSON.stringify(value))));
  return messages.length <= room
    ? messages
    : [...messages.slice(0, room), `Value has ${messages.length - room} more problems`];
}

function ignored({ id, dependsOn }: Input): InputNotice {
  const condition = dependsOn === undefined ? 'its condition' : shortened(dependsOn.text, 200);
  return { inputId: id, message: `The value is ignored because the input is hidden while this is false: ${condition}` };
}

function sentValue(values: JsonObject, id: string): JsonValue {
  return (Object.hasOwn(values, id) ? values[id] : null) ?? null;
}

/** The part of a value that may be shown; one that is nested too deeply could not even be written as JSON. */
function shown(value: JsonValue, isHidden: boolean): JsonValue {
  if (isHidden) return value === null ? null : maskText;
  return isTooDeep(value) ? '(nested too deeply)' : value;
}

function unknownIds(
  inputs: readonly Input[],
  byId: ReadonlyMap<string, Input>,
  values: JsonObject,
): readonly InputViolation[] {
  const unknown = Object.keys(values).filter((id) => !byId.has(id));
  const secrets = new SecretIds(inputs);
  return unknown.slice(0, maxUnknown).map((inputId, index) => {
    const suggestion = index < maxSuggestions ? didYouMean(inputId, byId.keys()) : '';
    return {
      inputId,
      message: `Unknown input ${quoteShort(inputId)}.${suggestion}`,
      providedValue: shown(sentValue(values, inputId), secrets.hides(inputId)),
    };
  });
}
