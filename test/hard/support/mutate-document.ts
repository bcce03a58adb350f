import { parse, stringify } from 'yaml';
import type { JsonValue } from '../../../src/base/text/json-value.ts';
import { oddNames, oddPieces, oddValues } from './odd-values.ts';
import type { SeededRandom } from './seeded-random.ts';

export interface FlowDocumentText {
  readonly text: string;
  readonly type: 'application/x-yaml' | 'application/json';
}

type Random = SeededRandom;
type TextChange = (text: string, random: Random) => string;

/** A document with one to four changes to its characters, its lines, or its values. @param sources in YAML */
export function mutateDocument(sources: readonly string[], random: Random): FlowDocumentText {
  const base = random.pick(sources);
  const isText = random.below(2) === 0;
  const mutated = isText ? { text: base, type: 'application/x-yaml' as const } : mutateValues(base, sources, random);
  // Documents with changed values usually stay parseable.
  const changes = isText ? random.pick(changeCounts) : random.below(8) === 0 ? 1 : 0;
  let { text } = mutated;
  for (let change = 0; change < changes; change++) text = random.pick(textChanges)(text, random);
  return { text, type: mutated.type };
}

// A single change usually leaves the rest of the document reachable.
const changeCounts = [1, 1, 1, 1, 2, 4];

const textChanges: readonly TextChange[] = [
  (text, random) => splice(text, random.below(text.length + 1), 0, random.pick(oddPieces)),
  (text, random) => splice(text, random.below(text.length + 1), 1 + random.below(3), ''),
  (text, random) => splice(text, random.below(text.length + 1), 1 + random.below(3), random.pick(oddPieces)),
  (text, random) => text.slice(0, random.below(text.length + 1)),
  inLines((lines, random) => lines.splice(random.below(lines.length), 1)),
  inLines((lines, random) => lines.splice(random.below(lines.length), 0, random.pick(lines))),
  inLines((lines, random) => {
    const [from, to] = [random.below(lines.length), random.below(lines.length)];
    [lines[from], lines[to]] = [lines[to]!, lines[from]!];
  }),
  inLines((lines, random) => {
    const place = random.below(lines.length);
    lines[place] =
      random.below(2) === 0
        ? `${' '.repeat(1 + random.below(4))}${lines[place]}`
        : lines[place]!.replace(/^ {1,2}/, '');
  }),
  inLines((lines, random) => {
    const place = random.below(lines.length);
    lines[place] = lines[place]!.replace(/:.*$/, () => `: ${JSON.stringify(random.pick(oddValues))}`);
  }),
];

function inLines(change: (lines: string[], random: Random) => unknown): TextChange {
  return (text, random) => {
    const lines = text.split('\n');
    change(lines, random);
    return lines.join('\n');
  };
}

function splice(text: string, start: number, length: number, piece: string): string {
  return text.slice(0, start) + piece + text.slice(start + length);
}

function mutateValues(base: string, sources: readonly string[], random: Random): FlowDocumentText {
  const value = valueOf(base);
  for (let change = random.pick(changeCounts); change > 0; change--) changeOne(value, sources, random);
  if (random.below(3) === 0) return { text: JSON.stringify(value), type: 'application/json' };
  return { text: stringify(value, { lineWidth: 0 }), type: 'application/x-yaml' };
}

/** A source that is not YAML is treated as a string. */
function valueOf(source: string): JsonValue {
  try {
    return parse(source, { logLevel: 'error', maxAliasCount: 100 }) as JsonValue; // golden flows contain only JSON values
  } catch {
    return source;
  }
}

type Container = JsonValue[] | Record<string, JsonValue>;

function changeOne(document: JsonValue, sources: readonly string[], random: Random): void {
  const places = containersIn(document);
  if (places.length === 0) return;
  const container = random.pick(places);
  const keys = Object.keys(container);
  const key = keys.length === 0 ? undefined : random.pick(keys);
  const action = random.below(7);
  if (key === undefined || action === 0) add(container, random.pick(oddNames), random.pick(oddValues));
  else if (action === 1) remove(container, key);
  else if (action === 2) add(container, random.pick(oddNames), valueAt(container, key));
  else if (action === 3) set(container, key, random.pick(partsOf(random.pick(sources))));
  else if (action === 4)
    set(container, key, random.below(2) === 0 ? [valueAt(container, key)] : { [key]: valueAt(container, key) });
  else if (action === 5 && Array.isArray(container))
    container.push(...Array.from({ length: 1 + random.below(30) }, () => structuredClone(valueAt(container, key))));
  else set(container, key, random.pick(oddValues));
}

function containersIn(value: JsonValue): Container[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value as Container, ...Object.values(value).flatMap(containersIn)]; // a copy of this module, so it may be modified
}

const partsBySource = new Map<string, readonly JsonValue[]>();

/** A random value from another document. */
function partsOf(source: string): readonly JsonValue[] {
  const known = partsBySource.get(source) ?? [
    valueOf(source),
    ...containersIn(valueOf(source)).flatMap((container) => Object.values(container)),
  ];
  partsBySource.set(source, known);
  return known.length === 0 ? [null] : known;
}

function valueAt(container: Container, key: string): JsonValue {
  return structuredClone((container as Record<string, JsonValue>)[key] ?? null); // the keys of a list are its indexes
}

function set(container: Container, key: string, value: JsonValue): void {
  // An assignment to __proto__ would not create a property.
  Object.defineProperty(container, key, {
    value: structuredClone(value),
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function add(container: Container, key: string, value: JsonValue): void {
  if (Array.isArray(container)) container.push(structuredClone(value));
  else set(container, key, value);
}

function remove(container: Container, key: string): void {
  if (Array.isArray(container)) container.splice(Number(key), 1);
  else delete container[key];
}
