/** What is wrong with a schedule; undefined when it can be read and has a day on which it fires. */
export function cronProblem(text: string): string | undefined {
  if (text.startsWith('@'))
    return cronNicknames.has(text) ? undefined : `the short names are ${[...cronNicknames].join(', ')}`;
  const words = text.trim().split(/\s+/);
  if (words.length !== fields.length)
    return `a schedule has five fields (${fields.map(({ name }) => name).join(', ')}) and this has ${words.length}`;
  const values: ReadonlySet<number>[] = [];
  for (const [index, field] of fields.entries()) {
    const numbers = readField(words[index] ?? '', field);
    if (typeof numbers === 'string') return numbers;
    values.push(numbers);
  }
  return neverProblem(words, values);
}

/**
 * A schedule that can be read, as BullMQ's scheduler takes it: that rejects a list which names a number twice, as `0-30,15`
 * and `0,7` of the days of the week do, and a range that goes on at the start of the field, such as `sat-mon`.
 */
export function plainCron(text: string): string {
  if (text.startsWith('@')) return text;
  return text
    .trim()
    .split(/\s+/)
    .map((word, index) => (/[,-]/.test(word) ? plainList(word, fields[index]) : word))
    .join(' ');
}

function plainList(word: string, field: CronField | undefined): string {
  if (isAny(word)) return '*';
  const read = field === undefined ? word : readField(word, field);
  if (field === undefined || typeof read === 'string') return word;
  const numbers = new Set([...read].map((number) => (field.most === 7 ? number % 7 : number)));
  return [...numbers].toSorted((left, right) => left - right).join(',');
}

function isAny(word: string): boolean {
  return word.split(',').includes('*');
}

// What BullMQ's scheduler reads: these, in lower case.
const cronNicknames = new Set(['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@hourly']);

interface CronField {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  /** Three-letter names, the first standing for `least`. */
  readonly names: readonly string[];
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const fields: readonly CronField[] = [
  { name: 'minute', least: 0, most: 59, names: [] },
  { name: 'hour', least: 0, most: 23, names: [] },
  { name: 'day of month', least: 1, most: 31, names: [] },
  { name: 'month', least: 1, most: 12, names: months },
  { name: 'day of week', least: 0, most: 7, names: weekdays },
];

const itemSyntax = /^(?:\*|(\w+)(?:-(\w+))?)(?:\/(\d{1,4}))?$/;

/** The numbers that one field stands for, or what is wrong with it. */
function readField(word: string, field: CronField): ReadonlySet<number> | string {
  const numbers = new Set<number>();
  for (const item of word.split(',')) {
    const match = itemSyntax.exec(item);
    const [, first, end, step] = match ?? [];
    const from = first === undefined ? field.least : readNumber(first, field);
    const to =
      end !== undefined ? readNumber(end, field) : first !== undefined && step === undefined ? from : field.most;
    const by = Number(step ?? 1);
    if (/^H(?:\(|\/|$)/.test(item))
      return `"H" in the ${field.name} is a choice that Jenkins makes; write a number from ${field.least} to ${field.most}`;
    if (match === null || from === undefined || to === undefined || by < 1) {
      return `the ${field.name} ${JSON.stringify(word.slice(0, 40))} must be *, or numbers from ${field.least} to ${field.most} as lists (1,2), ranges (1-5) or steps (*/2)`;
    }
    // `sat-mon` goes on at the start of the week.
    const last = from > to ? to + lengthOf(field) : to;
    for (let number = from; number <= last; number += by)
      numbers.add(number > field.most ? number - lengthOf(field) : number);
  }
  return numbers;
}

/** How many numbers a field has; for days of the week, 0 and 7 are one. */
function lengthOf({ least, most }: CronField): number {
  return most === 7 ? 7 : most - least + 1;
}

function readNumber(word: string, { least, most, names }: CronField): number | undefined {
  const named = names.indexOf(word.toLowerCase());
  const number = named === -1 ? (/^\d{1,2}$/.test(word) ? Number(word) : Number.NaN) : named + least;
  return number >= least && number <= most ? number : undefined;
}

const longestMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** `0 0 31 2 *`; a day of the week beside it would fire on its own. */
function neverProblem(words: readonly string[], values: readonly ReadonlySet<number>[]): string | undefined {
  const [, , days = new Set<number>(), chosenMonths = new Set<number>()] = values;
  if (!isAny(words[4] ?? '')) return undefined;
  const firstDay = Math.min(...days);
  const fires = [...chosenMonths].some((month) => firstDay <= (longestMonths[month - 1] ?? 0));
  return fires ? undefined : `no month in ${words[3]} has a day ${firstDay}`;
}
