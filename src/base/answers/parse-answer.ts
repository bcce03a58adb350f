import { setImmediate as nextTurn } from 'node:timers/promises';
import { JsonMeter } from '../text/measure-json.ts';
import { maxTextLength, type AnswerLimits } from './answer-limits.ts';
import { parseInTurns, TextTooLong, type TurnOptions } from './parse-in-turns.ts';
import { notJson, textTooLong, tooDeep, tooManyValues } from './unusable-answer.ts';

/** Characters that are looked at, or parsed, before other work gets its turn. */
const atOnce = 64 * 1024;

/**
 * Parses JSON that someone else has written, without holding up other work. The text is measured first, because parsing
 * deep nesting or many values takes far more time and memory than reading it.
 * @param limits with `parse`, what reads the JSON; `JSON.parse` by default
 * @throws {UnusableAnswer} if it exceeds a limit, or is not JSON
 */
export async function parseAnswer(
  answer: Uint8Array | string,
  limits: Omit<AnswerLimits, 'bytes'> & Partial<Pick<TurnOptions, 'parse'>>,
): Promise<unknown> {
  const text = typeof answer === 'string' ? answer : new TextDecoder().decode(answer);
  await requireParsable(text, limits);
  const { textLength = maxTextLength, parse = JSON.parse } = limits;
  try {
    return await parseInTurns(text, { atOnce, textLength, parse });
  } catch (error) {
    if (error instanceof TextTooLong) throw textTooLong(limits, textLength);
    throw error instanceof SyntaxError ? notJson(limits) : error;
  }
}

/**
 * Checks JSON that something else parses. Other text passes.
 * @throws {UnusableAnswer} if it exceeds a limit
 */
export async function requireParsable(
  text: string,
  limits: Pick<AnswerLimits, 'of' | 'depth' | 'values'>,
): Promise<void> {
  if (!/^\s*[[{]/.test(text)) return;
  const meter = new JsonMeter(limits);
  for (let start = 0; start < text.length && !meter.isTooMuch; start += atOnce) {
    if (start % (8 * atOnce) === 0) await nextTurn();
    meter.read(text, start, Math.min(start + atOnce, text.length));
  }
  if (meter.depth > limits.depth) throw tooDeep(limits);
  if (meter.values > limits.values) throw tooManyValues(limits);
}
