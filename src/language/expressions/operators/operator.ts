import type { JsonValue } from '../../../problem/json-value.ts';
import type { Operand } from './operand.ts';
import type { PatternSearch } from '../pattern-searches.ts';
import type { InfixForm, UnaryForm } from './groovy-form.ts';

/**
 * An operator of conditions with all that anybody must know of it: the parser its spellings, the checker which operands
 * it takes, the gateway and Jenkins what it means, the docs how to describe it. A new operator is one of these and
 * stands in `operators`; where a part is missing, it does not compile.
 */
export type Operator = InfixOperator | UnaryOperator;

/** Stands between two operands. */
export interface InfixOperator extends OperatorDescription {
  readonly form: 'infix';
  /** From weak to strong: disjunction, conjunction, comparison. Comparisons do not chain. */
  readonly precedence: 'disjunction' | 'conjunction' | 'comparison';
  /** What stands behind it: any value, or a pattern in quotes and nothing else. */
  readonly right: 'value' | 'pattern';
  /** Why it cannot take these operands, as a sentence; undefined when it can. A kind that is not known fits everywhere. */
  mismatch(left: Operand, right: Operand): string | undefined;
  /** Must agree with `groovy` on all operands that fit. Operands are evaluated when they are asked for. */
  evaluate(left: Evaluation, right: Evaluation, search: PatternSearch): boolean;
  groovy(left: Operand, right: Operand): InfixForm;
}

/** Stands before its operand, or behind it. */
export interface UnaryOperator extends OperatorDescription {
  readonly form: 'prefix' | 'postfix';
  /** A negation binds stronger than a conjunction, and weaker than a comparison. */
  readonly precedence: 'negation' | 'comparison';
  mismatch(operand: Operand): string | undefined;
  evaluate(operand: Evaluation): boolean;
  groovy(operand: Operand): UnaryForm;
}

export type Precedence = Operator['precedence'];

/** The value of an operand; null where it has none. */
export type Evaluation = () => JsonValue;

interface OperatorDescription {
  /** The first one names the operator in messages. Words of one spelling are divided by blanks: `not in`. */
  readonly spellings: readonly [string, ...string[]];
  /** For the docs, in Markdown: when it is true, and which operands it takes. */
  readonly meaning: string;
  readonly takes: string;
  /** What to tell where only its first words are written, as a sentence. */
  readonly advice?: string;
  /** Signs of other languages for it that are none here, each with what to tell its author, as a sentence. */
  readonly foreignSigns?: Readonly<Record<string, string>>;
}

/** The name in messages. */
export function operatorName(operator: Operator): string {
  return operator.spellings[0];
}
