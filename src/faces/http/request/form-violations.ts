import type { InputViolation } from '../../../language/inputs/validate-inputs.ts';

/** Collects the violations in the parts of a form; the first one ends the reading. */
export class FormViolations {
  readonly #found: InputViolation[] = [];

  get found(): readonly InputViolation[] {
    return this.#found;
  }

  /** @param violation undefined for a valid part @returns whether to continue reading, as in `FormParts` */
  note(violation: InputViolation | undefined): boolean {
    if (violation !== undefined) this.#found.push(violation);
    return violation === undefined;
  }
}
