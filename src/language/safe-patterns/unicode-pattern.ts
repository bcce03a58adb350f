import { LRUCache } from 'lru-cache';
import { messageOf } from '../../base/problem/message-of.ts';
import { caseVariants, member } from './case-variants.ts';
import { foreignEscapes, posixClasses, untranslated } from './pattern-dialects.ts';

/** A pattern that JavaScript accepts with the flag `u`, or why there is none, as a clause that names the piece. */
export type UnicodePattern = { readonly source: string } | { readonly reason: string };

const translated = new LRUCache<string, UnicodePattern>({ max: 1000 });

/**
 * A pattern of an author in the syntax of JavaScript's flag `u`, which JSON Schema validators use. Patterns in that
 * syntax stay as they are. Of other engines' syntax, everything is translated that has exactly the same meaning in
 * JavaScript (docs/reference/inputs.md); what remains is invalid.
 */
export function unicodePattern(pattern: string): UnicodePattern {
  let known = translated.get(pattern);
  if (known === undefined) {
    known = !hasOtherMeaning.test(pattern) && isUnicodePattern(pattern) ? { source: pattern } : translate(pattern);
    translated.set(pattern, known);
  }
  return known;
}

/** The same for a pattern that is known to be valid. */
export function unicodeSource(pattern: string): string {
  const result = unicodePattern(pattern);
  return 'source' in result ? result.source : pattern;
}

// JavaScript reads [[:alpha:]] as a class of letters and a bracket; and newer versions know some flags.
const hasOtherMeaning = /\[:\^?[a-z]+:\]|\(\?[a-z]*-?[a-z]+[:)]/;

function isUnicodePattern(pattern: string): boolean {
  try {
    void new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

function translate(pattern: string): UnicodePattern {
  try {
    const source = new Translator(pattern).translate();
    void new RegExp(source, 'u');
    return { source };
  } catch (error) {
    if (error instanceof Untranslatable) return { reason: error.message };
    return { reason: reasonOf(error) };
  }
}

/** The last clause of V8's `Invalid regular expression: /(/u: Unterminated group`. */
function reasonOf(error: unknown): string {
  const message = messageOf(error);
  return /.*\/u?: (.*)$/su.exec(message)?.[1] ?? message;
}

/** Thrown and caught only in this file. */
class Untranslatable extends Error {}

interface Flags {
  readonly ignoresCase: boolean;
  readonly dotMatchesAll: boolean;
}

const escape =
  /\\u\{[0-9A-Fa-f]+\}|\\u[dD][89ABab][0-9A-Fa-f]{2}\\u[dD][C-Fc-f][0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\x\{?[0-9A-Fa-f]+\}?|\\c[A-Za-z]|\\k<[^>]*>|\\[pP](?:\{[^}]*\}|[A-Z])|\\[^]/
    .source;
const groupStart = /\(\?P?<(?![=!])[^>]*>|\(\?'[^']*'|\(\?P=[^)]*\)|\(\?[a-zA-Z-]*[:)]|\(\?<?[=!]/.source;
const token = new RegExp(`${escape}|${groupStart}|[^]`, 'uy');
const tokenInClass = new RegExp(`${escape}|\\[:\\^?[a-z]+:\\]|[^]`, 'uy');

class Translator {
  readonly #pattern: string;
  #position = 0;
  #source = '';
  #flags: Flags = { ignoresCase: false, dotMatchesAll: false };
  /** The flags around each open group. */
  readonly #outer: Flags[] = [];

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  /** @throws {Untranslatable} */
  translate(): string {
    while (this.#position < this.#pattern.length) {
      this.#rejectUntranslated();
      this.#source += this.#outside(this.#next(token));
    }
    return this.#source;
  }

  #next(syntax: RegExp): string {
    syntax.lastIndex = this.#position;
    const found = syntax.exec(this.#pattern)![0]; // any character is a token
    this.#position += found.length;
    return found;
  }

  #rejectUntranslated(): void {
    const rest = this.#pattern.slice(this.#position, this.#position + 30);
    for (const { form, advice } of untranslated) {
      const piece = form.exec(rest)?.[0];
      if (piece !== undefined) throw new Untranslatable(`${piece}: ${advice}`);
    }
  }

  #outside(piece: string): string {
    if (piece === '[') return this.#class();
    if (piece.startsWith('(')) return this.#group(piece);
    if (piece === ')') {
      this.#flags = this.#outer.pop() ?? this.#flags;
      return piece;
    }
    if (piece === '.') return this.#flags.dotMatchesAll ? '[\\s\\S]' : piece;
    if (!piece.startsWith('\\')) return isSyntax.test(piece) ? piece : this.#inEitherCase(piece);
    const foreign = foreignEscapes[piece.slice(1)];
    return foreign === undefined ? this.#escape(piece, false) : foreign.outside;
  }

  #group(piece: string): string {
    const [, flags, end] = /^\(\?([a-zA-Z]*(?:-[a-zA-Z]+)?)([:)])$/.exec(piece) ?? [];
    if (flags !== undefined && flags !== '') {
      if (end === ':') this.#outer.push(this.#flags);
      this.#setFlags(flags, piece);
      return end === ':' ? '(?:' : '';
    }
    const reference = /^\(\?P=([^)]*)\)$/.exec(piece)?.[1];
    if (reference !== undefined) return this.#backreference(`\\k<${reference}>`);
    this.#outer.push(this.#flags);
    const name = /^\(\?(?:P?<([^>=!][^>]*)>|'([^']*)')$/.exec(piece);
    return name === null ? piece : `(?<${name[1] ?? name[2]}>`;
  }

  #setFlags(flags: string, piece: string): void {
    const [on = '', off = ''] = flags.split('-');
    if (/[^isu]/.test(on + off))
      throw new Untranslatable(`${piece}: of the flags, only i, s and u are supported; leave it out`);
    const { ignoresCase, dotMatchesAll } = this.#flags;
    this.#flags = {
      ignoresCase: (ignoresCase || on.includes('i')) && !off.includes('i'),
      dotMatchesAll: (dotMatchesAll || on.includes('s')) && !off.includes('s'),
    };
  }

  #class(): string {
    let members = '[';
    if (this.#pattern[this.#position] === '^') members += this.#next(tokenInClass);
    while (this.#position < this.#pattern.length) {
      const piece = this.#next(tokenInClass);
      if (piece === ']') return `${members}]`;
      members += this.#flags.ignoresCase ? this.#memberInEitherCase(piece) : this.#member(piece);
    }
    throw new Untranslatable('Unterminated character class');
  }

  #member(piece: string): string {
    const [, not, name = ''] = /^\[:(\^?)([a-z]+):\]$/.exec(piece) ?? [];
    if (not !== undefined) return this.#posix(piece, name, not === '^');
    if (!piece.startsWith('\\')) return piece;
    const foreign = foreignEscapes[piece.slice(1)];
    if (foreign === undefined) return this.#escape(piece, true);
    if (foreign.inside === undefined) throw new Untranslatable(`${piece}: it has no meaning in a character class`);
    return foreign.inside;
  }

  /** A member, or the range that it begins. */
  #memberInEitherCase(piece: string): string {
    const plain = this.#member(piece);
    const first = piece.startsWith('[:') ? undefined : codeOf(piece);
    if (first === undefined) return plain;
    const isRange = this.#pattern[this.#position] === '-' && this.#pattern[this.#position + 1] !== ']';
    if (!isRange) return caseVariants(first, first);
    this.#position += 1;
    const last = codeOf(this.#next(tokenInClass));
    if (last === undefined || last < first) throw new Untranslatable('Range out of order in character class');
    return caseVariants(first, last);
  }

  #posix(piece: string, name: string, isNegated: boolean): string {
    const found = Object.hasOwn(posixClasses, name) ? posixClasses[name] : undefined;
    if (found === undefined)
      throw new Untranslatable(`${piece}: the POSIX classes are ${Object.keys(posixClasses).join(', ')}`);
    const isCased = this.#flags.ignoresCase && (name === 'lower' || name === 'upper');
    const [members, others] = isCased ? posixClasses['alpha']! : found;
    return isNegated ? others : members;
  }

  #escape(piece: string, isInClass: boolean): string {
    const { ignoresCase } = this.#flags;
    if (/^\\(?:k<|[1-9])/.test(piece)) return this.#backreference(piece);
    if (/^\\[pP]/.test(piece)) {
      if (ignoresCase) throw new Untranslatable(`${piece}: it is not supported with the flag i; leave out one of them`);
      return piece.length === 3 ? `${piece.slice(0, 2)}{${piece[2]}}` : piece;
    }
    if (piece.startsWith('\\x{')) return this.#inEitherCase(`\\u${piece.slice(2)}`, isInClass);
    if (/^\\[ux]./.test(piece)) return this.#inEitherCase(piece, isInClass);
    const character = piece.slice(1);
    if (character === '' || syntaxEscape.test(character) || (isInClass && character === '-')) return piece;
    if (/^[0-9A-Za-z]/.test(character))
      throw new Untranslatable(
        `${piece}: JavaScript does not know this escape; leave out the \\ if you mean the character`,
      );
    // After these, the character alone would be read as a part of them.
    const isAmbiguous = !isInClass && /(?:\(\?<?|\{\d*)$/.test(this.#source.slice(-10));
    return isAmbiguous ? `\\u{${character.codePointAt(0)!.toString(16)}}` : character;
  }

  #backreference(piece: string): string {
    if (this.#flags.ignoresCase)
      throw new Untranslatable(`${piece}: it is not supported with the flag i; leave out one of them`);
    return piece;
  }

  #inEitherCase(piece: string, isInClass = false): string {
    const code = this.#flags.ignoresCase && !isInClass ? codeOf(piece) : undefined;
    const members = code === undefined ? '' : caseVariants(code, code);
    return code === undefined || members === member(code) ? piece : `[${members}]`;
  }
}

const isSyntax = /^[\^$*+?{}|\]]$/;
/** What JavaScript accepts after a backslash. */
const syntaxEscape = /^(?:[\^$\\.*+?()[\]{}|/]|[dDwWsSbBtnvfr0]|c[A-Za-z])$/;

/** The code point of a character or of an escape of one; undefined for a set of characters. */
function codeOf(piece: string): number | undefined {
  if (!piece.startsWith('\\')) return piece.codePointAt(0);
  const [high, low] = (
    piece.slice(1).match(/^u\{([0-9A-Fa-f]+)\}|^u?[0-9A-Fa-f]{4}|u[0-9A-Fa-f]{4}|^x[0-9A-Fa-f]{2}/g) ?? []
  ).map((text) => Number.parseInt(text.replaceAll(/[ux{}]/g, ''), 16));
  if (high !== undefined) return low === undefined ? high : 0x10000 + (high - 0xd800) * 0x400 + low - 0xdc00;
  return /^\\[^0-9A-Za-z]$/u.test(piece) ? piece.codePointAt(1) : undefined;
}
