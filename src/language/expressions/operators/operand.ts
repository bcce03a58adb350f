import type { InputTypeName } from '../../input-types/input-types.ts';
import { describeOperand, kindOf, type TypeOf, type ValueKind } from '../condition-kind.ts';
import type { Condition } from '../condition.ts';

/** An operand and what operators need to know about its type. */
export class Operand {
  readonly condition: Condition;
  readonly kind: ValueKind;
  readonly #typeOf: TypeOf;

  constructor(condition: Condition, typeOf: TypeOf) {
    this.condition = condition;
    this.kind = kindOf(condition, typeOf);
    this.#typeOf = typeOf;
  }

  /** The declared type of a reference; undefined for anything else, or if it does not resolve. */
  get type(): InputTypeName | undefined {
    return this.condition.kind === 'reference' ? this.#typeOf(this.condition.reference) : undefined;
  }

  /** The operand in a message; a reference has its type in parentheses. */
  get description(): string {
    return describeOperand(this.condition, this.#typeOf);
  }

  get isReference(): boolean {
    return this.condition.kind === 'reference';
  }

  /** The items of a list literal; undefined for anything else. */
  get items(): readonly Operand[] | undefined {
    return this.condition.kind === 'list'
      ? this.condition.items.map((item) => new Operand(item, this.#typeOf))
      : undefined;
  }
}
