import { referenceText, type Reference } from '../../expressions/reference.ts';
import { referenceOf } from '../../expressions/reference-text.ts';
import { describePlace, quoteShort } from '../../../problem/describe-value.ts';
import type { Path } from '../../../problem/problem.ts';
import { describeRule, fitsRule, keepsRule, valueOfText, type ValueRule } from '../value-rule.ts';
import type { Validation } from './validation.ts';

/**
 * Checks the references in the place of numbers and booleans (DESIGN 4). An input or an output must be of a type that fits.
 * A variable is a text that may hold a value of any type: one that is constant must be such a value, one that is a single
 * reference is looked at like that reference, and any other is only known in the build, which checks every value.
 */
export function validateValueReferences({ draft, declarations, problems }: Validation): void {
  const variables = new Map(draft.variables.map(({ value: { name, value } }) => [name, value] as const));
  for (const {
    value: { task, type },
    path,
  } of draft.tasks) {
    for (const { path: place, text, value } of type?.texts(task.properties) ?? []) {
      const reference = referenceOf(text);
      if (reference === undefined || value === undefined) continue;
      const why = problem(reference, value, place, 0);
      if (why !== undefined) problems.push({ code: 'type-mismatch', message: why, path: [...path, ...place] });
    }
  }

  function problem(reference: Reference, rule: ValueRule, place: Path, depth: number): string | undefined {
    if (reference.root === 'variables') return variableProblem(reference.name, rule, place, depth);
    const found = declarations.typeOf(reference);
    if (found === undefined || fitsRule(found, rule)) return undefined;
    return `${describePlace(place)} must be ${describeRule(rule)}; ${referenceText(reference)} is of type ${found}.`;
  }

  function variableProblem(name: string, rule: ValueRule, place: Path, depth: number): string | undefined {
    const template = variables.get(name);
    const [part, ...others] = template ?? [];
    // Variables that refer to each other have a problem of their own.
    if (template === undefined || others.length > 0 || depth > variables.size) return undefined;
    if (part?.kind === 'reference') return problem(part.reference, rule, place, depth + 1);
    const text = part?.text ?? '';
    if (text === '' || keepsRule(valueOfText(text, rule.type), rule)) return undefined;
    return `${describePlace(place)} must be ${describeRule(rule)}; the variable ${quoteShort(name)} is ${quoteShort(text)}.`;
  }
}
