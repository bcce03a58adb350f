import { alternatives, quoteShort } from '../../../base/problem/describe-value.ts';
import type { Path, Problem } from '../../../base/problem/problem.ts';
import type { TaskType } from '../task-types.ts';
import type { OutputField } from './output-sections.ts';

/** What is declared of the fields that a task returns, as `Task` has it. */
export function splitFields(fields: Readonly<Record<string, OutputField>>) {
  const entries = Object.entries(fields);
  const sources = entries.flatMap(([field, { from }]) => (from === undefined ? [] : [[field, from] as const]));
  const requirements = entries.flatMap(([field, { required }]) =>
    required === undefined ? [] : [[field, required] as const],
  );
  return {
    outputSchema: Object.fromEntries(entries.map(([field, { type }]) => [field, type])),
    ...(sources.length > 0 && { outputSources: Object.fromEntries(sources) }),
    ...(requirements.length > 0 && { requiredOutputs: Object.fromEntries(requirements) }),
  };
}

/** The problems of fields that come from a part that results of the type do not have. @param path of the task */
export function sourceProblems(
  fields: Readonly<Record<string, OutputField>>,
  { name, outputSources: known = {} }: TaskType,
  path: Path,
): readonly Problem[] {
  const names = Object.keys(known);
  return Object.entries(fields).flatMap(([field, { from }]) => {
    if (from === undefined || names.some((source) => isSource(source, from))) return [];
    const message =
      names.length === 0
        ? `A field of ${name} comes from the JSON object that the task returns; remove "from".`
        : `"from" must be ${alternatives(names)}; found ${quoteShort(from)}.`;
    return [{ code: 'invalid-value', message, path: [...path, 'outputSchema', field, 'from'] }];
  });
}

function isSource(source: string, from: string): boolean {
  const start = source.replace(/<name>$/, '');
  return start === source
    ? from === source
    : from.startsWith(start) && /^[!#$%&'*+.^_`|~\w-]+$/.test(from.slice(start.length));
}
