import type { TaskTypeDocumentation } from '../task-types/task-registry.ts';
import { itemsOf, scalarAt, valueOf, type OutlineNode, type OutlinePair } from './outline.ts';
import { readOutline } from './read-outline.ts';
import type { FlowSchema } from './schema-view.ts';

/** A property of a snippet; its value is YAML, whose further lines are indented relative to the key. */
export interface SnippetLine {
  readonly key: string;
  readonly value: string;
  /** Whether the user keeps the value. */
  readonly isFixed?: boolean;
}

/**
 * A task of a type with its required properties, as the first example of its module without problems has them. An
 * example without references to the rest of a flow is preferred, because what they name is not in the flow of the user.
 * A block also gets what limits it, and its id if the tasks inside refer to it.
 */
export function exampleTask(
  { type, aliases, schema, control, examples }: TaskTypeDocumentation,
  flow: FlowSchema,
): readonly SnippetLine[] {
  const names = [type, ...aliases];
  const tasks = examples
    .filter(({ problems = [] }) => problems.length === 0)
    .flatMap(({ yaml }) => tasksOf(yaml, names).map((node) => ({ yaml, node })));
  const required = flow.requiredOf(flow.view([schema]));
  const isShown = ({ key, value }: SnippetLine) =>
    required.has(key) || (control !== undefined && !value.includes('{{') && key !== 'id' && key !== 'type');
  const candidates = tasks.map(({ yaml, node }) => {
    const lines =
      node.kind === 'map' ? node.pairs.map((pair) => ({ key: pair.key, value: valueText(yaml, pair) })) : [];
    return { id: scalarAt(node, 'id')?.text ?? '', lines: lines.filter(isShown) };
  });
  const own = candidates.map(({ id, lines }) => ({
    id: lines.some(({ value }) => refersTo(id, value)) ? id : '',
    lines: lines.filter(({ key }) => key !== 'id' && key !== 'type'),
  }));
  const isComplete = ({ lines }: (typeof own)[number]) =>
    lines.length > 0 && lines.every(({ value }) => !outsideReference.test(value));
  const chosen = own.find(isComplete) ?? own[0];
  return [
    { key: 'id', value: chosen?.id ?? '' },
    { key: 'type', value: type, isFixed: true },
    ...(chosen?.lines ?? []),
  ];
}

const outsideReference = /\{\{(?!\s*(?:items|item_index)\.)/;

function refersTo(id: string, value: string): boolean {
  return value.includes(`items.${id}`) || value.includes(`item_index.${id}`);
}

/** The tasks of these types in an example, which is a list of tasks or a whole flow. */
function tasksOf(yaml: string, types: readonly string[]): readonly OutlineNode[] {
  const root = readOutline(yaml);
  const items = root?.kind === 'list' ? itemsOf(root) : itemsOf(valueOf(root, 'tasks'));
  return items.flatMap((item) =>
    item !== undefined && types.includes(scalarAt(item, 'type')?.text ?? '') ? [item] : [],
  );
}

/** The source of a value, with the indentation of its key taken off further lines. */
function valueText(yaml: string, { keyRange, value }: OutlinePair): string {
  const indent = keyRange.start - (yaml.lastIndexOf('\n', keyRange.start - 1) + 1);
  const from = yaml.indexOf(':', keyRange.end) + 1;
  const source = yaml.slice(from, value === undefined ? from : endOf(yaml, value)).replace(/^[ \t]+/, '');
  return source.replaceAll(new RegExp(`\\n {1,${Math.max(1, indent)}}`, 'g'), '\n').trimEnd();
}

/** The offset after a value, with its closing quote or bracket. */
function endOf(yaml: string, node: OutlineNode): number {
  if (node.kind === 'scalar') return node.range.end + (node.style === 'single' || node.style === 'double' ? 1 : 0);
  const last = node.kind === 'list' ? node.items.at(-1)?.value : (node.pairs.at(-1)?.value ?? undefined);
  const end = last === undefined ? 0 : endOf(yaml, last);
  if (!node.isFlow || end === 0) return end;
  return yaml.indexOf(node.kind === 'list' ? ']' : '}', end) + 1;
}
