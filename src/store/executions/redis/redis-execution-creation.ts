import { writeJson } from '../../../base/text/exact-json.ts';
import { holdLead } from '../../../lifecycle/claims.ts';
import { calledNamespaces, type AcceptedExecution } from '../../../lifecycle/execution-record.ts';
import type { ExecutionState } from '../../../lifecycle/execution-state.ts';
import { redisKey } from '../../redis/redis-key.ts';
import { sourceDigest } from '../../revisions/source-digest.ts';
import type { ExecutionCreation } from '../record/execution-store.ts';
import { calledNamespacesField, claimsText, writtenFields } from './redis-execution-fields.ts';

/**
 * What the script that creates an execution gets, without the bytes of the source: a revision nearly always has them.
 * @param maxNoted see `RedisExecutionStore`
 */
export function creationArguments(creation: ExecutionCreation, maxNoted: number) {
  const { accepted, source, concurrency, idempotency } = creation;
  const { id, flow } = accepted;
  const state: ExecutionState =
    creation.failure !== undefined ? 'FAILED' : creation.adopted === undefined ? 'CREATED' : 'RUNNING';
  return {
    execution: redisKey.execution(id),
    secrets: redisKey.executionSecrets(id),
    idempotency: redisKey.idempotency(idempotency?.key ?? ''),
    storedFlow: redisKey.flow(flow),
    id,
    namespace: flow.namespace,
    flowId: flow.id,
    state,
    time: creation.at.toISOString(),
    accepted: writeJson(accepted),
    actor: accepted.actor,
    labels: JSON.stringify(accepted.labels),
    sha256: sourceDigest(source.bytes),
    format: source.format,
    mediaType: source.mediaType,
    limit: concurrency?.limit ?? 0,
    behavior: concurrency?.behavior ?? '',
    claims: claimsText(creation.claims ?? []),
    lead: holdLead(accepted.priority),
    reason: creation.failure ?? '',
    build: creation.adopted === undefined ? '' : JSON.stringify(creation.adopted.build),
    sealedValues: JSON.stringify(creation.secrets),
    digest: idempotency?.digest ?? '',
    lifetimeSeconds: idempotency?.lifetimeSeconds ?? 0,
    triggerId: accepted.trigger?.id ?? '',
    tick: accepted.trigger?.at === undefined ? '' : Date.parse(accepted.trigger.at),
    maxPendingOfFlow: creation.maxPending?.ofFlow ?? 0,
    maxPendingOfTrigger: creation.maxPending?.ofTrigger ?? 0,
    handedOnBy: [accepted.restartOf ?? '', ...(creation.handedOnBy ?? [])].join(' '),
    begin: JSON.stringify(Object.fromEntries([...pairsOf(writtenFields(creation.begin ?? {})), ...calledBy(accepted)])),
    parent: creation.child === undefined ? '' : (accepted.parent?.execution ?? ''),
    call: creation.child?.call ?? '',
    parentVersion: creation.child?.version ?? 0,
    maxOpen: creation.child?.maxOpen ?? 0,
    isAwaited: creation.child?.isAwaited ?? false,
    latest: creation.isOfLatest === true ? (accepted.revision ?? '') : '',
    maxNoted: maxNoted,
    // A revision nearly always has the source already, so the bytes need not be sent.
    source: [],
  };
}

function calledBy(accepted: AcceptedExecution): [string, string][] {
  const called = calledNamespaces(accepted);
  return called.length === 0 ? [] : [[calledNamespacesField, JSON.stringify(called)]];
}

function pairsOf(list: readonly string[]): [string, string][] {
  return list.flatMap((name, index) => (index % 2 === 0 ? [[name, list[index + 1] ?? ''] as [string, string]] : []));
}
