import { describePlace, describeValue, quoteShort } from '../../../base/problem/describe-value.ts';
import type { Path } from '../../../base/problem/problem.ts';
import { referenceText, type Reference } from '../../expressions/reference.ts';
import { templateReferences } from '../../expressions/references-of.ts';
import { loneReference } from '../../expressions/template.ts';
import { inputTypes, isAssignable } from '../../input-types/input-types.ts';
import { describeRule, fitsRule, keepsRule, valueOfText, type ValueRule } from '../value-rule.ts';
import type { Validation } from './validation.ts';

/**
 * Checks references in the place of numbers and booleans (docs/reference/expressions.md). An input or an output must
 * have a suitable type. A variable is a string that may contain a value of any type: a constant must be a suitable
 * value, a single reference is checked like that reference, and anything else is known only in the build, which checks
 * every value.
 */
export function validateValueReferences({ draft, declarations, problems }: Validation): void {
  const variables = new Map(draft.variables.map(({ value: { name, value } }) => [name, value] as const));
  for (const {
    value: { typed },
    path,
  } of draft.tasks) {
    for (const { path: place, template, value } of typed?.texts ?? []) {
      const reference = value === undefined ? undefined : loneReference(template);
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
    // Variables that refer to each other are reported elsewhere.
    if (template === undefined || others.length > 0 || depth > variables.size) return undefined;
    if (part?.kind === 'reference') return problem(part.reference, rule, place, depth + 1);
    const text = part?.text ?? '';
    if (text === '' || keepsRule(valueOfText(text, rule.type), rule)) return undefined;
    return `${describePlace(place)} must be ${describeRule(rule)}; the variable ${quoteShort(name)} is ${quoteShort(text)}.`;
  }
}

/**
 * Checks that an output that is a single reference has a suitable type, and that a constant is a value of the output's
 * type as far as this can be known. Composed strings are read after the flow has run.
 */
export function validateOutputs({ draft, declarations, problems }: Validation): void {
  for (const { value: output, path } of draft.outputs) {
    const [only] = templateReferences(output.value);
    if (only === undefined && output.text !== '' && inputTypes[output.type].fromText(output.text) === undefined) {
      const message = `The output is of type ${output.type} and must be ${inputTypes[output.type].expected}; found ${describeValue(output.text)}.`;
      problems.push({ code: 'type-mismatch', message, path: [...path, 'value'] });
    }
    // Variables are strings that may contain a number.
    if (only === undefined || output.value.length > 1 || only.reference.root === 'variables') continue;
    const type = declarations.typeOf(only.reference);
    if (type === undefined || isAssignable(type, output.type)) continue;
    const message = `The output is of type ${output.type}, but ${referenceText(only.reference)} is of type ${type}.`;
    problems.push({ code: 'type-mismatch', message, path: [...path, 'value'], range: only.range });
  }
}
