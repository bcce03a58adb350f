import { endedTasks } from '../../../execution-plan/task-state.ts';
import type { ArtifactFolder } from '../../../execution/artifacts/artifact-folder.ts';
import type { ExecutionEnder } from '../../../execution/execution-ender.ts';
import { recordTime } from '../../../execution/record/execution-record.ts';
import { isFinal } from '../../../execution/record/execution-state.ts';
import type { ExecutionStore } from '../../../execution/record/execution-store.ts';
import { leaseMilliseconds, type Leases } from '../../../execution/record/lease.ts';
import type { LogStore } from '../../../execution/record/log-store.ts';
import { runLease } from '../../../execution/record/run-lease.ts';
import { localName } from '../engine-name.ts';
import { logEnd } from '../log-headings.ts';
import { endLeftovers } from '../shell/local-execution.ts';
import type { ExecutionFolders } from './execution-folders.ts';

export interface InterruptedExecutionsDeps {
  readonly store: ExecutionStore;
  readonly logs: Pick<LogStore, 'end'>;
  readonly leases: Leases;
  readonly ender: ExecutionEnder;
  readonly folders: ExecutionFolders;
  readonly artifacts: ArtifactFolder;
  /** Those that run in this process are not interrupted. */
  readonly running: ReadonlyMap<string, unknown>;
  readonly now: () => Date;
  /** Called with what cannot be removed. */
  readonly report: (error: unknown, what: string) => void;
}

const unusedMilliseconds = 7 * 24 * 60 * 60 * 1000;
const ended = 'Flowgate ended while the execution ran.';
const silent = `The Flowgate that ran the execution has not been heard from for ${leaseMilliseconds / 1000} s or longer: it has ended, or cannot reach Redis.`;

/** Ends executions whose process has died, or whose lease has run out while it is unknown whether it lives, and removes what executions leave on the disk. */
export class InterruptedExecutions {
  readonly #deps: InterruptedExecutionsDeps;

  constructor(deps: InterruptedExecutionsDeps) {
    this.#deps = deps;
  }

  /** @throws {AppError} `store-unavailable` */
  async end(): Promise<void> {
    const { store, logs, leases, ender, folders, artifacts, now, report } = this.#deps;
    for (const { id, tasks, history, engine } of await store.runningHere()) {
      if (engine !== localName) continue;
      const reason = await this.#reason(id);
      if (reason === undefined) continue;
      const lease = await leases.acquire(runLease(id), leaseMilliseconds);
      if (lease === undefined) continue;
      try {
        // Its duration must not include the time until now.
        const lastAlive = (await folders.lastAlive(id)) ?? now();
        const at = recordTime({ history }, lastAlive, now());
        // What cannot be removed, such as files of root, does not keep the execution from ending.
        await endLeftovers(folders.running(id)).catch((error: unknown) => report(error, `remove files of ${id}`));
        await artifacts.removePart(id).catch((error: unknown) => report(error, `remove files of ${id}`));
        // A text that was cut off may have no end of line.
        await logs.end(id, `\n${logEnd('FAILED', reason)}`);
        await ender.end(id, {
          state: 'FAILED',
          fields: { reason, tasks: endedTasks(tasks, at) },
          from: ['RUNNING'],
          at,
        });
      } finally {
        await lease.release();
      }
    }
  }

  /** Why an execution may have been interrupted; undefined if its process is alive, and renews its lease later. */
  async #reason(id: string): Promise<string | undefined> {
    const { folders, running } = this.#deps;
    if (running.has(id)) return undefined;
    const isAlive = await folders.isOwnerAlive(id);
    if (isAlive === true) return undefined;
    return isAlive === false ? ended : silent;
  }

  /** Removes the folders of executions that have ended, and the artifacts of those without a record. */
  async sweep(): Promise<void> {
    const { store, folders, artifacts, now, report } = this.#deps;
    for (const id of await folders.ids('running')) {
      if (await this.#isOver(id))
        await endLeftovers(folders.running(id)).catch((error: unknown) => report(error, `remove files of ${id}`));
    }
    for (const id of await folders.ids('owners')) if (await this.#isOver(id)) await folders.removeOwner(id);
    await folders.removeUnusedWorkspaces(unusedMilliseconds, now(), report);
    for (const id of await artifacts.ids())
      if ((await store.read(id)) === undefined)
        await artifacts.remove(id).catch((error: unknown) => report(error, `remove artifacts of ${id}`));
  }

  async #isOver(id: string): Promise<boolean> {
    const record = await this.#deps.store.read(id);
    return record === undefined || isFinal(record.state);
  }
}
