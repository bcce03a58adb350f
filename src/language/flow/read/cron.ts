/** The problem with a schedule; undefined if it is valid and fires on at least one day. */
export function cronProblem(text: string): string | undefined {
  if (text.startsWith('@'))
    return cronNicknames.has(text) ? undefined : `the shorthands are ${[...cronNicknames].join(', ')}`;
  const words = text.trim().split(/\s+/);
  if (words.length !== fields.length)
    return `a schedule must have five fields (${fields.map(({ name }) => name).join(', ')}); found ${words.length}`;
  const values: ReadonlySet<number>[] = [];
  for (const [index, field] of fields.entries()) {
    const numbers = readField(words[index] ?? '', field);
    if (typeof numbers === 'string') return numbers;
    values.push(numbers);
  }
  return neverProblem(words, values);
}

/**
 * A valid schedule in a form that cron-parser accepts. It rejects lists that repeat a number, such as `0-30,15` or `0,7`
 * in the days of the week, and ranges that wrap around, such as `sat-mon`.
 */
export function plainCron(text: string): string {
  return withWords(text, (word, field) => (/[,-]/.test(word) ? plainList(word, field) : word));
}

/** Whether the minute or the hour has a `*`: such a schedule is an interval, any other one has fixed times of day. */
export function isIntervalCron(text: string): boolean {
  return text === '@hourly' || (!text.startsWith('@') && text.trim().split(/\s+/).slice(0, -3).join(' ').includes('*'));
}

/** Whether two valid schedules have the same ticks, however they are written, except while clocks change. */
export function isSameCron(one: string, other: string): boolean {
  const [numbers, otherNumbers] = [one, other].map((text) => withWords(text, numbersOf));
  return one === other || numbers === otherNumbers;
}

function withWords(text: string, write: (word: string, field: CronField) => string): string {
  if (text.startsWith('@')) return text;
  const words = text.trim().split(/\s+/);
  return words.map((word, index) => (fields[index] === undefined ? word : write(word, fields[index]))).join(' ');
}

/** Steps of a `*` stay steps where they make the schedule an interval. */
function plainList(word: string, field: CronField): string {
  if (isAny(word)) return '*';
  const steps = timeOfDay.has(field.name) ? word.split(',').find((item) => item.startsWith('*')) : undefined;
  if (steps === undefined) return numbersOf(word, field);
  const others = new Set(numbersOf(word, field).split(','));
  for (const number of numbersOf(steps, field).split(',')) others.delete(number);
  return [steps, ...others].join(',');
}

function numbersOf(word: string, field: CronField): string {
  if (isAny(word)) return '*';
  const read = readField(word, field);
  if (typeof read === 'string') return word;
  const numbers = new Set([...read].map((number) => (field.max === 7 ? number % 7 : number)));
  return [...numbers].toSorted((left, right) => left - right).join(',');
}

function isAny(word: string): boolean {
  return word.split(',').includes('*');
}

// The shorthands that cron-parser accepts, in lower case.
const cronNicknames = new Set(['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@hourly']);

interface CronField {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  /** Three-letter names; the first one is the number `min`. */
  readonly names: readonly string[];
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const fields: readonly CronField[] = [
  { name: 'minute', min: 0, max: 59, names: [] },
  { name: 'hour', min: 0, max: 23, names: [] },
  { name: 'day of month', min: 1, max: 31, names: [] },
  { name: 'month', min: 1, max: 12, names: months },
  { name: 'day of week', min: 0, max: 7, names: weekdays },
];

const timeOfDay = new Set(['minute', 'hour']);

const itemSyntax = /^(?:\*|(\w+)(?:-(\w+))?)(?:\/(\d{1,4}))?$/;

/** The numbers that a field matches, or the problem with it. */
function readField(word: string, field: CronField): ReadonlySet<number> | string {
  const numbers = new Set<number>();
  for (const item of word.split(',')) {
    const match = itemSyntax.exec(item);
    const [, first, end, step] = match ?? [];
    const from = first === undefined ? field.min : readNumber(first, field);
    const to =
      end !== undefined ? readNumber(end, field) : first !== undefined && step === undefined ? from : field.max;
    const by = Number(step ?? 1);
    if (/^H(?:\(|\/|$)/.test(item))
      return `"H" in the ${field.name} is a Jenkins extension; write a number from ${field.min} to ${field.max}`;
    if (match === null || from === undefined || to === undefined || by < 1) {
      return `the ${field.name} ${JSON.stringify(word.slice(0, 40))} must be *, or numbers from ${field.min} to ${field.max} as a list (1,2), a range (1-5) or steps (*/2)`;
    }
    // `sat-mon` wraps around the end of the week.
    const last = from > to ? to + lengthOf(field) : to;
    for (let number = from; number <= last; number += by)
      numbers.add(number > field.max ? number - lengthOf(field) : number);
  }
  return numbers;
}

/** The number of values of a field; for days of the week, 0 and 7 are the same. */
function lengthOf({ min, max }: CronField): number {
  return max === 7 ? 7 : max - min + 1;
}

function readNumber(word: string, { min, max, names }: CronField): number | undefined {
  const named = names.indexOf(word.toLowerCase());
  const number = named === -1 ? (/^\d{1,2}$/.test(word) ? Number(word) : Number.NaN) : named + min;
  return number >= min && number <= max ? number : undefined;
}

const longestMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** `0 0 31 2 *` never fires; with a day of the week it would fire on that day. */
function neverProblem(words: readonly string[], values: readonly ReadonlySet<number>[]): string | undefined {
  const [, , days = new Set<number>(), chosenMonths = new Set<number>()] = values;
  if (!isAny(words[4] ?? '')) return undefined;
  const firstDay = Math.min(...days);
  const fires = [...chosenMonths].some((month) => firstDay <= (longestMonths[month - 1] ?? 0));
  return fires ? undefined : `no month in ${words[3]} has a day ${firstDay}`;
}
