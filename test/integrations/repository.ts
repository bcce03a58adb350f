import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { flow, log } from '../faces/offline-flows/flow-folder.ts';

const program = join(import.meta.dirname, '../../scripts/flowgate.mjs');

/** In place of npx, which would install a published version: notes the call, and runs this one. */
const npx = `#!/bin/sh
printf '%s\\n' "$*" >> "$(dirname "$0")/calls"
test "$1" = --yes -a "$3" = -- -a "$4" = flowgate || exit 99
shift 4
exec '${process.execPath}' '${program}' "$@"
`;

export const goodFlow = flow('good', `tasks: [{id: say, ${log}, message: hello}]\n`);
/** A flow with an error in line 5, and a warning in line 4. */
export const badFlow = flow('bad', `inputs: [{id: unused, type: STRING}]\ntasks: [{id: say, ${log}, mesage: hello}]\n`);

export interface StepRun {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A checked-out repository on a machine of a CI service. */
export class Repository {
  readonly folder = mkdtempSync(join(tmpdir(), 'flowgate-ci-'));
  readonly #bin = join(this.folder, '.bin');

  constructor(files: Readonly<Record<string, string>>) {
    onTestFinished(() => rmSync(this.folder, { recursive: true, force: true }));
    for (const [name, text] of Object.entries({ ...files, '.bin/npx': npx })) this.write(name, text);
    chmodSync(join(this.#bin, 'npx'), 0o755);
  }

  write(name: string, text: string): void {
    mkdirSync(dirname(join(this.folder, name)), { recursive: true });
    writeFileSync(join(this.folder, name), text);
  }

  /** The text of a file; empty if there is none. */
  read(name: string): string {
    return existsSync(join(this.folder, name)) ? readFileSync(join(this.folder, name), 'utf8') : '';
  }

  /** The calls of npx. */
  get calls(): readonly string[] {
    return this.read('.bin/calls').trimEnd().split('\n');
  }

  /** The environment of a job. */
  environment(more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
    const { PATH = '', HOME = '' } = process.env;
    return { HOME, ...more, PATH: [this.#bin, PATH].join(delimiter) };
  }

  /** Runs a program as a step of a job. @param below the working directory, in the repository */
  run(command: readonly string[], environment: Readonly<Record<string, string>> = {}, below = '.'): StepRun {
    const [file = '', ...args] = command;
    const env = this.environment(environment);
    const run = spawnSync(file, args, { cwd: join(this.folder, below), env, encoding: 'utf8' });
    if (run.error !== undefined) throw run.error;
    return { status: run.status ?? -1, stdout: run.stdout, stderr: run.stderr };
  }
}
