import type { Schema } from '../../api-client/operation-types.ts';
import { withoutControls } from '../terminal-text.ts';

type TaskRun = Pick<Schema<'TaskRun'>, 'path' | 'items' | 'folded'>;

/** The paths of tasks, padded to the same width. */
export function taskColumn(tasks: readonly TaskRun[]): readonly string[] {
  const paths = tasks.map(({ path }) => withoutControls(path));
  const width = Math.max(0, ...paths.map(({ length }) => length));
  return paths.map((path) => path.padEnd(width));
}

/** What a line about a loop ends with: `37 of 40 items, 2 failed, not all shown`; empty for any other task. */
export function itemsText({ items, folded }: TaskRun): string {
  const parts = [
    items && `${items.succeeded} of ${items.total} ${items.total === 1 ? 'item' : 'items'}`,
    items && items.failed > 0 && `${items.failed} failed`,
    items && items.running > 0 && `${items.running} running`,
    folded === true && 'not all shown',
  ].filter((part) => part);
  return parts.length === 0 ? '' : `  ${parts.join(', ')}`;
}
