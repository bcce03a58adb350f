import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ExecutionRecord } from '../../lifecycle/execution-record.ts';
import { executionStates, isFinal, type ExecutionState } from '../../lifecycle/execution-state.ts';
import type { ArchiveObserver } from '../../store/executions/archive/archiver.ts';
import type { ExecutionObserver } from '../../store/executions/execution-life.ts';
import { StoreGauges, type GaugeSources } from './store-gauges.ts';

const second = 1;
const minute = 60 * second;
const hour = 60 * minute;

/** Prometheus metrics of this process, and of the executions of the installation (docs/reference/telemetry.md). */
export class Metrics implements ExecutionObserver {
  readonly #registry = new Registry();
  readonly #requests: Histogram<'operation' | 'status'>;
  readonly #inProgress: Gauge<'operation'>;
  readonly #unrouted: Counter<'status'>;
  readonly #calls: Histogram<'call' | 'outcome' | 'controller'>;
  readonly #waits: Histogram;
  readonly #durations: Histogram<'state'>;
  readonly #ended: Counter<'state'>;
  readonly #notifications: Counter<'outcome'>;
  readonly #secretReads: Counter<'provider' | 'outcome'>;
  readonly #removed: Counter<'kind'>;
  readonly #retained: Gauge;
  readonly #archived: Counter;
  readonly #archivedBytes: Counter;
  readonly #notArchived: Counter;

  constructor() {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    this.#requests = new Histogram({
      name: 'flowgate_http_request_duration_seconds',
      help: 'Requests by operation and status',
      labelNames: ['operation', 'status'],
      registers,
    });
    this.#inProgress = new Gauge({
      name: 'flowgate_http_requests_in_progress',
      help: 'Requests in progress, by operation; those of getLogs follow logs',
      labelNames: ['operation'],
      registers,
    });
    this.#unrouted = new Counter({
      name: 'flowgate_http_unrouted_requests_total',
      help: 'Requests rejected before they reached an operation, by status: unknown paths, hosts, too many requests',
      labelNames: ['status'],
      registers,
    });
    this.#calls = new Histogram({
      name: 'flowgate_jenkins_call_duration_seconds',
      help: 'Calls to Jenkins by outcome: ok, or the kind of error',
      labelNames: ['call', 'outcome', 'controller'],
      buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
      registers,
    });
    this.#waits = new Histogram({
      name: 'flowgate_execution_wait_seconds',
      help: 'Time from accepting an execution until it runs',
      buckets: [0.1, 0.3, 1, 3, 10, 30, minute, 5 * minute, hour],
      registers,
    });
    this.#durations = new Histogram({
      name: 'flowgate_execution_duration_seconds',
      help: 'Duration of executions, by final state',
      labelNames: ['state'],
      buckets: [1, 10, 30, minute, 5 * minute, 15 * minute, hour, 4 * hour, 24 * hour],
      registers,
    });
    this.#ended = new Counter({
      name: 'flowgate_executions_ended_total',
      help: 'Executions that ended, by state',
      labelNames: ['state'],
      registers,
    });
    this.#notifications = new Counter({
      name: 'flowgate_notification_attempts_total',
      help: 'Attempts to deliver a notification by outcome: delivered, retried (fails and is repeated), failed (given up)',
      labelNames: ['outcome'],
      registers,
    });
    this.#secretReads = new Counter({
      name: 'flowgate_secret_reads_total',
      help: 'Reads of secrets by outcome: read, missing, unavailable (the provider does not answer)',
      labelNames: ['provider', 'outcome'],
      registers,
    });
    this.#removed = new Counter({
      name: 'flowgate_removed_total',
      help: 'Items removed because of their age, number or size, by kind: execution, revision, flow (purged)',
      labelNames: ['kind'],
      registers,
    });
    this.#retained = new Gauge({
      name: 'flowgate_retained_bytes',
      help: 'Bytes of the logs and artifacts of all executions at the last count by this process; 0 if it has not counted',
      registers,
    });
    this.#archived = new Counter({
      name: 'flowgate_archived_total',
      help: 'Executions that this process has archived',
      registers,
    });
    this.#archivedBytes = new Counter({
      name: 'flowgate_archived_bytes_total',
      help: 'Bytes that this process has written to the archive',
      registers,
    });
    this.#notArchived = new Counter({
      name: 'flowgate_archive_failures_total',
      help: 'Attempts of this process to archive an execution that failed; they are repeated',
      registers,
    });
    // Without a first value, rate() misses the first increment.
    for (const state of executionStates) if (isFinal(state)) this.#ended.inc({ state }, 0);
    for (const outcome of ['delivered', 'retried', 'failed']) this.#notifications.inc({ outcome }, 0);
    for (const kind of ['execution', 'revision', 'flow']) this.#removed.inc({ kind }, 0);
  }

  /** For calls of engines. */
  readonly observeCall = (call: string, outcome: string, seconds: number, controller: string): void =>
    this.#calls.observe({ call, outcome, controller }, seconds);

  /** For calls of providers of secrets. */
  readonly observeSecretRead = (provider: string, outcome: string): void =>
    this.#secretReads.inc({ provider, outcome });

  /** For the deliveries of notifications. */
  readonly observeDelivery = (outcome: string): void => this.#notifications.inc({ outcome });

  /** For what retention removes. */
  readonly observeRemoval = (kind: string, count: number): void => this.#removed.inc({ kind }, count);

  readonly observeRetainedBytes = (bytes: number): void => this.#retained.set(bytes);

  /** For what is archived. */
  readonly archive: ArchiveObserver = {
    archived: (count, bytes) => {
      this.#archived.inc(count);
      this.#archivedBytes.inc(bytes);
    },
    failed: () => this.#notArchived.inc(),
  };

  began(record: ExecutionRecord): void {
    // Its segments after a wait are no new start.
    if (record.history.filter(({ state }) => state === 'RUNNING').length > 1) return;
    const wait = secondsBetween(record, 'CREATED', 'RUNNING');
    if (wait !== undefined) this.#waits.observe(wait);
  }

  ended(record: ExecutionRecord): void {
    const { state } = record;
    this.#ended.inc({ state });
    const duration = secondsBetween(record, 'RUNNING', state);
    if (duration !== undefined) this.#durations.observe({ state }, duration);
  }

  /** Measures a request that was routed to an operation. @returns to be called with its status at its end */
  requestBegan(operation: string): (status: number) => void {
    const start = performance.now();
    this.#inProgress.inc({ operation });
    return (status) => {
      this.#inProgress.dec({ operation });
      this.#requests.observe({ operation, status }, (performance.now() - start) / 1000);
    };
  }

  /** Counts a request that was rejected before. */
  countUnrouted(status: number): void {
    this.#unrouted.inc({ status });
  }

  /** Adds gauges that are read on each scrape. */
  addGauges(sources: GaugeSources): void {
    for (const gauge of new StoreGauges(sources).all) this.#registry.registerMetric(gauge);
  }

  /** All metrics in Prometheus' text format. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }
}

/** @returns undefined if it was never in one of the states */
function secondsBetween({ history }: ExecutionRecord, from: ExecutionState, to: ExecutionState): number | undefined {
  const [start, end] = [from, to].map((name) => history.find(({ state }) => state === name)?.at);
  if (start === undefined || end === undefined) return undefined;
  return Math.max(0, Date.parse(end) - Date.parse(start)) / 1000;
}
