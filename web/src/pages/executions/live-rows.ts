import type { Execution } from '../../api/execution-queries.ts';
import { isFinal } from '../../api/execution-states.ts';

type Row = Pick<Execution, 'id' | 'state'>;

/** The API accepts at most this many ids. */
const maxFollowed = 100;

/** The rows that can still change, the newest first. */
export function followedIds(rows: readonly Row[]): readonly string[] {
  return rows
    .filter(({ state }) => !isFinal(state))
    .map(({ id }) => id)
    .slice(0, maxFollowed);
}

/** The rows, updated in place. A row that has ended never changes. */
export function patchedRows<One extends Row>(rows: readonly One[], known: readonly One[]): One[] {
  const byId = new Map(known.map((each) => [each.id, each]));
  return rows.map((row) => (isFinal(row.state) ? row : (byId.get(row.id) ?? row)));
}

/** The rows of the newest page that are not among the rows. */
export function newRows<One extends Row>(rows: readonly Row[], newestPage: readonly One[]): readonly One[] {
  const shown = new Set(rows.map(({ id }) => id));
  return newestPage.filter(({ id }) => !shown.has(id));
}
