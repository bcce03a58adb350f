import type { ArgumentOf, PlanningLanguage, PlanningOperations, ResultOf } from './flow-language.ts';
import { planningOperations, type PlanningOptions } from './planning-operations.ts';

type PlanningName = keyof PlanningOperations;

/** Reads and plans documents in this thread, for a process that serves one user. */
export class InThreadLanguage implements PlanningLanguage {
  readonly #operations: PlanningOperations;

  constructor(options: PlanningOptions) {
    this.#operations = planningOperations(options);
  }

  ask<Name extends PlanningName>(name: Name, argument: ArgumentOf<Name>): ResultOf<Name> {
    const operation = this.#operations[name] as (argument: ArgumentOf<Name>) => ResultOf<Name>; // of this name
    return operation(argument);
  }
}
