import type { TextRange } from '../../base/problem/problem.ts';
import { nextToken, type ConditionToken } from './condition-token.ts';
import type { Condition } from './condition.ts';
import type { ExpressionProblem } from './expression-problem.ts';
import { equal } from './operators/equality.ts';
import {
  operatorName,
  type InfixOperator,
  type Operator,
  type Precedence,
  type UnaryOperator,
} from './operators/operator.ts';
import { joiningOperators, spellingsOf, type Spelling } from './operators/operators.ts';
import { patternProblem } from './portable-pattern.ts';
import { flowRoots, type ReferenceRoots } from './read-reference.ts';

export interface ParsedCondition {
  /** Undefined if there are problems. */
  readonly condition?: Condition;
  readonly problems: readonly ExpressionProblem[];
}

// Flowgate and the Groovy compiler walk conditions recursively. These limits protect both stacks.
const maxCharacters = 10_000;
const maxNesting = 50;
const maxValues = 500;

/**
 * Parses a condition, with or without braces around the whole of it (docs/reference/expressions.md), by the spellings
 * and the precedence of each operator. Reports the first problem as `invalid-expression`.
 * @param roots the roots that references may have
 */
export function parseCondition(text: string, roots: ReferenceRoots = flowRoots): ParsedCondition {
  if (text.length > maxCharacters) {
    const message = `The condition is ${text.length} characters long; the maximum is ${maxCharacters}.`;
    return { problems: [{ code: 'invalid-expression', message, range: { start: 0, end: text.length } }] };
  }
  return new ConditionParser(text, contentOf(text), roots).parse();
}

/** The range without surrounding blanks and braces. */
function contentOf(text: string): TextRange {
  const end = text.trimEnd().length;
  const start = end - text.slice(0, end).trimStart().length;
  const hasBraces = text.startsWith('{{', start) && text.endsWith('}}', end) && end - start >= 4;
  return hasBraces ? { start: start + 2, end: end - 2 } : { start, end };
}

class ConditionParser {
  readonly #text: string;
  readonly #content: TextRange;
  readonly #roots: ReferenceRoots;
  #token: ConditionToken;
  /** The end of the last consumed token. */
  #takenTo = 0;
  #problem: ExpressionProblem | undefined;
  #nesting = 0;
  #values = 0;

  constructor(text: string, content: TextRange, roots: ReferenceRoots) {
    this.#text = text;
    this.#content = content;
    this.#roots = roots;
    this.#token = nextToken(text, { from: content.start, end: content.end, roots });
  }

  parse(): ParsedCondition {
    if (this.#isAtEnd()) {
      const message = `The condition is empty; write a comparison such as inputs.<id> ${operatorName(equal)} "value".`;
      return { problems: [{ code: 'invalid-expression', message, range: { start: 0, end: this.#text.length } }] };
    }
    const condition = this.#joined('disjunction');
    if (!this.#isAtEnd())
      this.#fail(`Expected ${joiningOperators.join(' or ')} after the condition; found ${this.#found()}.`);
    return this.#problem === undefined ? { condition, problems: [] } : { problems: [this.#problem] };
  }

  /** Conditions joined by operators of one precedence, which are left-associative. */
  #joined(precedence: 'disjunction' | 'conjunction'): Condition {
    const operand = (): Condition => (precedence === 'disjunction' ? this.#joined('conjunction') : this.#negated());
    let left = operand();
    for (
      let operator = this.#takeOperator(precedence);
      operator?.form === 'infix';
      operator = this.#takeOperator(precedence)
    ) {
      left = infix(operator, left, operand());
    }
    return left;
  }

  #negated(): Condition {
    const { start } = this.#token.range;
    const operator = this.#takeOperator('negation');
    if (operator === undefined || operator.form === 'infix') return this.#comparison();
    const operand = this.#nested(() => this.#negated());
    return unary(operator, operand, { start, end: operand.range.end });
  }

  #comparison(): Condition {
    const left = this.#value();
    const operator = this.#takeOperator('comparison');
    if (operator === undefined) return left;
    const condition = this.#compared(left, operator);
    if (this.#begins('comparison'))
      this.#fail(
        `Comparisons do not chain; put parentheses around one of them, or join them with ${joiningOperators[0]}.`,
      );
    return condition;
  }

  #compared(left: Condition, operator: Operator): Condition {
    if (operator.form !== 'infix') return unary(operator, left, { start: left.range.start, end: this.#takenTo });
    return infix(operator, left, operator.right === 'pattern' ? this.#pattern(operator) : this.#value());
  }

  /** Consumes the longest operator of a precedence at the current token; undefined without one. */
  #takeOperator(precedence: Precedence): Operator | undefined {
    let candidates = this.#continued(spellingsOf[precedence], 0);
    if (candidates.length === 0) return undefined;
    let length = 0;
    for (let next = candidates; next.length > 0; next = this.#continued(candidates, length)) {
      candidates = next;
      length++;
      this.#advance();
    }
    const whole = candidates.find(({ symbols }) => symbols.length === length);
    if (whole === undefined) this.#failWithin(candidates);
    return whole?.operator;
  }

  #begins(precedence: Precedence): boolean {
    return this.#continued(spellingsOf[precedence], 0).length > 0;
  }

  #continued(spellings: readonly Spelling[], length: number): readonly Spelling[] {
    return spellings.filter(({ symbols }) => symbols[length] !== undefined && this.#isSymbol(symbols[length]));
  }

  #failWithin(candidates: readonly Spelling[]): void {
    const names = candidates.map(({ operator }) => operatorName(operator)).join(' or ');
    const advice = candidates[0]?.operator.advice;
    this.#fail(`Expected ${names}; found ${this.#found()}.${advice === undefined ? '' : ` ${advice}`}`);
  }

  #pattern(operator: InfixOperator): Condition {
    const pattern = this.#value();
    if (pattern.kind !== 'literal' || typeof pattern.value !== 'string') {
      this.#fail(`${operatorName(operator)} needs a pattern in quotes.`, pattern.range);
      return pattern;
    }
    const problem = patternProblem(pattern.value);
    if (problem !== undefined) this.#fail(problem, pattern.range);
    return { kind: 'pattern', pattern: pattern.value, range: pattern.range };
  }

  #value(): Condition {
    const token = this.#token;
    if (++this.#values > maxValues) this.#fail(`The condition has too many values; the maximum is ${maxValues}.`);
    if (token.kind === 'literal' || token.kind === 'reference') {
      this.#advance();
      return token;
    }
    if (this.#take('(')) {
      const inner = this.#nested(() => this.#joined('disjunction'));
      const { end } = this.#token.range;
      if (!this.#take(')')) this.#fail(`Expected ) to close the parenthesis; found ${this.#found()}.`);
      // The range of a reference covers only the reference.
      return inner.kind === 'reference' ? inner : { ...inner, range: { start: token.range.start, end } };
    }
    if (this.#take('[')) return this.#list(token.range.start);
    return this.#fail(
      `Expected a value (a reference, a string in quotes, a number, true, false or null); found ${this.#found()}.`,
    );
  }

  #list(start: number): Condition {
    const items: Condition[] = [];
    if (!this.#isSymbol(']')) {
      do items.push(this.#item());
      while (this.#take(','));
    }
    const { end } = this.#token.range;
    if (!this.#take(']')) this.#fail(`Expected , or ] in the list; found ${this.#found()}.`);
    return { kind: 'list', items, range: { start, end } };
  }

  #item(): Condition {
    const item = this.#nested(() => this.#value());
    const isPlain = item.kind === 'literal' || item.kind === 'reference';
    return isPlain
      ? item
      : this.#fail('The items of a list must be strings, numbers, booleans or references.', item.range);
  }

  #nested(read: () => Condition): Condition {
    if (++this.#nesting > maxNesting)
      this.#fail(`The condition is nested too deeply; the maximum is ${maxNesting} levels.`);
    const condition = read();
    this.#nesting--;
    return condition;
  }

  #isAtEnd(): boolean {
    return this.#token.kind === 'end';
  }

  #isSymbol(symbol: string): boolean {
    return this.#token.kind === 'symbol' && this.#token.symbol === symbol;
  }

  #take(symbol: string): boolean {
    const isThere = this.#isSymbol(symbol);
    if (isThere) this.#advance();
    return isThere;
  }

  #advance(): void {
    this.#takenTo = this.#token.range.end;
    this.#token = nextToken(this.#text, { from: this.#token.range.end, end: this.#content.end, roots: this.#roots });
  }

  #found(): string {
    const { start, end } = this.#token.range;
    return this.#token.kind === 'end' ? 'the end of the condition' : JSON.stringify(this.#text.slice(start, end));
  }

  /**
   * Keeps the first problem and moves to the end, where every rule returns. The returned condition is a placeholder.
   */
  #fail(message: string, range: TextRange = this.#token.range): Condition {
    const problem = this.#token.kind === 'bad' ? this.#token : { message, range };
    this.#problem ??= { code: 'invalid-expression', message: problem.message, range: problem.range };
    const end = this.#content.end;
    this.#token = { kind: 'end', range: { start: end, end } };
    return { kind: 'literal', value: null, range };
  }
}

function infix(operator: InfixOperator, left: Condition, right: Condition): Condition {
  return {
    kind: 'infix',
    operator: operatorName(operator),
    left,
    right,
    range: { start: left.range.start, end: right.range.end },
  };
}

function unary(operator: UnaryOperator, operand: Condition, range: TextRange): Condition {
  return { kind: 'unary', operator: operatorName(operator), operand, range };
}
