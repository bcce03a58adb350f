import type { Input } from './input.ts';

/** Inputs in document order, but each after those that its condition refers to. */
export function inDependencyOrder(inputs: readonly Input[]): readonly Input[] {
  const byId = new Map(inputs.map((input) => [input.id, input]));
  const ordered = new Set<Input>();
  const visit = (input: Input): void => {
    if (ordered.has(input)) return;
    for (const id of input.dependsOn?.inputs ?? []) {
      const needed = byId.get(id);
      if (needed !== undefined) visit(needed);
    }
    ordered.add(input);
  };
  for (const input of inputs) visit(input);
  return [...ordered];
}
