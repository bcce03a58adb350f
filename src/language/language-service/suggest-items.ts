import type { TextRange } from '../../base/problem/problem.ts';
import type { Suggestion } from './completion.ts';
import { exampleTask, type SnippetLine } from './example-task.ts';
import type { LanguageFacts } from './language-facts.ts';
import { allowedValues, typesOf, type FlowSchema, type SchemaView } from './schema-view.ts';

/** New items of a list: one for each task type, from the examples of its module, or else the required properties. */
export function suggestItems(
  item: SchemaView,
  { facts, schema, indent }: { readonly facts: LanguageFacts; readonly schema: FlowSchema; readonly indent: number },
): readonly Suggestion[] {
  const properties = schema.propertiesOf(item);
  const type = properties.get('type');
  const names = new Set(type === undefined ? [] : allowedValues(type).map(({ value }) => value));
  const required = [...schema.requiredOf(item)].filter((name) => properties.has(name));
  const ofTypes = facts.taskTypes
    .filter((task) => names.has(task.type))
    .map((task): Suggestion => {
      const lines = exampleTask(task, schema);
      return {
        label: task.title,
        kind: 'snippet',
        detail: task.type,
        documentation: task.description,
        ...layOut(lines, indent),
      };
    });
  if (ofTypes.length > 0 || required.length === 0 || !typesOf(item).includes('object')) return ofTypes;
  const lines = required.map((name) => ({ key: name, value: '' }));
  return [{ label: required.join(', '), kind: 'snippet', detail: 'the required properties', ...layOut(lines, indent) }];
}

/** The text of a map in the column `indent`, with its first line at the cursor. */
function layOut(lines: readonly SnippetLine[], indent: number): Pick<Suggestion, 'newText' | 'placeholders'> {
  const placeholders: TextRange[] = [];
  const lineBreak = `\n${' '.repeat(indent)}`;
  let newText = '';
  for (const { key, value, isFixed = false } of lines) {
    const gap = value.startsWith('\n') ? '' : ' ';
    newText += `${newText === '' ? '' : lineBreak}${key}:${gap}`;
    const start = newText.length;
    newText += value.replaceAll('\n', lineBreak);
    if (!isFixed && !value.includes('\n')) placeholders.push({ start, end: newText.length });
  }
  return { newText, placeholders };
}
