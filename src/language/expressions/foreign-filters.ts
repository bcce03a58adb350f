import { isEmpty, isNotEmpty } from './operators/emptiness.ts';
import { equal } from './operators/equality.ts';
import { or } from './operators/logic.ts';
import { matches } from './operators/matching.ts';
import { operatorName } from './operators/operator.ts';

const inScript = 'Change the value in a script';
const ofCase = `To ignore upper and lower case, write ${operatorName(matches)} '(?i)^value$'.`;
const ofDefault = 'Give the input "defaults"';

/** What to do in place of a filter: in a string, and in a condition. */
interface FilterAdvice {
  readonly inText: string;
  readonly inCondition: string;
}

const upper = { inText: `${inScript}: tr '[:lower:]' '[:upper:]'.`, inCondition: ofCase };
const lower = { inText: `${inScript}: tr '[:upper:]' '[:lower:]'.`, inCondition: ofCase };
const fallback = {
  inText: `${ofDefault}.`,
  inCondition: `${ofDefault}, or check for a missing value with ${operatorName(equal)} null.`,
};
const size = {
  inText: `${inScript}: "\${#NAME}".`,
  inCondition: `Write ${operatorName(isEmpty)} or ${operatorName(isNotEmpty)}.`,
};
const others = {
  inText: `${inScript} that returns the result as an output.`,
  inCondition: `${inScript} of an earlier task and compare its output; between conditions, write ${operatorName(or)}.`,
};

/** Filters of Pebble, Jinja, Liquid and Go templates, by name. */
const filters: ReadonlyMap<string, FilterAdvice> = new Map([
  ['upper', upper],
  ['upcase', upper],
  ['lower', lower],
  ['downcase', lower],
  ['default', fallback],
  ['length', size],
  ['size', size],
]);

/** Advice for the filter whose `|` is at an offset: what to write in its place. */
export function filterAdvice(text: string, at: number, place: keyof FilterAdvice): string {
  const name = /^\|\s*(\w+)/.exec(text.slice(at, at + maxName))?.[1] ?? '';
  return `Filters are not supported. ${(filters.get(name) ?? others)[place]}`;
}

const maxName = 60;

/** Advice for the `-` of `{{- x -}}`, with which template languages remove the blanks beside the braces. */
export const trimAdvice = 'Write {{ and }} without the "-": the blanks beside the braces stay.';

/** Whether the `-` at an offset belongs to the braces before or after it. */
export function isTrimSign(text: string, at: number): boolean {
  return text[at] === '-' && (text.startsWith('{{', at - 2) || text.startsWith('}}', at + 1));
}
