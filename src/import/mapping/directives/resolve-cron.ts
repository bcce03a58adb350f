import { ownEntry } from '../../../base/text/own-entry.ts';

/** One line of Jenkins' cron in the syntax of flows. */
interface ResolvedCron {
  readonly cron: string;
  /** Whether a time was chosen for an `H`. */
  readonly isChosen: boolean;
}

interface CronField {
  readonly min: number;
  readonly max: number;
  /** The greatest value that `H` can become: every month has a day 28. */
  readonly maxChosen: number;
}

const fields: readonly CronField[] = [
  { min: 0, max: 59, maxChosen: 59 },
  { min: 0, max: 23, maxChosen: 23 },
  { min: 1, max: 31, maxChosen: 28 },
  { min: 1, max: 12, maxChosen: 12 },
  { min: 0, max: 7, maxChosen: 6 },
];

const shorthands: Readonly<Record<string, string>> = {
  '@yearly': 'H H H H *',
  '@annually': 'H H H H *',
  '@monthly': 'H H H * *',
  '@weekly': 'H H * * H',
  '@daily': 'H H * * *',
  '@midnight': 'H H(0-2) * * *',
  '@hourly': 'H * * * *',
};

/**
 * Resolves `H` by a hash of the seed, so that the same job always gets the same times and jobs spread over time, as in
 * Jenkins. Undefined if the line has no five fields, or fires in Jenkins when both days match, where a flow
 * fires when one does.
 */
export function resolveCron(line: string, seed: string): ResolvedCron | undefined {
  const words = (ownEntry(shorthands, line.trim()) ?? line).trim().split(/\s+/);
  if (words.length !== fields.length) return undefined;
  if (isLimited(words[2]) && isLimited(words[4])) return undefined;
  const resolved = words.map((word, index) => resolveWord(word, fields[index]!, `${seed} ${index}`)); // as many as words
  const cron = resolved.join(' ');
  return { cron, isChosen: cron !== words.join(' ') };
}

function isLimited(word: string | undefined): boolean {
  return word !== undefined && !/^(?:\*|\*\/1|H\/1)$/.test(word);
}

function resolveWord(word: string, field: CronField, seed: string): string {
  return word
    .split(',')
    .map((item) => {
      const match = /^H(?:\((\d+)-(\d+)\))?(?:\/(\d+))?$/.exec(item);
      if (match === null) return item;
      const [, first, last, step] = match;
      const from = Number(first ?? field.min);
      const to = Number(last ?? field.maxChosen);
      const every = Number(step ?? 0);
      if (every === 1) return first === undefined ? '*' : `${from}-${to}`;
      if (every === 0) return String(from + (hash(seed) % (to - from + 1)));
      const start = from + (hash(seed) % Math.min(every, to - from + 1));
      return start + every > to ? String(start) : `${start}-${to}/${every}`;
    })
    .join(',');
}

/** FNV-1a: short, stable and well spread. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ character.codePointAt(0)!, 0x01000193); // a character has one
  return (value ^ (value >>> 15)) >>> 0;
}
