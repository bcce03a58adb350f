import type { InputViolation } from '../../language/inputs/validate-inputs.ts';

/** What is wrong with the parts of a form, of which the first problem ends the reading. */
export class FormViolations {
  readonly #found: InputViolation[] = [];

  get found(): readonly InputViolation[] {
    return this.#found;
  }

  /** @param violation undefined for a part that is right @returns whether the rest shall be read, as `FormParts` tell it */
  note(violation: InputViolation | undefined): boolean {
    if (violation !== undefined) this.#found.push(violation);
    return violation === undefined;
  }
}
