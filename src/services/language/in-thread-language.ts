import { languageOperations, type LanguageOptions } from './language-operations.ts';
import type { ArgumentOf, FlowLanguage, LanguageOperations, OperationName, ResultOf } from './flow-language.ts';

/** The flow language in this thread, for a process that serves one user. */
export class InThreadLanguage implements FlowLanguage {
  readonly #operations: LanguageOperations;

  constructor(options: LanguageOptions) {
    this.#operations = languageOperations(options);
  }

  ask<Name extends OperationName>(name: Name, argument: ArgumentOf<Name>): ResultOf<Name> {
    const operation = this.#operations[name] as (argument: ArgumentOf<Name>) => ResultOf<Name>; // of this name
    return operation(argument);
  }
}
