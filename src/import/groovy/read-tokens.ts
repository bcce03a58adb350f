import { BracketStack } from './bracket-stack.ts';
import { matchAt, readStringPart, type Quote } from './read-string.ts';
import type { Comment } from './syntax.ts';
import { keywords, type Token, type TokenKind } from './token.ts';

const blank = /[ \t\f\u00a0\ufeff]+|\\\r?\n/y;
const newline = /\r\n?|\n/y;
const lineComment = /\/\/[^\r\n]*/y;
const blockComment = /\/\*[^]*?(?:\*\/|$)/y;
const shebang = /\ufeff?(#![^\r\n]*)/y;
const word = /[$_\p{L}][$_\p{L}\p{M}\p{Nd}]*/uy;
const number =
  /0[xX][\da-fA-F_]+[gGlLiI]?|0[bB][01_]+[gGlLiI]?|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d[\d_]*)?[gGlLiIfFdD]?/y;
const opening = /'''|'|"""|"|\$\/|\//y;
const symbol =
  />>>=|<=>|===|!==|==~|<<=|>>=|\*\*=|>>>|\.\.<|\.\.\.|\*\.|\?\.|\.&|\.@|\?:|->|\+\+|--|\*\*|\*:|&&|\|\||==|!=|<=|>=|<<|>>|=~|\+=|-=|\*=|\/=|%=|&=|\|=|\^=|\.\.|[{}()[\],;:?.=+\-*/%<>!~&|^@]/y;
const nameInString = /[_\p{L}][_\p{L}\p{Nd}]*/uy;
const dotInString = /\.(?=[_\p{L}])/uy;

const isBlank = (character: string): boolean => ' \n\t\r\f\u00a0\ufeff\\'.includes(character);

const isQuote = (character: string): boolean => `'"/$`.includes(character);

export interface Tokens {
  /** At least one: the last is `end`. */
  readonly tokens: readonly Token[];
  readonly comments: readonly Comment[];
}

/** Splits a text into tokens, in linear time and without recursion. What no token starts with is a token with a problem. */
export function readTokens(text: string): Tokens {
  return new TokenizedText(text).read();
}

class TokenizedText {
  readonly #text: string;
  readonly #tokens: Token[] = [];
  readonly #comments: Comment[] = [];
  readonly #brackets = new BracketStack();
  #at = 0;
  #isAfterNewline = true;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Tokens {
    const first = matchAt(shebang, this.#text, 0);
    if (first !== null) this.#skipComment(first);
    while (this.#at < this.#text.length) {
      const { quote } = this.#brackets;
      if (quote === undefined) this.#readCode();
      else this.#readStringPart(quote, 'template-middle');
    }
    this.#add('end', '', this.#at);
    return { tokens: this.#tokens, comments: this.#comments };
  }

  #readCode(): void {
    const first = this.#text.charAt(this.#at);
    if (isBlank(first)) {
      this.#skipBlank();
      return;
    }
    const comment = first === '/' ? this.#matchComment() : null;
    if (comment !== null) {
      this.#skipComment(comment);
      return;
    }
    const quote = isQuote(first) ? this.#matchQuote() : undefined;
    if (quote !== undefined) this.#readString(quote);
    else this.#readPlain();
  }

  #readPlain(): void {
    const sign = this.#match(symbol);
    if (sign !== undefined) {
      this.#readSymbol(sign);
      return;
    }
    const name = this.#match(word);
    if (name !== undefined) {
      this.#add(keywords.has(name) ? 'keyword' : 'word', name, this.#at + name.length);
      return;
    }
    const digits = this.#match(number);
    if (digits !== undefined) this.#add('number', digits, this.#at + digits.length);
    else this.#readUnknown();
  }

  #skipBlank(): void {
    const line = this.#match(newline);
    if (line !== undefined) this.#isAfterNewline = true;
    const skipped = line ?? this.#match(blank);
    if (skipped === undefined) this.#readUnknown();
    else this.#at += skipped.length;
  }

  #matchComment(): RegExpExecArray | null {
    return matchAt(lineComment, this.#text, this.#at) ?? matchAt(blockComment, this.#text, this.#at);
  }

  #skipComment(match: RegExpExecArray): void {
    const text = match[1] ?? match[0];
    const end = match.index + match[0].length;
    this.#comments.push({ text, start: end - text.length, end });
    this.#at = end;
  }

  #readSymbol(sign: string): void {
    const index = this.#tokens.length;
    const token = this.#add('symbol', sign, this.#at + sign.length);
    if (sign === '{' || sign === '(' || sign === '[') this.#brackets.openBracket(token);
    else if (sign === '}' || sign === ')' || sign === ']') this.#brackets.close(sign, index);
    else if (sign === '->') this.#brackets.noteArrow(index);
  }

  #readUnknown(): void {
    const character = String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 0);
    this.#add('symbol', character, this.#at + character.length, `\`${character}\` is not expected.`);
  }

  #matchQuote(): Quote | undefined {
    const quote = this.#match(opening);
    if ((quote === '/' || quote === '$/') && this.#endsExpression()) return undefined;
    return quote as Quote | undefined; // the pattern matches quotes only
  }

  /** Whether an expression can end here, so that a `/` divides it. Groovy counts every word, `return` too; `$` is a name. */
  #endsExpression(): boolean {
    const last = this.#tokens.at(-1);
    if (last === undefined) return false;
    if (last.kind === 'symbol') return [')', ']', '}', '++', '--'].includes(last.text);
    return last.kind !== 'template-start' && last.kind !== 'template-middle';
  }

  #readString(quote: Quote): void {
    const start = this.#at;
    this.#at += quote.length;
    this.#readStringPart(quote, 'string', start);
  }

  #readStringPart(quote: Quote, kind: 'string' | 'template-middle', start = this.#at): void {
    const part = readStringPart(this.#text, this.#at, quote);
    this.#at = start;
    const index = this.#tokens.length;
    if (part.isClosed) {
      this.#add(kind === 'string' ? 'string' : 'template-end', part.text, part.end, part.problem);
      if (kind !== 'string') this.#brackets.close(quote, index);
      return;
    }
    const token = this.#add(kind === 'string' ? 'template-start' : kind, part.text, part.end, part.problem);
    if (kind === 'string') this.#brackets.openString(token, quote);
    this.#readValue();
  }

  /** Reads the `${` or the `$name.property` of a string. */
  #readValue(): void {
    this.#at += 1; // the $
    if (this.#text.charAt(this.#at) === '{') {
      this.#readSymbol('{');
      return;
    }
    for (let name = this.#match(nameInString); name !== undefined; name = this.#match(nameInString)) {
      this.#add('word', name, this.#at + name.length);
      if (this.#match(dotInString) === undefined) return;
      this.#add('symbol', '.', this.#at + 1);
    }
  }

  #match(pattern: RegExp): string | undefined {
    return matchAt(pattern, this.#text, this.#at)?.[0];
  }

  #add(kind: TokenKind, text: string, end: number, problem?: string): Token {
    const isAfterNewline = this.#isAfterNewline;
    const token: Token = {
      kind,
      text,
      start: this.#at,
      end,
      isAfterNewline,
      ...(problem === undefined ? {} : { problem }),
    };
    this.#tokens.push(token);
    this.#at = end;
    this.#isAfterNewline = false;
    return token;
  }
}
