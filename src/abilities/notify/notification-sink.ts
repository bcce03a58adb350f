import type { FlowKey } from '../../language/flow/flow-key.ts';
import type { NotifyRule } from '../../language/flow/notify.ts';
import type { ExecutionRecord } from '../../lifecycle/execution-record.ts';
import { isFinal } from '../../lifecycle/execution-state.ts';
import type { StateEvent } from '../../store/executions/record/state-events.ts';
import type { RedisExecutionStore } from '../../store/executions/redis/redis-execution-store.ts';
import type { BullDeliveryLane } from './bull-delivery-lane.ts';
import type { DeclaredReceivers, FoundRule } from './declared-receivers.ts';
import type { Change, EventSink } from './event-relay.ts';
import { executionEvent, toldOf, type Told } from './execution-event.ts';
import type { EventMessage, NotificationItem } from './notification-queue.ts';
import { isOfSettings, type Program, type Receiver } from './receiver-file.ts';
import type { RedisLateExecutions } from './redis-late-executions.ts';

export interface NotificationSinkDeps {
  readonly store: Pick<RedisExecutionStore, 'read'>;
  readonly receivers: DeclaredReceivers;
  readonly lanes: ReadonlyMap<Receiver, BullDeliveryLane>;
  readonly late: RedisLateExecutions;
  readonly notified: {
    /** The `notify` of the flow that an execution runs. */
    readonly notifyOf: (record: ExecutionRecord) => Promise<readonly NotifyRule[] | undefined>;
    /** What readers of the namespace of an execution may see of it. */
    readonly visible: (record: ExecutionRecord) => ExecutionRecord;
  };
  readonly publicUrl?: string | undefined;
  readonly now: () => Date;
  /** Called for a flow that notifies a receiver that its namespace does not have. */
  readonly unknown: (flow: FlowKey, receiver: string) => void;
}

const lateBatch = 100;

/** Tells the receivers that flows, the defaults of their namespaces, or the settings notify. */
export class NotificationSink implements EventSink {
  readonly #deps: NotificationSinkDeps;

  constructor(deps: NotificationSinkDeps) {
    this.#deps = deps;
  }

  wants({ state, namespace }: StateEvent): boolean {
    const common = this.#deps.receivers.commonRules(namespace);
    return this.#canFlowsTell(state) || common.some(({ on }) => on.includes(state));
  }

  async take(changes: readonly Change[]): Promise<void> {
    // First whom no flow names: they do not wait for flows to be read, and lose nothing if one cannot be.
    const common = new Map<Receiver, Told[]>();
    for (const change of changes)
      add(common, toldOf(change), this.#deps.receivers.commonRules(change.record.flow.namespace));
    await this.#tell(common);
    const found = new Map<Receiver, Told[]>();
    for (const change of changes) {
      const { event, record } = change;
      const rules = await this.#rulesOf(record, event.state);
      if (event.state === 'CREATED') await this.#expectEnd(record, rules);
      add(found, toldOf(change), rules);
    }
    await this.#tell(found);
  }

  /** Tells of executions that have not ended in time. @throws {AppError} store-unavailable */
  async tellLate(over: AbortSignal): Promise<void> {
    const { late, store, now } = this.#deps;
    while (!over.aborted) {
      const due = await late.due(now(), lateBatch);
      for (const entry of due) {
        const record = await store.read(entry.executionId);
        if (record !== undefined && !isFinal(record.state)) {
          const found = new Map<Receiver, Told[]>();
          const rules = (await this.#rulesOf(record, 'LATE')).filter(({ after }) => after?.seconds === entry.seconds);
          add(found, lateOf(record, entry.seconds, rules[0]?.after?.text), rules);
          await this.#tell(found);
        }
        await late.remove(entry);
      }
      if (due.length < lateBatch) return;
    }
  }

  /** Whether flows can notify of it. Reading a flow takes a while. */
  #canFlowsTell(word: StateEvent['state'] | 'LATE'): boolean {
    return this.#deps.receivers.areNamed && word !== 'QUEUED' && word !== 'RUNNING';
  }

  /** The rules of a flow, or the defaults of its namespace. */
  async #rulesOf(record: ExecutionRecord, word: StateEvent['state'] | 'LATE'): Promise<readonly FoundRule[]> {
    const { receivers, notified, unknown } = this.#deps;
    if (!this.#canFlowsTell(word)) return [];
    const rules = receivers.rulesOf(record.flow.namespace, await notified.notifyOf(record));
    for (const name of new Set(rules.flatMap((rule) => rule.unknown))) unknown(record.flow, name);
    return rules;
  }

  async #expectEnd(record: ExecutionRecord, rules: readonly FoundRule[]): Promise<void> {
    const created = Date.parse(record.history[0]?.at ?? '');
    const times = rules.flatMap(({ on, after, receivers }) =>
      on.includes('LATE') && after !== undefined && receivers.length > 0 ? [after.seconds] : [],
    );
    for (const seconds of new Set(times))
      await this.#deps.late.add({ executionId: record.id, seconds }, new Date(created + seconds * 1000));
  }

  async #tell(found: ReadonlyMap<Receiver, readonly Told[]>): Promise<void> {
    for (const [receiver, told] of found) {
      const lane = this.#deps.lanes.get(receiver);
      if (receiver.kind === 'url') await lane?.add(told.flatMap((each) => this.#messagesOf(receiver, each)));
      else await lane?.collect(told.map(itemOf));
    }
  }

  /** The operator sees everything; a receiver that flows name, what readers of their namespaces may see. */
  #messagesOf(receiver: Program, told: Told): readonly EventMessage[] {
    const { notified, publicUrl } = this.#deps;
    const isNamed = !isOfSettings(receiver);
    const shown = isNamed ? { ...told, record: notified.visible(told.record) } : told;
    const event = executionEvent(shown, { isNamed, publicUrl });
    return event === undefined ? [] : [{ id: event.id, body: JSON.stringify(event) }];
  }
}

function add(found: Map<Receiver, Told[]>, told: Told, rules: readonly FoundRule[]): void {
  const receivers = rules.filter(({ on }) => on.includes(told.on)).flatMap((rule) => rule.receivers);
  for (const receiver of new Set(receivers)) found.set(receiver, [...(found.get(receiver) ?? []), told]);
}

function lateOf(record: ExecutionRecord, seconds: number, after = `${seconds}s`): Told {
  return { id: `${record.id}-late-${seconds}`, on: 'LATE', number: record.history.length, record, after };
}

/** People are only told of the words of flows. */
function itemOf({ id, on, record, after }: Told): NotificationItem {
  return { id, on: on as NotificationItem['on'], executionId: record.id, flow: record.flow, ...(after && { after }) };
}
