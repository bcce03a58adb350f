import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { packageRoot } from '../../../base/config/package-root.ts';
import { scriptEnvironment } from '../../../base/config/script-environment.ts';

/** By this argument, `/proc` shows which processes are reapers. */
export const reaperName = 'flowgate-reaper';

// In `perl-base`, which every Debian has. Python can do the same, but takes five times as long to start.
const perl = '/usr/bin/perl';
const systemCalls: Readonly<Partial<Record<NodeJS.Architecture, { readonly prctl: number; readonly setsid: number }>>> =
  { x64: { prctl: 157, setsid: 112 }, arm64: { prctl: 167, setsid: 157 } };

/** A program that runs `/bin/sh` and adopts orphaned processes; see `templates/agent/reaper.pl`. */
export interface ScriptReaper {
  readonly program: string;
  readonly arguments: readonly string[];
}

let found: ScriptReaper | undefined | null = null;

/** Undefined if none can run. Looked up once. */
export function scriptReaper(): ScriptReaper | undefined {
  if (found === null) {
    const candidate = reaperOfSystem();
    found = canAdopt(candidate) ? candidate : undefined;
  }
  return found;
}

function reaperOfSystem(): ScriptReaper | undefined {
  const calls = systemCalls[process.arch];
  if (process.platform !== 'linux' || calls === undefined) return undefined;
  const text = readFileSync(join(packageRoot(), 'templates', 'agent', 'reaper.pl'), 'utf8');
  return { program: perl, arguments: ['-e', text, reaperName, `${calls.prctl}`, `${calls.setsid}`] };
}

// Its last process waits until the one above it has ended, and then checks its new parent.
const trial = `sh -c '(
  while read -r _ _ _ parent _ < /proc/self/stat && [ "$parent" = "$$" ]; do :; done
  [ "$parent" = "$1" ] && echo adopted
) &' sh "$PPID"`;

/** Tests it: the program, the system calls and `/proc` can all be missing. */
function canAdopt(candidate: ScriptReaper | undefined): boolean {
  if (candidate === undefined) return false;
  const { stdout, output } = spawnSync(candidate.program, candidate.arguments, {
    input: trial,
    stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
    env: scriptEnvironment(),
    encoding: 'utf8',
    timeout: maxTrial,
    killSignal: 'SIGKILL',
  });
  return stdout === 'adopted\n' && /^\d+\n0\n$/.test(output?.[3] ?? '');
}

const maxTrial = 5000;

export interface ReapedShellOptions {
  readonly reaper: ScriptReaper;
  readonly workspace: string;
  readonly environment: Readonly<Record<string, string>>;
  /** File descriptors. */
  readonly input: number;
  /** The file descriptor of both outputs. */
  readonly output: number;
  /** Called with the process of the shell when it starts. */
  readonly started: (id: number) => void;
}

/**
 * Runs `/bin/sh` below a reaper, in its own session. The reaper lives as long as it has processes.
 * @returns the exit status
 * @throws {Error} if it cannot start
 */
export async function runReapedShell(options: ReapedShellOptions): Promise<number> {
  const { reaper, workspace, environment, input, output, started } = options;
  const child = spawn(reaper.program, reaper.arguments, {
    cwd: workspace,
    env: environment,
    detached: true,
    // Perl warns on standard error, for instance about a locale.
    stdio: [input, output, 'ignore', 'pipe'],
  });
  const failed = once(child, 'error').then(([error]): never => {
    throw error;
  });
  // It may fail to be killed, later.
  failed.catch(() => undefined);
  // Without file descriptors, there is no report either.
  if (child.pid === undefined) return failed;
  const report = child.stdio[3] as Readable; // by `stdio`
  try {
    return await Promise.race([failed, readReport(report, started)]);
  } finally {
    report.destroy();
    child.unref();
  }
}

async function readReport(report: Readable, started: (id: number) => void): Promise<number> {
  let text = '';
  let isStarted = false;
  for await (const chunk of report) {
    text += String(chunk);
    const [id, status, rest] = text.split('\n');
    if (!isStarted && status !== undefined) {
      isStarted = true;
      started(Number(id));
    }
    if (rest !== undefined) return Number(status);
  }
  if (!isStarted) throw new Error('the program that runs it ended');
  // The shell ends with it.
  return 128 + constants.signals.SIGKILL;
}
