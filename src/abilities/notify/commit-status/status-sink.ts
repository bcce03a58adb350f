import type { FlowKey } from '../../../language/flow/flow-key.ts';
import type { ExecutionRecord } from '../../../lifecycle/execution-record.ts';
import type { StateEvent } from '../../../store/executions/record/state-events.ts';
import type { BullDeliveryLane } from '../bull-delivery-lane.ts';
import type { Change, EventSink } from '../event-relay.ts';
import { eventId } from '../execution-event.ts';
import type { StatusMessage } from '../notification-queue.ts';
import type { Commit } from './forge-request.ts';
import { commitProblem, type ForgeAddress, type StatusTargets } from './status-targets.ts';

export interface StatusSinkDeps {
  readonly targets: StatusTargets;
  readonly lanes: ReadonlyMap<ForgeAddress, BullDeliveryLane>;
  /** The commit that an execution names; undefined if its flow names none. */
  readonly commitOf: (record: ExecutionRecord) => Promise<Commit | undefined>;
  /** Called for a commit that cannot show the state. */
  readonly unusable: (flow: FlowKey, reason: string) => void;
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
    for (const [address, messages] of found) await this.#deps.lanes.get(address)?.add(messages);
  }

  #addressOf(flow: FlowKey, commit: Commit): ForgeAddress | undefined {
    const { targets, unusable } = this.#deps;
    const problem = commitProblem(commit);
    const target = problem === undefined ? targets.find(flow.namespace, commit) : undefined;
    const unnamed = `no entry of commit_status in FLOWGATE_RECEIVERS includes ${commit.repository} for the namespace ${flow.namespace}`;
    if (target === undefined) unusable(flow, problem ?? unnamed);
    return target && targets.addressOf(target);
  }
}
