import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
// @ts-expect-error the scripts that set a machine up run before anything is compiled, and have no types
import { ensureBuild } from '../../scripts/setup/build.mjs';

// A build starts in a third of the CPU time that the sources take.
await ensureBuild();

/** Flowgate in its own process. */
export interface FlowgateProcess {
  readonly child: ChildProcess;
  /** Resolves with the first line that it prints: it has started. Rejects as `url` does. */
  readonly ready: Promise<void>;
  /** The URL at which it serves requests; rejects with its standard error if it exits instead. */
  readonly url: Promise<string>;
  /** Exit status and everything on standard error; the status is null if a signal ended it. */
  readonly end: Promise<{ readonly status: number | null; readonly errors: string }>;
}

const projectFolder = join(import.meta.dirname, '..', '..');

/** Starts the built gateway on a free port. */
export function spawnFlowgate(environment: Readonly<Record<string, string>>): FlowgateProcess {
  const child = spawn(process.execPath, ['dist/src/main.js'], {
    cwd: projectFolder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const end = new Promise<{ status: number | null; errors: string }>((resolve) => {
    child.once('close', (status) => resolve({ status, errors }));
  });
  const url = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const found = /http:\/\/\S+/.exec(text)?.[0];
      if (found !== undefined) resolve(found);
    });
    void end.then((outcome) => reject(new Error(outcome.errors)));
  });
  url.catch(() => undefined); // not every test awaits it
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve());
    void end.then((outcome) => reject(new Error(outcome.errors)));
  });
  ready.catch(() => undefined);
  return { child, ready, url, end };
}
