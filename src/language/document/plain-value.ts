import { isAlias, isMap, isScalar } from 'yaml';
import type { Alias, ParsedNode, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { uncarriable } from '../patterns/value-limits.ts';
import { quoteShort } from '../../problem/describe-value.ts';
import type { JsonValue } from '../../problem/json-value.ts';
import type { ProblemCode } from '../../problem/problem-catalogue.ts';
import type { TextRange } from '../../problem/problem.ts';
import type { LocatedProblem } from './flow-document.ts';
import type { FlowLimits } from './flow-limits.ts';

export interface PlainValue {
  readonly value: JsonValue;
  readonly problems: readonly LocatedProblem[];
  /** The node that each alias stands for. */
  readonly targets: ReadonlyMap<Alias, ParsedNode>;
  /** Whether an alias could not be followed, so that the value is not what the author meant. */
  readonly broken: boolean;
}

/**
 * Turns the tree of a document into a plain value, with everything that YAML allows and a flow does not: duplicate
 * keys, keys that are collections, merge keys, tags, aliases that go round or grow, texts that no file can hold.
 * The first of two equal keys counts. Takes time linear in the text.
 */
export function plainValue(text: string, contents: ParsedNode | null, limits: FlowLimits): PlainValue {
  const reader = new PlainValueReader(text, limits);
  const value = reader.read(contents, undefined);
  return { value, problems: reader.problems, targets: reader.targets, broken: reader.broken };
}

/** A path as a list from its end to the root; most are never written out. */
type Trail = { readonly parent: Trail; readonly part: string | number } | undefined;

interface Anchor {
  readonly node: ParsedNode;
  readonly value: JsonValue;
  /** Aliases that take effect when this is used. */
  readonly aliases: number;
  /** Characters of source that this stands for, aliases written out. */
  readonly characters: number;
}

// Nobody reads more, and each needs its path written out.
const maxProblems = 1000;

// Aliases may repeat at most this many times the largest document, whatever their number.
const maxExpansion = 4;

const coreTagPrefix = 'tag:yaml.org,2002:';
const coreTags = new Set([
  '!',
  ...['str', 'int', 'float', 'bool', 'null', 'map', 'seq'].map((name) => coreTagPrefix + name),
]);

class PlainValueReader {
  readonly problems: LocatedProblem[] = [];
  readonly targets = new Map<Alias, ParsedNode>();
  broken = false;
  readonly #text: string;
  readonly #limits: FlowLimits;
  /** Whether no part of the text can hold what no file can: without escapes, a value has the characters of its source. */
  readonly #isCarriable: boolean;
  readonly #anchors = new Map<string, Anchor | 'open'>();
  #aliases = 0;
  #expanded = 0;

  constructor(text: string, limits: FlowLimits) {
    this.#text = text;
    this.#limits = limits;
    this.#isCarriable = !text.includes('\\') && !uncarriableCharacter.test(text);
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
    if (typeof value === 'number') return Number.isFinite(value) ? value : (node.source ?? '');
    return typeof value === 'boolean' ? value : null;
  }

  #readList(node: YAMLSeq.Parsed, trail: Trail): JsonValue {
    return node.items.map((item, index) => this.read(item as ParsedNode, { parent: trail, part: index })); // parsed trees hold parsed nodes
  }

  #readMap(node: YAMLMap.Parsed, trail: Trail): JsonValue {
    if (this.#isUnquotedReference(node)) {
      this.#report('wrong-type', 'A text that begins with {{ needs quotes: "{{ ... }}".', node, trail);
      return this.#text.slice(node.range[0], node.range[1]);
    }
    const mapping: Record<string, JsonValue> = {};
    for (const pair of node.items) {
      const key = this.#readKey(pair.key, trail);
      const value = this.read(pair.value, { parent: trail, part: key ?? '' });
      if (key === undefined) continue;
      if (Object.hasOwn(mapping, key)) {
        const message = `The key ${quoteShort(key)} is there already; each key may stand in a mapping once.`;
        this.#report('yaml-duplicate-key', message, pair.key, { parent: trail, part: key }, 'key');
      } else {
        setOwn(mapping, key, value);
      }
    }
    return mapping;
  }

  /** The text of a key, or undefined (and a problem) when it is none. A plain `1` or `true` is its source text. */
  #readKey(node: ParsedNode, trail: Trail): string | undefined {
    const key = isAlias(node) ? this.#readAlias(node, trail) : this.read(node, trail);
    if (typeof key === 'object' && key !== null) {
      this.#report('wrong-type', 'A key must be a text, and this is a list or a mapping.', node, trail);
      return undefined;
    }
    if (isScalar(node) && node.type === 'PLAIN' && node.source === '<<') {
      const message = 'Merge keys (<<) are not part of YAML 1.2; write the properties out.';
      this.#report('unknown-property', message, node, { parent: trail, part: '<<' }, 'key');
      return undefined;
    }
    return keyText(isAlias(node) ? (this.targets.get(node) ?? node) : node, key);
  }

  #readAlias(node: Alias.Parsed, trail: Trail): JsonValue {
    const anchor = this.#anchors.get(node.source);
    if (anchor === undefined)
      return this.#break('yaml-syntax', `There is no anchor &${node.source} above this alias.`, node, trail);
    if (anchor === 'open')
      return this.#break('yaml-too-complex', `The alias *${node.source} stands inside its own anchor.`, node, trail);
    this.targets.set(node, anchor.node);
    this.#aliases += anchor.aliases + 1;
    this.#expanded += anchor.characters;
    if (this.#aliases > this.#limits.yamlAliases) {
      const message = `The document uses more than ${this.#limits.yamlAliases} aliases, those inside anchors counted each time.`;
      return this.#break('yaml-too-complex', message, node, trail);
    }
    if (this.#expanded > maxExpansion * this.#limits.flowBytes) {
      return this.#break('yaml-too-complex', 'The aliases make the document too large; write it shorter.', node, trail);
    }
    return anchor.value;
  }

  /** `{{ inputs.x }}` without quotes is a mapping in a mapping to YAML. */
  #isUnquotedReference(node: YAMLMap.Parsed): boolean {
    return isMap(node.items[0]?.key) && this.#text.startsWith('{{', node.range[0]);
  }

  #checkCharacters(value: string, node: ParsedNode, trail: Trail): void {
    const match = uncarriableCharacter.exec(value);
    if (match === null) return;
    const what = match[0] === '\0' ? 'a NUL character' : 'half of a surrogate pair';
    const message = `The text holds ${what} at character ${match.index + 1}, which no file and no environment variable can carry.`;
    this.#report('invalid-value', message, node, trail);
  }

  #reportTag(node: ParsedNode, trail: Trail): void {
    const tag = (node.tag ?? '').replace(coreTagPrefix, '!!');
    const message = `The tag ${quoteShort(tag)} is not supported; a flow has the types of JSON.`;
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

const uncarriableCharacter = new RegExp(uncarriable, 'u');

function keyText(node: ParsedNode, key: JsonValue): string {
  if (typeof key === 'string') return key;
  return isScalar(node) && node.source !== undefined ? node.source : String(key ?? '');
}

/** Sets a property also where its name is `__proto__`. */
function setOwn(mapping: Record<string, JsonValue>, key: string, value: JsonValue): void {
  if (key !== '__proto__') mapping[key] = value;
  else Object.defineProperty(mapping, key, { value, enumerable: true, configurable: true, writable: true });
}

function writeOut(trail: Trail): (string | number)[] {
  const path: (string | number)[] = [];
  for (let step = trail; step !== undefined; step = step.parent) path.push(step.part);
  return path.toReversed();
}
