import { isMap, isScalar, isSeq, type Pair, type ParsedNode, type YAMLMap } from 'yaml';
import type { Path } from '../../base/problem/problem.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/text/json-value.ts';
import { composeYaml } from './compose-yaml.ts';
import type { FlowSource } from './flow-document.ts';
import type { FlowLimits } from './flow-limits.ts';
import { onOneLine, parseFlowDocument } from './parse-flow-document.ts';

/** A property `disabled` to set or to remove. */
export interface Switch {
  readonly source: FlowSource;
  /** The map that has, or gets, the property. */
  readonly path: Path;
  readonly disabled: boolean;
}

/**
 * Disables or enables a part of a document by the smallest edit of its text: everything else, comments included, stays
 * as it is.
 * @returns undefined if no such edit changes this part alone, for example because it is an alias
 */
export function switchDisabled({ source, path, disabled }: Switch, limits: FlowLimits): string | undefined {
  const { text, format } = source;
  const mark = text.startsWith('\uFEFF') ? 1 : 0;
  const composed = composeYaml(format === 'json' ? onOneLine(text) : text.slice(mark), limits);
  const map = composed.kind === 'tree' ? mapAt(composed.contents, path) : undefined;
  if (map === undefined) return undefined;
  const valueOf = (of: string) => parseFlowDocument({ ...source, text: of }, limits).document?.value;
  const expected = JSON.stringify(switched(valueOf(text), path, disabled));
  for (const edit of edits(text.slice(mark), map, disabled)) {
    const edited = text.slice(0, mark + edit.start) + edit.text + text.slice(mark + edit.end);
    // `disabled: false` says the same as nothing.
    if (JSON.stringify(switched(valueOf(edited), path)) === expected) return edited;
  }
  return undefined;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

type ParsedPair = Pair<ParsedNode, ParsedNode | null>;
type ParsedMap = YAMLMap.Parsed;

/** Undefined if an alias is on the way: what it stands for is also somewhere else. */
function mapAt(root: ParsedNode | null, path: Path): ParsedMap | undefined {
  let node: ParsedNode | null | undefined = root;
  for (const part of path) {
    if (isMap(node)) node = pairOf(node as ParsedMap, String(part))?.value; // of a parsed tree
    else node = isSeq(node) ? (node.items[Number(part)] as ParsedNode | undefined) : undefined; // as above
  }
  return isMap(node) ? (node as ParsedMap) : undefined; // as above
}

function pairOf(map: ParsedMap, name: string): ParsedPair | undefined {
  return map.items.find(({ key }) => isScalar(key) && key.value === name);
}

/** Possible edits, the best first. */
function edits(text: string, map: ParsedMap, disabled: boolean): readonly Edit[] {
  const pair = pairOf(map, 'disabled');
  if (pair === undefined) return map.flow === true ? insertItem(text, map) : insertLine(text, map);
  if (pair.value === null) return [];
  const [start, end] = pair.value.range;
  const replaced = { start, end, text: String(disabled) };
  if (disabled) return [replaced];
  return [...(map.flow === true ? removeItem(text, map, pair) : removeLine(text, map, pair)), replaced];
}

/** Inserts a line after `id`, which every part that can be disabled has. */
function insertLine(text: string, map: ParsedMap): readonly Edit[] {
  const pair = pairOf(map, 'id');
  if (!pair?.value) return [];
  const { start, key } = placeOf(text, pair);
  const valueEnd = pair.value.range[1];
  const lineEnd = text.indexOf('\n', text[valueEnd - 1] === '\n' ? valueEnd - 1 : valueEnd);
  const line = `${' '.repeat(key - start)}disabled: true`;
  const lineBreak = /\r\n/.test(text) ? '\r\n' : '\n';
  if (lineEnd === -1) return [{ start: text.length, end: text.length, text: lineBreak + line }];
  return [{ start: lineEnd + 1, end: lineEnd + 1, text: line + lineBreak }];
}

/** Inserts an item in braces, with the quotes and spaces of its neighbor. */
function insertItem(text: string, map: ParsedMap): readonly Edit[] {
  const pair = pairOf(map, 'id');
  if (!pair?.value) return [];
  const { key, value, end } = placeOf(text, pair);
  const next = nextOf(map, pair);
  const separator = next && text.slice(end, next.key.range[0]);
  const between = separator !== undefined && /^\s*,\s*$/.test(separator) ? separator : ', ';
  const name = text[key] === '"' ? '"disabled"' : 'disabled';
  const colon = text.slice(pair.key.range[1], value);
  return [{ start: end, end, text: `${between}${name}${/^\s*:\s*$/.test(colon) ? colon : ': '}true` }];
}

function removeLine(text: string, map: ParsedMap, pair: ParsedPair): readonly Edit[] {
  const { start, key, end } = placeOf(text, pair);
  const newline = text.indexOf('\n', end);
  const lineEnd = newline === -1 ? text.length : newline + 1;
  const comment = /^[ \t]+(?=#)/.exec(text.slice(end, lineEnd));
  if (comment !== null) return [{ start: key, end: end + comment[0].length, text: '' }];
  if (text.slice(start, key).trim() === '') return [{ start, end: lineEnd, text: '' }];
  // It follows the dash of a list.
  const next = nextOf(map, pair)?.key.range[0];
  const isNextLine = next !== undefined && text.slice(end, next).trim() === '';
  return [{ start: key, end: isNextLine ? next : end, text: '' }];
}

function removeItem(text: string, map: ParsedMap, pair: ParsedPair): readonly Edit[] {
  const { key, end } = placeOf(text, pair);
  const next = nextOf(map, pair)?.key.range[0];
  const before = map.items[map.items.indexOf(pair) - 1]?.value?.range[1];
  const isBetween = (from: number, to: number) => /^\s*,\s*$/.test(text.slice(from, to));
  return [
    ...(before !== undefined && isBetween(before, key) ? [{ start: before, end, text: '' }] : []),
    ...(next !== undefined && isBetween(end, next) ? [{ start: key, end: next, text: '' }] : []),
  ];
}

function nextOf(map: ParsedMap, pair: ParsedPair): ParsedPair | undefined {
  return map.items[map.items.indexOf(pair) + 1];
}

/** The offsets of the line, the key, the value and its end. */
function placeOf(text: string, { key: name, value }: ParsedPair) {
  const [key, keyEnd] = name.range;
  const [start, end] = value?.range ?? [keyEnd, keyEnd];
  return { start: text.lastIndexOf('\n', key - 1) + 1, key, value: start, end };
}

/** A value in which the part at `path` is disabled, or has no `disabled` that is false. */
function switched(value: JsonValue | undefined, path: Path, disabled?: boolean): JsonValue | undefined {
  const [part, ...rest] = path;
  if (part !== undefined && Array.isArray(value))
    return value.map((item: JsonValue, index) => (index === part ? (switched(item, rest, disabled) ?? null) : item));
  if (!isJsonObject(value)) return value;
  if (part !== undefined) return { ...value, [part]: switched(value[part], rest, disabled) ?? null };
  const { disabled: known, ...others } = value;
  const isDisabled = disabled ?? known ?? false;
  return isDisabled === false ? others : ({ ...others, disabled: isDisabled } satisfies JsonObject);
}
