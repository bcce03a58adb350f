import { endedTasks } from '../../../language/execution-plan/task-state.ts';
import { recordTime } from '../../../lifecycle/execution-record.ts';
import { isFinal } from '../../../lifecycle/execution-state.ts';
import { keepLease, leaseMilliseconds } from '../../../store/leases/lease.ts';
import { runLease } from '../../../store/leases/run-lease.ts';
import { localName } from '../engine-name.ts';
import type { LocalParts } from '../local-parts.ts';
import { logEnd } from '../log-headings.ts';
import { endLeftovers } from '../shell/local-execution.ts';

type Deps = Pick<LocalParts, 'store' | 'logs' | 'leases' | 'life' | 'folders' | 'artifacts' | 'now' | 'report'> & {
  /** Executions in this process are not interrupted. */
  readonly running: ReadonlyMap<string, unknown>;
};

const unusedMilliseconds = 7 * 24 * 60 * 60 * 1000;
const ended = 'Flowgate stopped while the execution was running.';
const silent = `The Flowgate process that ran the execution has not responded for ${leaseMilliseconds / 1000} s or longer: it has stopped, or cannot reach Redis.`;

/**
 * Ends executions whose process has died, or whose lease has expired while it is unknown whether the process is alive.
 * Also removes files that executions leave on the disk.
 */
export class InterruptedExecutions {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** @throws {AppError} `store-unavailable` */
  async end(): Promise<void> {
    const { store, logs, leases, life, folders, artifacts, now, report } = this.#deps;
    for (const { id, engine } of await store.runningOnGateways()) {
      if (engine !== localName) continue;
      const reason = await this.#reason(id);
      if (reason === undefined) continue;
      const lease = await leases.acquire(runLease(id), leaseMilliseconds);
      if (lease === undefined) continue;
      const kept = keepLease(lease);
      try {
        // It may have begun to wait, or to run again, in the meantime.
        const record = await store.read(id);
        if (record?.phase !== 'running') continue;
        const { tasks, history } = record;
        // Its duration must not include the time until now.
        const lastAlive = (await folders.lastAlive(id)) ?? now();
        const at = recordTime({ history }, lastAlive, now());
        await this.#endLeftovers(id);
        await artifacts.removePart(id).catch((error: unknown) => report(error, `remove files of ${id}`));
        // Truncated text may lack a line end.
        await logs.end(id, `\n${logEnd('FAILED', reason)}`);
        const killed = endedTasks(tasks, at);
        await life.send(record, { name: 'interrupted', state: 'FAILED', reason, tasks: killed, at }, lease);
      } finally {
        await kept.release();
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
      if (await this.#isOver(id)) await this.#endLeftovers(id);
    }
    for (const id of await folders.ids('owners')) if (await this.#isOver(id)) await folders.removeOwner(id);
    await folders.removeUnusedWorkspaces(unusedMilliseconds, now(), report);
    for (const id of await artifacts.ids())
      if ((await store.read(id)) === undefined)
        await artifacts.remove(id).catch((error: unknown) => report(error, `remove artifacts of ${id}`));
  }

  /** Files that cannot be removed, such as those of root, do not keep the execution from ending. */
  async #endLeftovers(id: string): Promise<void> {
    const { folders, report } = this.#deps;
    await endLeftovers(folders.running(id)).catch((error: unknown) => report(error, `remove files of ${id}`));
  }

  async #isOver(id: string): Promise<boolean> {
    const record = await this.#deps.store.read(id);
    return record === undefined || isFinal(record.state);
  }
}
