import type { FormInput } from './form-input.ts';

/** An input, and those that depend on it. */
export interface InputGroup {
  readonly input: FormInput;
  readonly dependents: readonly InputGroup[];
}

/** The inputs with those that depend on another one below it: below the first that its condition names. */
export function inputGroups(inputs: readonly FormInput[]): readonly InputGroup[] {
  const ids = new Set(inputs.map(({ id }) => id));
  const parentOf = ({ condition }: FormInput) => condition?.inputs.find((id) => ids.has(id));
  const below = (parent: string | undefined): readonly InputGroup[] =>
    inputs.filter((input) => parentOf(input) === parent).map((input) => ({ input, dependents: below(input.id) }));
  return below(undefined);
}
