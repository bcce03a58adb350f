import { readFileSync, readlinkSync } from 'node:fs';

/**
 * Identifies a process later: the boot of the machine, the PID namespace, the PID, and the start time, because PIDs are
 * reused. Parts that the system does not report are empty.
 */
interface ProcessIdentity {
  readonly boot: string;
  readonly namespace: string;
  readonly id: number;
  readonly startedAt: string;
}

let own: string | undefined;

/** The identity of this process, as text. */
export function thisProcess(): string {
  return (own ??= JSON.stringify(identityOf(process.pid)));
}

/** Whether another process is alive; undefined if it ran on another machine or in another container, or is this one. */
export function isAlive(noted: string): boolean | undefined {
  if (noted === thisProcess()) return undefined;
  const was = parsed(noted);
  const { boot, namespace } = identityOf(process.pid);
  if (was === undefined || boot === '' || was.boot !== boot || was.namespace !== namespace) return undefined;
  return was.startedAt !== '' && identityOf(was.id).startedAt === was.startedAt;
}

function identityOf(id: number): ProcessIdentity {
  return {
    boot: readOr(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    namespace: readOr(() => readlinkSync('/proc/self/ns/pid')),
    id,
    startedAt: readOr(() => startOf(readFileSync(`/proc/${id}/stat`, 'latin1'))),
  };
}

/** Field 22; the name in parentheses can contain anything. A zombie counts as ended. */
function startOf(stat: string): string {
  const [state, ...fields] = stat.replace(/^.*\) /s, '').split(' ');
  return state === 'Z' ? '' : (fields[18] ?? '');
}

function readOr(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

function parsed(text: string): ProcessIdentity | undefined {
  try {
    return (JSON.parse(text) as ProcessIdentity | null) ?? undefined; // written by `thisProcess`
  } catch {
    return undefined;
  }
}
