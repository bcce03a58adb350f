import type { CheckFlowOptions } from '../../language/flow/check-flow.ts';
import type { ArgumentOf, ReadingLanguage, ReadingName, ReadingOperations, ResultOf } from './flow-language.ts';
import { readingOperations } from './reading-operations.ts';

/** Reads documents in this thread, for a process that serves one user. */
export class InThreadLanguage implements ReadingLanguage {
  readonly #operations: ReadingOperations;

  constructor(options: CheckFlowOptions) {
    this.#operations = readingOperations(options);
  }

  ask<Name extends ReadingName>(name: Name, argument: ArgumentOf<Name>): ResultOf<Name> {
    const operation = this.#operations[name] as (argument: ArgumentOf<Name>) => ResultOf<Name>; // of this name
    return operation(argument);
  }
}
