import type { FlowKey } from '../../../language/flow/flow-key.ts';
import type { ExecutionRecord } from '../../../lifecycle/execution-record.ts';
import type { StateEvent, StateEvents } from '../../../store/executions/record/state-events.ts';
import type { Change, EventSink } from '../event-relay.ts';
import { eventId } from '../execution-event.ts';
import { maxPending, type NotificationQueue, type QueuedMessage } from '../notification-queue.ts';
import type { Commit } from './forge-request.ts';
import { commitProblem, type ForgeAddress, type StatusTargets } from './status-targets.ts';

/** Says that the state of an execution has changed. The status is that of the record when it is sent. */
export interface StatusMessage extends QueuedMessage {
  readonly executionId: string;
  readonly commit: Commit;
}

export interface StatusSinkDeps {
  readonly events: Pick<StateEvents, 'countLost'>;
  readonly targets: StatusTargets;
  readonly queues: ReadonlyMap<ForgeAddress, NotificationQueue<StatusMessage>>;
  /** The commit that an execution names; undefined if its flow names none. */
  readonly commitOf: (record: ExecutionRecord) => Promise<Commit | undefined>;
  /** Called for a commit that cannot show the state. */
  readonly unusable: (flow: FlowKey, reason: string) => void;
  /** Called when a forge loses statuses. */
  readonly warn: (address: ForgeAddress) => void;
}

/** Shows the states of executions on commits. */
export class StatusSink implements EventSink {
  readonly #deps: StatusSinkDeps;

  constructor(deps: StatusSinkDeps) {
    this.#deps = deps;
  }

  wants({ state }: StateEvent): boolean {
    return state !== 'QUEUED' && state !== 'WAITING' && state !== 'RECOVERED';
  }

  async take(changes: readonly Change[]): Promise<void> {
    const found = new Map<ForgeAddress, StatusMessage[]>();
    for (const { event, record } of changes) {
      const commit = await this.#deps.commitOf(record);
      const address = commit && this.#addressOf(record.flow, commit);
      if (commit === undefined || address === undefined) continue;
      const message = { id: eventId(event), executionId: record.id, commit };
      found.set(address, [...(found.get(address) ?? []), message]);
    }
    for (const [address, messages] of found) await this.#add(address, messages);
  }

  #addressOf(flow: FlowKey, commit: Commit): ForgeAddress | undefined {
    const { targets, unusable } = this.#deps;
    const problem = commitProblem(commit);
    const target = problem === undefined ? targets.find(flow.namespace, commit) : undefined;
    const unnamed = `no entry of commit_status in FLOWGATE_RECEIVERS includes ${commit.repository} for the namespace ${flow.namespace}`;
    if (target === undefined) unusable(flow, problem ?? unnamed);
    return target && targets.addressOf(target);
  }

  async #add(address: ForgeAddress, messages: readonly StatusMessage[]): Promise<void> {
    const queue = this.#deps.queues.get(address);
    if (queue === undefined) return;
    const { pending } = await queue.counts();
    const kept = messages.slice(0, Math.max(0, maxPending - pending));
    if (kept.length > 0) await queue.add(kept);
    if (kept.length === messages.length) return;
    await this.#deps.events.countLost(messages.length - kept.length);
    this.#deps.warn(address);
  }
}
