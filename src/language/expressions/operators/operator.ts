import type { JsonValue } from '../../../base/text/json-value.ts';
import type { PatternSearch } from '../pattern-searches.ts';
import type { InfixForm, UnaryForm } from './groovy-form.ts';
import type { Operand } from './operand.ts';

/**
 * An operator of conditions and everything about it: its spellings for the parser, its operands for the checker, its
 * meaning for the gateway and Jenkins, its description for the docs. To add an operator, add one of these to
 * `operators`; it does not compile if a part is missing.
 */
export type Operator = InfixOperator | UnaryOperator;

/** An operator between two operands. */
export interface InfixOperator extends OperatorDescription {
  readonly form: 'infix';
  /** From weak to strong: disjunction, conjunction, comparison. Comparisons do not chain. */
  readonly precedence: 'disjunction' | 'conjunction' | 'comparison';
  /** The right operand: any value, or only a pattern in quotes. */
  readonly right: 'value' | 'pattern';
  /**
   * Why the operator rejects these operands, as a sentence; undefined if it accepts them. It accepts operands of
   * unknown kind.
   */
  mismatch(left: Operand, right: Operand): string | undefined;
  /** Must agree with `groovy` on all accepted operands. Operands are evaluated lazily. */
  evaluate(left: Evaluation, right: Evaluation, search: PatternSearch): boolean;
  groovy(left: Operand, right: Operand): InfixForm;
}

/** An operator before or after its one operand. */
export interface UnaryOperator extends OperatorDescription {
  readonly form: 'prefix' | 'postfix';
  /** A negation binds more strongly than a conjunction and more weakly than a comparison. */
  readonly precedence: 'negation' | 'comparison';
  mismatch(operand: Operand): string | undefined;
  evaluate(operand: Evaluation): boolean;
  groovy(operand: Operand): UnaryForm;
}

export type Precedence = Operator['precedence'];

/** Evaluates an operand; null if it has no value. */
type Evaluation = () => JsonValue;

interface OperatorDescription {
  /** The first one names the operator in messages. Blanks separate the words of a spelling: `not in`. */
  readonly spellings: readonly [string, ...string[]];
  /** For the docs, in Markdown: when the operator is true, and which operands it accepts. */
  readonly meaning: string;
  readonly takes: string;
  /** Advice if only its first words are written, as a sentence. */
  readonly advice?: string;
  /** Signs and words for it in other languages that are invalid here, each with advice, as a sentence. */
  readonly foreignSigns?: Readonly<Record<string, string>>;
}

/** The name in messages. */
export function operatorName(operator: Operator): string {
  return operator.spellings[0];
}
