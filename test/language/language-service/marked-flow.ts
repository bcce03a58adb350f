import { createLanguageService } from '../../../src/language/language-service/language-service.ts';
import { loadTaskRegistry } from '../../../src/language/task-loader/load-task-registry.ts';
import { ownTaskFolder } from '../../../src/language/task-loader/task-folder.ts';
import { flowSchema } from '../../../src/language/task-types/flow-schema.ts';

export const taskTypes = await loadTaskRegistry({ folders: [ownTaskFolder()], vendor: 'vendor' });
export const service = createLanguageService({
  schema: flowSchema(taskTypes),
  taskTypes: taskTypes.types.map(({ documentation }) => documentation),
});

/** A document without the `‸` that marks the cursor in it, and the offset of that. */
export function atCursor(marked: string): { readonly text: string; readonly offset: number } {
  const offset = marked.indexOf('‸');
  if (offset === -1) throw new Error('the document has no ‸');
  return { text: marked.slice(0, offset) + marked.slice(offset + 1), offset };
}

export function labelsAt(marked: string): readonly string[] {
  const { text, offset } = atCursor(marked);
  return service.complete(text, offset).map(({ label }) => label);
}

/** The document after choosing a suggestion, with the cursor at its end. */
export function choose(marked: string, label: string): string {
  const { text, offset } = atCursor(marked);
  const chosen = service.complete(text, offset).find((each) => each.label === label);
  if (chosen === undefined) throw new Error(`${label} is not suggested, only ${labelsAt(marked).join(', ')}`);
  const { range, newText } = chosen;
  return `${text.slice(0, range.start)}${newText}‸${text.slice(range.end)}`;
}

export function completionsAt(marked: string) {
  const { text, offset } = atCursor(marked);
  return service.complete(text, offset);
}
