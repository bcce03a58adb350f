import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { CommandLine, type CommandRun } from '../command-line.ts';

export const shell = 'type: dev.vendor.plugin.core.shell.Shell';
export const log = 'type: dev.vendor.plugin.core.log.Log';
export const subflow = 'type: dev.vendor.plugin.core.flow.Subflow';

export function flow(id: string, body: string): string {
  return `id: ${id}\nnamespace: local\ndescription: A flow of a test.\n${body}`;
}

export const hello = flow(
  'hello',
  `inputs:\n  - {id: user_name, type: STRING}\ntasks:\n  - {id: greet, ${log}, message: "Hello {{ inputs.user_name }}"}\n`,
);

/** A command line that runs flows in files of its folder. */
export class LocalLine extends CommandLine {
  constructor() {
    super();
    this.environment = { LANG: 'C.UTF-8' };
  }

  /** Writes `flow.yaml` with this body, and runs it. */
  runFlow(body: string, ...args: readonly string[]): Promise<CommandRun> {
    this.write('flow.yaml', flow('tested', body));
    return this.run(['run', 'flow.yaml', ...args]);
  }

  /** The same in a process of its own. */
  spawnFlow(body: string, ...args: readonly string[]): SpawnedRun {
    this.write('flow.yaml', flow('tested', body));
    return new SpawnedRun(spawn(process.execPath, [program, 'run', 'flow.yaml', ...args], { cwd: this.folder }));
  }
}

export const program = join(import.meta.dirname, '../../../../scripts/flowgate.mjs');

/** `flowgate run` in a process of its own. */
export class SpawnedRun {
  readonly child: ChildProcess;
  stdout = '';
  stderr = '';
  /** The exit status; null if a signal ended it. */
  readonly end: Promise<number | null>;

  constructor(child: ChildProcess) {
    this.child = child;
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.end = new Promise((resolve) => child.once('close', (status) => resolve(status)));
  }

  /** Resolves once the output of tasks contains a text; rejects if the run ends before. */
  async until(text: string): Promise<void> {
    const isOver = this.end.then(() => 'over' as const);
    while (!this.stdout.includes(text)) {
      const moment = new Promise((resolve) => setTimeout(resolve, 20));
      if ((await Promise.race([isOver, moment])) === 'over' && !this.stdout.includes(text))
        throw new Error(this.stderr);
    }
  }
}

/** The folder of a run, from its first line. */
export function folderIn(stderr: string): string {
  return /, in (\S+)\/workspace$/m.exec(stderr)?.[1] ?? '';
}
