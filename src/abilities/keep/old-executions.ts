import type { ExecutionRecord } from '../../lifecycle/execution-record.ts';
import type { ExecutionRemover } from '../../store/executions/execution-remover.ts';
import { iterateListed } from '../../store/executions/iterate-executions.ts';
import { before, type RetentionRules } from '../../store/executions/record/retention-rules.ts';
import type { RedisExecutionStore } from '../../store/executions/redis/redis-execution-store.ts';

export interface OldExecutionsDeps {
  readonly store: Pick<RedisExecutionStore, 'list'>;
  readonly remover: Pick<ExecutionRemover, 'remove'>;
  /** Whether one may be removed already; by default, all may. */
  readonly mayRemove?: ((record: ExecutionRecord) => boolean) | undefined;
  readonly now: () => Date;
}

/**
 * Removes ended executions that were accepted longer ago than the rules keep them. Ends early when the signal aborts.
 * @returns how many
 */
export async function removeOldExecutions(
  rules: RetentionRules,
  { store, remover, mayRemove = () => true, now }: OldExecutionsDeps,
  signal: AbortSignal,
): Promise<number> {
  let count = 0;
  const time = now();
  for (const { namespace, to } of searchesOf(rules, time)) {
    for await (const record of iterateListed({ states: [], labels: [], namespace, to }, store)) {
      if (signal.aborted) return count;
      const limit = rules.limitOf(record.flow.namespace, time);
      const isOld = limit !== undefined && Date.parse(record.history[0]?.at ?? '') < limit.getTime();
      if (!isOld || record.phase !== 'ended' || !mayRemove(record)) continue;
      await remover.remove(record);
      count += 1;
    }
  }
  return count;
}

/** One for each namespace with a rule of its own, and one for all patterns together: no index has their namespaces. */
function searchesOf(
  { rules }: RetentionRules,
  now: Date,
): readonly { readonly namespace?: string; readonly to: Date }[] {
  const limited = rules.flatMap(({ namespaces, days }) => {
    const to = before(now, days);
    return to === undefined ? [] : [{ namespaces, to }];
  });
  const ofPatterns = limited.filter(({ namespaces }) => namespaces.endsWith('*')).map(({ to }) => to.getTime());
  const ofNamespaces = limited
    .filter(({ namespaces }) => !namespaces.endsWith('*'))
    .map(({ namespaces: namespace, to }) => ({ namespace, to }));
  return ofPatterns.length === 0 ? ofNamespaces : [...ofNamespaces, { to: new Date(Math.max(...ofPatterns)) }];
}
