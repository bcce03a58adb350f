import { isAlias, isMap, isScalar, type Alias, type ParsedNode, type Scalar, type YAMLMap, type YAMLSeq } from 'yaml';
import { quoteShort } from '../../base/problem/describe-value.ts';
import type { ProblemCode } from '../../base/problem/problem-catalogue.ts';
import type { TextRange } from '../../base/problem/problem.ts';
import { exactNumber, losesDigits } from '../../base/text/exact-number.ts';
import { setOwn, type JsonValue } from '../../base/text/json-value.ts';
import { unsupportedCharacters } from '../safe-patterns/value-limits.ts';
import type { LocatedProblem } from './flow-document.ts';
import type { FlowLimits } from './flow-limits.ts';
import { bracesSentence } from './yaml-sentences.ts';

export interface PlainValue {
  readonly value: JsonValue;
  readonly problems: readonly LocatedProblem[];
  /** The node that each alias refers to. */
  readonly targets: ReadonlyMap<Alias, ParsedNode>;
  /** Whether an alias could not be resolved, so that the value differs from the author's intention. */
  readonly broken: boolean;
}

/**
 * Converts the tree of a document into a plain value, and reports what YAML allows and a flow does not: duplicate keys,
 * collections as keys, merge keys, tags, circular or exponential aliases, and strings that cannot be written to a file.
 * Of two equal keys, the first one counts. Takes linear time.
 */
export function plainValue(text: string, contents: ParsedNode | null, limits: FlowLimits): PlainValue {
  const reader = new PlainValueReader(text, limits);
  const value = reader.read(contents, undefined);
  return { value, problems: reader.problems, targets: reader.targets, broken: reader.broken };
}

/** A path as a linked list from its end to the root; most are never written out. */
type Trail = { readonly parent: Trail; readonly part: string | number } | undefined;

interface Anchor {
  readonly node: ParsedNode;
  readonly value: JsonValue;
  /** Aliases that are expanded each time this one is used. */
  readonly aliases: number;
  /** Characters of source that this represents, with its aliases expanded. */
  readonly characters: number;
}

// Authors do not read more, and each one needs its path written out.
const maxProblems = 1000;

// Expanded aliases may have at most this many times the characters of the largest document, whatever their number.
const maxExpansion = 4;

const coreTagPrefix = 'tag:yaml.org,2002:';
const coreTags = new Set([
  '!',
  ...['str', 'int', 'float', 'bool', 'null', 'map', 'seq'].map((name) => coreTagPrefix + name),
]);

const jsonNumber = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
// A double has at least 15 significant digits.
const maxSafeLength = 15;

/** A number of a document, which keeps its digits where a double would change them; one without a double is text. */
function numberOf(value: number, source: string): JsonValue {
  if (!Number.isFinite(value)) return source;
  const isExact = source.length > maxSafeLength && jsonNumber.test(source) && losesDigits(source);
  return isExact ? exactNumber(source) : value;
}

class PlainValueReader {
  readonly problems: LocatedProblem[] = [];
  readonly targets = new Map<Alias, ParsedNode>();
  broken = false;
  readonly #text: string;
  readonly #limits: FlowLimits;
  /**
   * Whether the text has no NUL, unpaired surrogate or escape. A value then has only characters of its source, all of them
   * valid.
   */
  readonly #isCarriable: boolean;
  readonly #anchors = new Map<string, Anchor | 'open'>();
  #aliases = 0;
  #expanded = 0;

  constructor(text: string, limits: FlowLimits) {
    this.#text = text;
    this.#limits = limits;
    this.#isCarriable = !text.includes('\\') && !unsupportedCharacter.test(text);
  }

  read(node: ParsedNode | null, trail: Trail): JsonValue {
    if (node === null) return null;
    if (isAlias(node)) return this.#readAlias(node, trail);
    if (node.tag !== undefined && !coreTags.has(node.tag)) this.#reportTag(node, trail);
    if (node.anchor === undefined) return this.#readUnnamed(node, trail);
    this.#anchors.set(node.anchor, 'open');
    const aliases = this.#aliases;
    const expanded = this.#expanded;
    const value = this.#readUnnamed(node, trail);
    const characters = node.range[1] - node.range[0] + this.#expanded - expanded;
    this.#anchors.set(node.anchor, { node, value, aliases: this.#aliases - aliases, characters });
    return value;
  }

  #readUnnamed(node: Exclude<ParsedNode, Alias.Parsed>, trail: Trail): JsonValue {
    if (isScalar(node)) return this.#readScalar(node, trail);
    return isMap(node) ? this.#readMap(node, trail) : this.#readList(node, trail);
  }

  #readScalar(node: Scalar.Parsed, trail: Trail): JsonValue {
    const { value } = node;
    if (typeof value === 'string') {
      if (!this.#isCarriable) this.#checkCharacters(value, node, trail);
      return value;
    }
    if (typeof value === 'number') return numberOf(value, node.source ?? '');
    return typeof value === 'boolean' ? value : null;
  }

  #readList(node: YAMLSeq.Parsed, trail: Trail): JsonValue {
    return node.items.map((item, index) => this.read(item as ParsedNode, { parent: trail, part: index })); // parsed trees hold parsed nodes
  }

  #readMap(node: YAMLMap.Parsed, trail: Trail): JsonValue {
    if (this.#isUnquotedReference(node)) {
      const [start] = node.range;
      const before = this.#text.slice(this.#text.lastIndexOf('\n', start - 1) + 1, start);
      this.#report('wrong-type', bracesSentence(before), node, trail);
      return this.#text.slice(node.range[0], node.range[1]);
    }
    const map: Record<string, JsonValue> = {};
    for (const pair of node.items) {
      const key = this.#readKey(pair.key, trail);
      const value = this.read(pair.value, { parent: trail, part: key ?? '' });
      if (key === undefined) continue;
      if (Object.hasOwn(map, key)) {
        const message = `The key ${quoteShort(key)} is used twice in this map.`;
        this.#report('yaml-duplicate-key', message, pair.key, { parent: trail, part: key }, 'key');
      } else {
        setOwn(map, key, value);
      }
    }
    return map;
  }

  /**
   * The key as a string; if it is not a scalar, reports a problem and returns undefined. A plain `1` or `true` is its
   * source text.
   */
  #readKey(node: ParsedNode, trail: Trail): string | undefined {
    const key = isAlias(node) ? this.#readAlias(node, trail) : this.read(node, trail);
    if (typeof key === 'object' && key !== null) {
      this.#report('wrong-type', 'A key must be a string; found a list or a map.', node, trail);
      return undefined;
    }
    if (isScalar(node) && node.type === 'PLAIN' && node.source === '<<') {
      const message = 'Merge keys (<<) are not supported; write the properties out.';
      this.#report('unknown-property', message, node, { parent: trail, part: '<<' }, 'key');
      return undefined;
    }
    return keyText(isAlias(node) ? (this.targets.get(node) ?? node) : node, key);
  }

  #readAlias(node: Alias.Parsed, trail: Trail): JsonValue {
    const anchor = this.#anchors.get(node.source);
    if (anchor === undefined)
      return this.#break(
        'yaml-syntax',
        `The anchor ${quoteShort(`&${node.source}`)} was not found above this alias.`,
        node,
        trail,
      );
    if (anchor === 'open')
      return this.#break(
        'yaml-too-complex',
        `The alias ${quoteShort(`*${node.source}`)} is inside its own anchor.`,
        node,
        trail,
      );
    this.targets.set(node, anchor.node);
    this.#aliases += anchor.aliases + 1;
    this.#expanded += anchor.characters;
    if (this.#aliases > this.#limits.yamlAliases) {
      const message = `The document uses too many aliases; the maximum is ${this.#limits.yamlAliases}, and aliases inside anchors count each time.`;
      return this.#break('yaml-too-complex', message, node, trail);
    }
    if (this.#expanded > maxExpansion * this.#limits.flowBytes) {
      return this.#break(
        'yaml-too-complex',
        'The aliases expand to a document that is too large; use fewer aliases.',
        node,
        trail,
      );
    }
    return anchor.value;
  }

  /** YAML reads `{{ inputs.x }}` without quotes as a map in a map. */
  #isUnquotedReference(node: YAMLMap.Parsed): boolean {
    return isMap(node.items[0]?.key) && this.#text.startsWith('{{', node.range[0]);
  }

  #checkCharacters(value: string, node: ParsedNode, trail: Trail): void {
    const match = unsupportedCharacter.exec(value);
    if (match === null) return;
    const what = match[0] === '\0' ? 'a NUL character' : 'an unpaired surrogate';
    const message = `The string has ${what} at character ${match.index + 1}; files and environment variables cannot contain it.`;
    this.#report('invalid-value', message, node, trail);
  }

  #reportTag(node: ParsedNode, trail: Trail): void {
    const tag = (node.tag ?? '').replace(coreTagPrefix, '!!');
    const message = `The tag ${quoteShort(tag)} is not supported; a flow has only the types of JSON.`;
    this.#report('invalid-value', message, node, trail);
  }

  #break(code: ProblemCode, message: string, node: ParsedNode, trail: Trail): null {
    if (!this.broken) this.#report(code, message, node, trail);
    this.broken = true;
    return null;
  }

  #report(code: ProblemCode, message: string, node: ParsedNode, trail: Trail, at?: 'key'): void {
    if (this.problems.length >= maxProblems) return;
    const source: TextRange = { start: node.range[0], end: node.range[1] };
    this.problems.push({ problem: { code, message, path: writeOut(trail), ...(at && { at }) }, source });
  }
}

const unsupportedCharacter = new RegExp(unsupportedCharacters, 'u');

function keyText(node: ParsedNode, key: JsonValue): string {
  if (typeof key === 'string') return key;
  return isScalar(node) && node.source !== undefined ? node.source : String(key ?? '');
}

function writeOut(trail: Trail): (string | number)[] {
  const path: (string | number)[] = [];
  for (let step = trail; step !== undefined; step = step.parent) path.push(step.part);
  return path.toReversed();
}
