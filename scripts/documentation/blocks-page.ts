import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultMaxTaskRuns } from '../../src/base/config/allowed-values.ts';
import {
  defaultInterval,
  defaultMaxItems,
  maxBlockDepth,
  maxItemsLimit,
  maxKeyLength,
  maxSeparateItems,
} from '../../src/language/flow/control.ts';
import { shortTypeName } from '../../src/language/flow/type-names.ts';
import { hasTaskList, readPropertySchema } from '../../src/language/task-types/property-schema.ts';
import type { RegisteredTaskType } from '../../src/language/task-types/task-registry.ts';
import { withTable } from './generated-table.ts';

const blocksNote = '<!-- Blocks: written by `npm run docs` from the task modules. -->';
const limitsNote =
  '<!-- Limits: written by `npm run docs` from src/language/flow/control.ts and src/base/config/allowed-values.ts. -->';

/** `docs/reference/blocks.md` with up-to-date tables. */
export function blocksPage(types: readonly RegisteredTaskType[]): string {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'reference', 'blocks.md'), 'utf8');
  const blocks = types.filter(({ documentation }) => documentation.control !== undefined);
  return withTable(
    withTable(page, blocksNote, table(['block', 'what it does', 'its lists of tasks'], blocks.map(blockRow))),
    limitsNote,
    table(['limit', 'value'], limits),
  );
}

function blockRow({ name, title, documentation }: RegisteredTaskType): readonly string[] {
  const short = shortTypeName(name);
  const lists = [...readPropertySchema(documentation.schema).properties].flatMap(([property, schema]) =>
    hasTaskList(schema) ? [schema.isTaskList ? `\`${property}\`` : `each value of \`${property}\``] : [],
  );
  return [`[${short.slice(short.lastIndexOf('.') + 1)}](tasks/${short}.md)`, title, lists.join(', ')];
}

const limits: readonly (readonly string[])[] = [
  ['blocks inside one another', String(maxBlockDepth)],
  [
    'items of a ForEach',
    `${defaultMaxItems} by default; \`max_items\` can be up to ${maxItemsLimit.toLocaleString('en')}, or ${maxSeparateItems.toLocaleString('en')} if each item is an execution of its own`,
  ],
  ['length of a key', `${maxKeyLength} characters`],
  ['pause between the passes of an Until', `${defaultInterval} by default; set \`interval\``],
  [
    'tasks that an execution runs, items and passes counted',
    `${defaultMaxTaskRuns.toLocaleString('en')}; the operator can set [\`FLOWGATE_MAX_TASK_RUNS\`](configuration.md#limits)`,
  ],
];

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows]
    .map((cells, index) => (index === 1 ? `|${cells.join('|')}|` : `| ${cells.join(' | ')} |`))
    .join('\n');
}
