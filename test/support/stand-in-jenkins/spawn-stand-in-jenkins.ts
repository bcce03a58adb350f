import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { bundledProgram } from '../bundled-program.ts';
import type { Fault } from './fault-plan.ts';
import type { BuildReport, StandInOptions } from './stand-in-jenkins.ts';

/** The stand-in in its own process, for tests that keep theirs busy or kill things. */
export interface StandInProcess {
  readonly url: string;
  readonly user: string;
  readonly token: string;
  misbehave(faults: readonly Fault[]): Promise<void>;
  /** As `StandInJenkins.crash`. */
  crash(milliseconds: number): Promise<void>;
  builds(): Promise<readonly BuildReport[]>;
  stop(): void;
}

export async function spawnStandInJenkins(options: StandInOptions = {}): Promise<StandInProcess> {
  const program = await bundledProgram(join(import.meta.dirname, 'main.ts'));
  const child = spawn(process.execPath, [program, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', () => reject(new Error('The stand-in did not start')));
  });
  const address = JSON.parse(line) as { url: string; user: string; token: string }; // printed by main.ts
  const ask = async (path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(
      `${address.url}/stand-in/${path}`,
      body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) },
    );
    return response.json();
  };
  return {
    ...address,
    misbehave: async (faults) => void (await ask('faults', faults)),
    crash: async (milliseconds) => void (await ask('crash', milliseconds).catch(() => undefined)),
    builds: async () => (await ask('builds')) as readonly BuildReport[], // the reply of StandInJenkins
    stop: () => void child.kill('SIGKILL'),
  };
}
