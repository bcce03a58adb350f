import type { Path } from '../../../base/problem/problem.ts';
import type { JsonValue } from '../../../base/text/json-value.ts';
import type { ExpressionProblem } from '../../expressions/expression-problem.ts';
import { parseTemplate } from '../../expressions/parse-template.ts';
import { referenceText } from '../../expressions/reference.ts';
import { addInside } from '../relative-problems.ts';
import type { Validation } from './validation.ts';

/** Warns of references in strings that Flowgate shows or uses as they are: descriptions, labels, defaults of inputs. */
export function validatePlainTexts({ draft, problems }: Validation): void {
  const { flow, inputs, tasks, outputs } = draft;
  const check = (value: JsonValue | undefined, path: Path): void => {
    if (typeof value === 'string') addInside(problems, path, referencesIn(value));
    else if (Array.isArray(value)) for (const [index, item] of value.entries()) check(item, [...path, index]);
    else if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value)) check(item, [...path, key]);
  };
  check(flow.description, ['description']);
  check(flow.labels, ['labels']);
  const forms = tasks.flatMap(({ value }) => value.form ?? []);
  for (const { value, path } of [...inputs, ...forms])
    for (const key of ['description', 'defaults', 'prefill'] as const) check(value.input?.[key], [...path, key]);
  for (const { value, path } of tasks) check(value.task.description, [...path, 'description']);
  for (const { value, path } of outputs) check(value.description, [...path, 'description']);
}

/**
 * The references that a template would insert or reject; braces of other languages, which people write about, are none.
 */
function referencesIn(text: string): readonly ExpressionProblem[] {
  const { template, problems } = parseTemplate(text);
  const references = template.flatMap((part) => (part.kind === 'reference' ? [part] : []));
  const meant = problems.filter(({ code }) => code === 'invalid-expression');
  return [
    ...references.map(({ reference, range }) => ({ name: `{{ ${referenceText(reference)} }}`, range })),
    ...meant.map(({ range }) => ({ name: 'The expression', range })),
  ].map(({ name, range }) => ({
    code: 'literal-reference',
    message: `${name} stays as it is: no reference has a value here.`,
    range,
  }));
}
