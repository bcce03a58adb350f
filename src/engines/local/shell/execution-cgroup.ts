import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { readdir, readFile, rmdir } from 'node:fs/promises';
import { join } from 'node:path';

let parent: string | undefined | null = null;

/**
 * The cgroup (version 2) in which this process may create others and move its scripts; undefined without one. Looked up
 * once.
 */
export function cgroupParent(): string | undefined {
  if (parent === null) parent = ownCgroups().find(canHoldScripts);
  return parent;
}

/**
 * The processes of an execution, as the kernel counts them: no process can leave with a new session, a new parent or an
 * empty environment. A script that runs as root can move elsewhere.
 */
export class ExecutionCgroup {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  /** The cgroup of an execution, which may not exist yet; undefined on a machine without usable cgroups. */
  static of(mark: string): ExecutionCgroup | undefined {
    const above = cgroupParent();
    return above === undefined ? undefined : new ExecutionCgroup(join(above, `flowgate-${mark}`));
  }

  /** One below it, for a single script; undefined if it cannot be created. */
  inner(name: string): ExecutionCgroup | undefined {
    const group = new ExecutionCgroup(join(this.path, name));
    return group.create() ? group : undefined;
  }

  /** @returns whether scripts can be in it */
  create(): boolean {
    try {
      mkdirSync(this.path, { recursive: true });
      return true;
    } catch {
      return false;
    }
  }

  /** Its processes, and those of the cgroups below it. A script can start thousands, so it yields to other work. */
  async processes(): Promise<readonly number[]> {
    const ids: number[] = [];
    for (const path of await groupsIn(this.path)) {
      const text = await readFile(join(path, 'cgroup.procs'), 'utf8').catch(() => ''); // it has gone
      for (const line of text.split('\n')) if (line !== '') ids.push(Number(line));
    }
    return ids;
  }

  /** Ends all of them at once, with KILL. */
  kill(): void {
    try {
      writeFileSync(join(this.path, 'cgroup.kill'), '1');
    } catch {
      // it does not exist, or Linux is older than 5.14
    }
  }

  /** Removes it if it exists and is empty. @returns whether it did */
  removeEmpty(): boolean {
    try {
      rmdirSync(this.path); // not on a disk
      return true;
    } catch {
      return false;
    }
  }

  /** The same with the empty ones below it. */
  async remove(): Promise<void> {
    if (this.removeEmpty()) return;
    const paths = await groupsIn(this.path);
    for (const path of paths.toReversed()) await rmdir(path).catch(() => undefined); // it has gone, or is not empty
  }
}

/** A line of shell that moves the shell into a cgroup, or does nothing. */
export function enterText(path: string): string {
  return `echo 0 2>/dev/null > '${path}/cgroup.procs'`;
}

/** A cgroup and those below it, which a script may have created; parents first. */
async function groupsIn(path: string): Promise<readonly string[]> {
  const paths = [path];
  for (const above of paths) {
    const entries = await readdir(above, { withFileTypes: true }).catch(() => []); // it does not exist
    for (const entry of entries) if (entry.isDirectory()) paths.push(join(above, entry.name));
  }
  return paths;
}

/** The cgroup of this process in every mounted hierarchy of version 2. */
function ownCgroups(): string[] {
  const own = readLines('/proc/self/cgroup').flatMap((line) => (line.startsWith('0::') ? [line.slice(3)] : []))[0];
  if (own === undefined) return [];
  return readLines('/proc/self/mountinfo').flatMap((line) => {
    const [before = '', after = ''] = line.split(' - ');
    const [, , , root = '', mount = ''] = before.split(' ');
    const top = root === '/' ? '' : root;
    // Outside of the namespace of this process, the path begins with `/..`.
    if (!after.startsWith('cgroup2 ') || !`${own}/`.startsWith(`${top}/`) || own.includes('..')) return [];
    return [join(mount, own.slice(top.length))];
  });
}

/** Tests it: permissions, mounts and controllers can all prevent it. */
function canHoldScripts(path: string): boolean {
  // Octal escapes, and quotes in shell.
  if (/[\\']/.test(path)) return false;
  const probe = join(path, `flowgate-probe-${process.pid}`);
  try {
    mkdirSync(probe);
    const { status } = spawnSync('/bin/sh', ['-c', enterText(probe)], { stdio: 'ignore', env: {} });
    return status === 0 && existsSync(join(probe, 'cgroup.procs'));
  } catch {
    return false;
  } finally {
    tryOrNot(() => rmdirSync(probe));
  }
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n').filter(Boolean);
  } catch {
    return []; // not on Linux, or it has gone
  }
}

function tryOrNot(action: () => void): void {
  try {
    action();
  } catch {
    // it is not there, or not empty
  }
}
