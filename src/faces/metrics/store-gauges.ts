import { Gauge } from 'prom-client';
import type { ControllerCounts } from '../../abilities/controllers/controller-service.ts';
import type { DeclarationUse } from '../../abilities/locks/lock-service.ts';
import type { NotificationCounts } from '../../abilities/notify/notification-queue.ts';
import type { Services } from '../../abilities/open-abilities.ts';
import { waitKinds } from '../../language/flow/wait.ts';
import type { MemoryUse } from '../../store/redis/redis-memory.ts';

export interface GaugeSources extends Pick<Services, 'executions' | 'locks' | 'files' | 'memory' | 'controllers'> {
  /** Resolves when the store has answered. */
  readonly pingStore?: () => Promise<unknown>;
  /** Absent without receivers. */
  readonly notificationCounts?: NotificationSource | undefined;
}

export interface NotificationSource {
  /** By receiver. */
  counts(): Promise<ReadonlyMap<string, NotificationCounts>>;
  lost(): Promise<number>;
}

/**
 * Gauges that are read on each scrape. Except for the disk, each process shows the same values: those of the
 * installation.
 */
export class StoreGauges {
  readonly all: Gauge[] = [];

  constructor({ executions, locks, files, memory, controllers, pingStore, notificationCounts }: GaugeSources) {
    this.#addLabelled('flowgate_executions', 'Stored executions by state', 'state', async () =>
      Object.entries(await executions.counts()),
    );
    this.#addLabelled(
      'flowgate_waiting_executions',
      `Running executions that wait without an executor, by kind: ${waitKinds.join(', ')}`,
      'kind',
      async () => Object.entries(await executions.waitingCounts()),
    );
    this.#addLabelled(
      'flowgate_archive_executions',
      'Executions in the store that are archived, and those that are due to be, by state: archived, waiting',
      'state',
      async () => {
        const counts = await executions.archiveCounts();
        return counts === undefined
          ? []
          : ([
              ['archived', counts.archived],
              ['waiting', counts.due],
            ] as const); // dashboards have the old label
      },
    );
    this.#add('flowgate_trigger_queue_depth', 'Executions queued for a worker', () => executions.queueDepth());
    this.#add(
      'flowgate_oldest_pending_execution_seconds',
      'Age of the oldest unprocessed execution that is not held; 0 for none',
      () => executions.oldestPendingSeconds(),
    );
    this.#addControllers(controllers);
    if (pingStore !== undefined)
      this.#add('flowgate_redis_round_trip_seconds', 'Response time of Redis; +Inf if it does not respond', () =>
        roundTrip(pingStore),
      );
    this.#addLocks(locks);
    if (memory !== undefined) this.#addMemory(memory);
    this.#addUploads(files);
    if (notificationCounts !== undefined) this.#addNotifications(notificationCounts);
  }

  #addControllers(controllers: GaugeSources['controllers']): void {
    const column = async (valueOf: (counts: ControllerCounts) => number) =>
      [...(await controllers.counts())].map(([controller, counts]) => [controller, valueOf(counts)] as const);
    this.#addLabelled(
      'flowgate_controller_running_executions',
      'Executions on a controller that were requested and neither are held nor wait',
      'controller',
      () => column(({ running }) => running),
    );
    this.#addLabelled(
      'flowgate_controller_waiting_executions',
      'Other open executions of a controller',
      'controller',
      () => column(({ open, running }) => open - running),
    );
    this.#addLabelled(
      'flowgate_controller_queue_depth',
      'Executions queued for a worker, by controller',
      'controller',
      () => column(({ queueDepth }) => queueDepth),
    );
    this.#addLabelled(
      'flowgate_controller_up',
      '1 if a worker could use the controller when it looked last, 0 if not or if none has looked for a minute',
      'controller',
      async () =>
        [...(await controllers.conditions())].map(
          ([controller, condition]) => [controller, Number(condition !== 'down' && condition !== 'unknown')] as const,
        ),
    );
  }

  #addLocks(locks: GaugeSources['locks']): void {
    const add = (name: string, help: string, valueOf: (use: DeclarationUse) => number) =>
      this.#addLabelled(name, help, 'lock', async () =>
        (await locks.usage()).map((use) => [use.name, valueOf(use)] as const),
      );
    const ageOf = (since: string | undefined) => (since === undefined ? 0 : (Date.now() - Date.parse(since)) / 1000);
    add('flowgate_lock_permits', 'Permits of each lock, by declaration', ({ permits }) => permits);
    add('flowgate_lock_permits_held', 'Permits that executions hold, by declared lock or pattern', ({ held }) => held);
    add('flowgate_lock_waiting', 'Executions that it holds up, by declared lock or pattern', ({ heldUp }) => heldUp);
    add(
      'flowgate_lock_oldest_wait_seconds',
      'How long a lock has held up its next execution, at most; 0 for none',
      ({ oldest }) => Math.max(0, ageOf(oldest)),
    );
  }

  #addMemory(memory: NonNullable<GaugeSources['memory']>): void {
    const value = async (name: keyof MemoryUse) => (await memory.use())?.[name] ?? NaN;
    this.#add('flowgate_redis_memory_bytes', 'Memory that Redis uses; NaN if it has no limit', () => value('used'));
    this.#add('flowgate_redis_memory_limit_bytes', 'Memory that Redis may use; NaN if it has no limit', () =>
      value('limit'),
    );
    this.#add(
      'flowgate_redis_memory_reserve_bytes',
      'Memory that new data leaves free; NaN if Redis has no limit',
      () => value('reserve'),
    );
  }

  #addUploads({ rooms }: GaugeSources['files']): void {
    const { perActor, inAll, reserve } = rooms.limits;
    this.#add('flowgate_upload_bytes', 'Bytes of all uploads, including uploads in progress', () => rooms.used());
    this.#add('flowgate_upload_limit_bytes', 'Maximum bytes of all uploads', () => inAll);
    this.#add('flowgate_upload_actor_limit_bytes', 'Maximum bytes of the uploads of one user', () => perActor);
    this.#add('flowgate_upload_disk_free_bytes', 'Free bytes on the disk for uploads; NaN if unknown', () =>
      rooms.free().catch(() => NaN),
    );
    this.#add('flowgate_upload_disk_reserve_bytes', 'Bytes on the disk that uploads leave free', () => reserve);
  }

  #addNotifications(source: NotificationSource): void {
    const column = async (name: keyof NotificationCounts) =>
      [...(await source.counts())].map(([receiver, counts]) => [receiver, counts[name]] as const);
    this.#addLabelled(
      'flowgate_notifications_waiting',
      'Notifications and messages that are not sent yet, by receiver',
      'receiver',
      () => column('pending'),
    );
    this.#addLabelled(
      'flowgate_notifications_given_up',
      'Notifications given up in the last week, by receiver; at most 1000 are kept',
      'receiver',
      () => column('failed'),
    );
    this.#add('flowgate_notifications_lost', 'Notifications dropped because too many were pending', () =>
      source.lost(),
    );
  }

  #add(name: string, help: string, read: () => number | Promise<number>): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [],
      collect: async () => {
        gauge.set(await Promise.resolve(read()).catch(() => NaN));
      },
    });
    this.all.push(gauge);
  }

  #addLabelled(
    name: string,
    help: string,
    label: string,
    read: () => Promise<readonly (readonly [string, number])[]>,
  ): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [],
      collect: async () => {
        gauge.reset();
        // Without the store, the metrics of the process are all the more important.
        const values = await read().catch(() => []);
        for (const [value, number] of values) gauge.set({ [label]: value }, number);
      },
    });
    this.all.push(gauge);
  }
}

async function roundTrip(ping: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  return ping().then(
    () => (performance.now() - start) / 1000,
    () => Infinity,
  );
}
