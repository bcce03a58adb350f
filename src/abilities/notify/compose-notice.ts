import { shortened } from '../../base/problem/describe-value.ts';
import { flowName } from '../../language/flow/flow-key.ts';
import type { NotifyWord } from '../../language/flow/notify.ts';
import type { WaitingFor } from '../../lifecycle/execution-phases.ts';
import type { ExecutionRecord } from '../../lifecycle/execution-record.ts';
import type { Notice, NoticeCount, NoticeEntry } from './notice.ts';
import type { NotificationItem } from './notification-queue.ts';

export interface NoticeDeps {
  /** What the readers of the namespace of an execution may see of it; undefined if it was removed. */
  readonly view: (executionId: string) => Promise<ExecutionView | undefined>;
  readonly publicUrl?: string | undefined;
}

export interface ExecutionView {
  readonly record: ExecutionRecord;
  /** The last lines of the log of the failed task, or of the whole log; masked as they were taken in. */
  lastLines(count: number): Promise<readonly string[]>;
}

/** Executions that are named and linked; the others are counted. */
const maxEntries = 5;
/** Beyond this, none shows its log. */
const maxDetailed = 2;
const maxLines = 10;
const maxReason = 600;

/**
 * Makes a message of the items for a receiver.
 * @returns undefined if there is nothing left to tell: the executions were removed, or do not wait any more
 */
export async function composeNotice(
  id: string,
  items: readonly NotificationItem[],
  deps: NoticeDeps,
): Promise<Notice | undefined> {
  const told = withoutRepeated(items).toSorted((left, right) => urgencyOf(left) - urgencyOf(right));
  const entries: NoticeEntry[] = [];
  let gone = 0;
  for (const item of told) {
    if (entries.length === maxEntries) break;
    const entry = await entryOf(item, told.length - gone <= maxDetailed, deps);
    if (entry === undefined) gone += 1;
    else entries.push(entry);
  }
  const total = told.length - gone;
  return total === 0 ? undefined : { id, entries, total, counts: countsOf(told) };
}

const byUrgency: readonly NotifyWord[] = ['WAITING', 'FAILED', 'LATE', 'WARNING', 'KILLED', 'RECOVERED', 'SUCCESS'];

function urgencyOf({ on }: Pick<NotificationItem, 'on'>): number {
  return byUrgency.indexOf(on);
}

/** A success that is told as RECOVERED is not told as SUCCESS too. */
function withoutRepeated(items: readonly NotificationItem[]): readonly NotificationItem[] {
  const recovered = new Set(items.filter(({ on }) => on === 'RECOVERED').map(({ executionId }) => executionId));
  return items.filter(({ on, executionId }) => on !== 'SUCCESS' || !recovered.has(executionId));
}

async function entryOf(
  { on, executionId, flow, after }: NotificationItem,
  isDetailed: boolean,
  { view, publicUrl }: NoticeDeps,
): Promise<NoticeEntry | undefined> {
  const found = await view(executionId);
  if (found === undefined) return undefined;
  const { record } = found;
  if (on === 'WAITING' && record.waitingFor === undefined) return undefined;
  const hasFailed = on === 'FAILED' || on === 'WARNING' || on === 'KILLED';
  return {
    on,
    flow,
    number: record.number,
    startedBy: starterOf(record.actor),
    reason: hasFailed && record.reason !== undefined ? shortened(record.reason, maxReason) : undefined,
    failedTask: hasFailed ? record.failedTask : undefined,
    after,
    ...(on === 'WAITING' && record.waitingFor !== undefined && questionOf(record.waitingFor)),
    lines: hasFailed && isDetailed ? await found.lastLines(maxLines) : [],
    url: publicUrl === undefined ? undefined : `${publicUrl}/ui/executions/${executionId}`,
  };
}

function countsOf(items: readonly NotificationItem[]): readonly NoticeCount[] {
  const counts = new Map<string, NoticeCount>();
  for (const { flow, on } of items) {
    const key = `${flowName(flow)} ${on}`;
    counts.set(key, { flow, on, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()].toSorted((left, right) => urgencyOf(left) - urgencyOf(right) || right.count - left.count);
}

const starters: Readonly<Record<string, (name: string) => string>> = {
  schedule: (name) => `the schedule ${name}`,
  webhook: (name) => `the webhook ${name}`,
  jenkins: (name) => `${name} in Jenkins`,
};

function starterOf(actor: string): string {
  const [, kind = '', name = ''] = /^(schedule|webhook|jenkins):(.*)$/s.exec(actor) ?? [];
  return starters[kind]?.(name) ?? actor;
}

function questionOf({ kind, message, signal }: WaitingFor): Pick<NoticeEntry, 'waitsFor' | 'question'> {
  if (kind === 'signal') return { waitsFor: 'a signal', question: signal };
  return { waitsFor: 'an approval', question: message && shortened(message, maxReason) };
}
