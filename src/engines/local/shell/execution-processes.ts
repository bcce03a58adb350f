import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sleep as pause } from '../../../base/timers/timers.ts';
import type { ExecutionCgroup } from './execution-cgroup.ts';
import { markVariable, scriptFolder } from './execution-mark.ts';
import { reaperName } from './script-reaper.ts';

/** The processes of one script. */
export interface ScriptProcesses {
  /** Its shell, and the reaper above. */
  readonly ids: readonly number[];
  /** Its private folder, which only its environment contains; undefined for a program without one. */
  readonly folder: string | undefined;
  readonly cgroup: ExecutionCgroup | undefined;
}

export interface ExecutionProcessesOptions {
  readonly mark: string;
  /** The folder of the execution. */
  readonly folder: string;
  /** If cgroups are available. */
  readonly cgroup?: ExecutionCgroup | undefined;
}

/**
 * The running processes of an execution: those in its cgroup, those with its marker in their environment, those without
 * a terminal that work in its folder, which may have dropped the marker, and the descendants of all these. Read from
 * `/proc`; without it, no processes are found.
 */
export class ExecutionProcesses {
  readonly #marks: readonly string[];
  readonly #folder: string;
  readonly #cgroup: ExecutionCgroup | undefined;

  constructor({ mark, folder, cgroup }: ExecutionProcessesOptions) {
    this.#marks = [`${markVariable}=${mark}\0`, `/${scriptFolder(mark, '')}`];
    this.#folder = folder;
    this.#cgroup = cgroup;
  }

  /**
   * There can be thousands, so it yields to other work.
   * @param script only the processes of this script
   * @returns parents first
   */
  async find(script?: ScriptProcesses): Promise<ReadonlySet<number>> {
    const folder = realPath(this.#folder);
    const running: Entry[] = [];
    const found = new Set<number>();
    for (const [index, id] of processIds().entries()) {
      const entry = entryOf(id);
      if (entry !== undefined) running.push(entry);
      if (entry !== undefined && (script === undefined ? this.#owns(entry, folder) : isOf(entry, script)))
        found.add(id);
      if (index % processesAtOnce === processesAtOnce - 1) await nextTurn();
    }
    const cgroup = script === undefined ? this.#cgroup : script.cgroup;
    for (const id of (await cgroup?.processes()) ?? []) found.add(id);
    for (let size = -1; size !== found.size;) {
      size = found.size;
      for (const { id, parent } of running) if (found.has(parent)) found.add(id);
    }
    found.delete(process.pid);
    return parentsFirst(found, running);
  }

  /**
   * Ends them with TERM, and those that remain after a while with KILL.
   * @param grace milliseconds; 0 sends KILL immediately
   * @param script only the processes of this script
   */
  async end(grace: number, script?: ScriptProcesses): Promise<void> {
    const deadline = Date.now() + grace;
    const find = () => this.find(script);
    const cgroup = script === undefined ? this.#cgroup : script.cgroup;
    // In this order: a shell that sees the end of its program before its own signal can exit without running its trap.
    if (grace > 0) signal(await find(), 'SIGTERM');
    for (let found = await find(); found.size > 0 && Date.now() < deadline; found = await find()) await pause(20);
    // A process can start another one while they are counted; one that cannot be killed does not block the engine.
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const found = await find();
      if (found.size === 0) return;
      cgroup?.kill();
      // A reaper must end after its processes; otherwise, processes that they start could escape. A suspended one does
      // not end.
      const isLate = attempt >= maxAttempts / 2;
      signal(isLate ? found : [...found].filter((id) => !isReaper(id)), 'SIGKILL');
      await pause(10);
    }
  }

  #owns({ id, hasTerminal }: Entry, folder: string): boolean {
    const environment = read(id, 'environ');
    if (this.#marks.some((mark) => environment.includes(mark))) return true;
    // The shell of a user who looks at the files has a terminal.
    return !hasTerminal && isWithin(workingFolder(id), folder);
  }
}

/** @param running all of them, and perhaps others */
export function parentsFirst(
  ids: ReadonlySet<number>,
  running: readonly Pick<Entry, 'id' | 'parent'>[],
): ReadonlySet<number> {
  const parents = new Map(running.map(({ id, parent }) => [id, parent]));
  const ordered = new Set<number>();
  for (const id of ids) {
    const line = new Set<number>(); // numbers are used again, so what was read can be a circle
    for (let next: number | undefined = id; next !== undefined; next = parents.get(next)) {
      if (!ids.has(next) || ordered.has(next) || line.has(next)) break;
      line.add(next);
    }
    for (const each of [...line].toReversed()) ordered.add(each);
  }
  return ordered;
}

function isOf({ id }: Entry, { ids, folder }: ScriptProcesses): boolean {
  return ids.includes(id) || (folder !== undefined && read(id, 'environ').includes(`${folder}\0`));
}

/** A process and its parent, if that is a reaper. */
export function withReaper(id: number): readonly number[] {
  const parent = entryOf(id)?.parent;
  return parent !== undefined && isReaper(parent) ? [id, parent] : [id];
}

const maxAttempts = 200;
// Three files are read for each.
const processesAtOnce = 200;

function signal(ids: Iterable<number>, name: NodeJS.Signals): void {
  for (const id of ids) sendSignal(id, name);
}

/** Sends a signal to a process, or with a negative number to a group; it may have ended. */
export function sendSignal(id: number, name: NodeJS.Signals): void {
  try {
    process.kill(id, name);
  } catch {
    // it has ended, or belongs to another user
  }
}

function isReaper(id: number): boolean {
  return read(id, 'cmdline').includes(`\0${reaperName}\0`);
}

function processIds(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return []; // not on Linux
  }
}

interface Entry {
  readonly id: number;
  readonly parent: number;
  readonly hasTerminal: boolean;
}

/** Undefined for a process that has ended. */
function entryOf(id: number): Entry | undefined {
  // The name in parentheses can contain anything.
  const [state, parent, , , terminal] = read(id, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ');
  if (parent === undefined || state === 'Z') return undefined;
  return { id, parent: Number(parent), hasTerminal: terminal !== '0' };
}

function read(id: number, file: string): string {
  try {
    return readFileSync(`/proc/${id}/${file}`, 'latin1');
  } catch {
    return ''; // it has ended, or belongs to another user
  }
}

function workingFolder(id: number): string {
  try {
    return readlinkSync(`/proc/${id}/cwd`);
  } catch {
    return '';
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // it is not there
  }
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
