import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import type { Environment } from '../../../src/base/config/environment.ts';
import type { ExitStatus } from '../../../src/faces/cli/exit-status.ts';
import { runCommandLine } from '../../../src/faces/cli/run-command-line.ts';

export interface CommandRun {
  readonly status: ExitStatus;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line in a temporary folder. */
export class CommandLine {
  readonly folder = mkdtempSync(join(tmpdir(), 'flowgate-cli-'));
  environment: Environment = {};
  /** Whether the output goes to a terminal. */
  isTerminal = false;
  /** How often the server was started. */
  serves = 0;
  /** What the last run wrote to standard output as bytes. */
  bytes: Buffer = Buffer.alloc(0);
  /** What the run has printed so far. */
  printed = { stdout: '', stderr: '' };
  #interrupt: () => void = () => undefined;
  #stop: () => void = () => undefined;

  /** Writes a file in the folder, and creates the folders around it. */
  write(name: string, content: string | Buffer): void {
    mkdirSync(dirname(join(this.folder, name)), { recursive: true });
    writeFileSync(join(this.folder, name), content);
  }

  read(name: string): string {
    return readFileSync(join(this.folder, name), 'utf8');
  }

  /** Simulates Ctrl-C. */
  interrupt(): void {
    this.#interrupt();
  }

  /** Simulates Ctrl-C for a flow that runs on this machine. */
  stop(): void {
    this.#stop();
  }

  async run(args: readonly string[], stdin: string | Buffer = ''): Promise<CommandRun> {
    this.printed = { stdout: '', stderr: '' };
    const { printed } = this;
    const binaryStdout = new PassThrough();
    const bytes: Buffer[] = [];
    binaryStdout.on('data', (chunk: Buffer) => bytes.push(chunk));
    const sink = (stream: 'stdout' | 'stderr') => ({
      write: (text: string) => (printed[stream] += text),
      isTTY: this.isTerminal,
    });
    const status = await runCommandLine(args, {
      environment: this.environment,
      workingDirectory: this.folder,
      stdin: Readable.from([Buffer.from(stdin)]),
      stdout: sink('stdout'),
      binaryStdout,
      stderr: sink('stderr'),
      onInterrupt: (listener) => {
        this.#interrupt = listener;
        return () => undefined;
      },
      onStop: (listener) => {
        this.#stop = listener;
        return () => undefined;
      },
      serve: async () => {
        this.serves += 1;
      },
    });
    this.bytes = Buffer.concat(bytes);
    return { status, ...printed };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
