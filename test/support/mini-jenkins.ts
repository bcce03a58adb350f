import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { groovyCommand } from './groovy-command.ts';
import { atProcessEnd } from './process-end.ts';

/** The result of running a Jenkinsfile without Jenkins; see mini-jenkins.groovy. */
export interface MiniBuild {
  readonly result: 'SUCCESS' | 'UNSTABLE' | 'FAILURE' | 'ABORTED' | 'NOT_BUILT';
  readonly description: string | null;
  /** Every description it had, in order. */
  readonly descriptions: readonly string[];
  readonly stages: readonly { readonly name: string; readonly result: string }[];
  readonly console: string;
  /** The patterns of the artifacts. */
  readonly artifacts: readonly string[];
  /** SHA-256 by path, if requested. */
  readonly kept: Readonly<Record<string, string>>;
  /** The content of the artifact with the flow's outputs. */
  readonly outputs?: string;
  /** The content of the artifact with what another build needs. */
  readonly segment?: string;
  readonly error: string | null;
  readonly workspace: string;
}

export interface MiniBuildRequest {
  /** Parameters as sent by Jenkins' form or by a trigger. */
  readonly parameters?: Readonly<Record<string, string | boolean>>;
  /** Secret texts by credential ID. */
  readonly credentials?: Readonly<Record<string, string>>;
  /** Additional environment variables of the controller. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The descriptions of the job's earlier builds, oldest first. */
  readonly previousBuilds?: readonly string[];
  /** Jenkins enters its node a second time, as it can after a crash. */
  readonly entersTwice?: boolean;
  /** Whether the build begins with the files in its workspace. */
  readonly keepsWorkspace?: boolean;
  /** Milliseconds after which the build is aborted. */
  readonly abortAfter?: number;
  /** Functions of the Jenkinsfile; a stop is delivered once where each of them starts. */
  readonly stopsAt?: readonly string[];
  readonly workspace?: string;
  /** Whether to find the files of the artifacts. */
  readonly keepsFiles?: boolean;
}

/**
 * Compiles and runs Jenkinsfiles one after the other, in the JVM with Groovy 2.4.21 of this process. Close it when done.
 */
export class MiniJenkins {
  readonly #jvm: () => MiniJenkinsJvm;
  readonly #folders: string[] = [];
  #asked = 0;

  constructor(jvm: () => MiniJenkinsJvm = jvmOfProcess) {
    this.#jvm = jvm;
  }

  /** Compiles a Jenkinsfile to classes; returns the error message of Groovy, or null. */
  async compile(jenkinsfile: string): Promise<string | null> {
    return (await this.#ask({ compile: jenkinsfile })).error as string | null;
  }

  /** @throws {Error} with the output of the JVM if it has ended */
  async run(jenkinsfile: string, request: MiniBuildRequest = {}): Promise<MiniBuild> {
    const workspace = request.workspace ?? this.#newWorkspace();
    const answer = await this.#ask({
      parameters: {},
      credentials: {},
      previousBuilds: [],
      ...request,
      // The JVM may have started before a suite put its own programs first.
      environment: { PATH: process.env.PATH, ...request.environment },
      run: jenkinsfile,
      workspace,
    });
    return { ...answer, workspace } as unknown as MiniBuild; // written by mini-jenkins.groovy
  }

  /** Removes the workspaces it has created, and stops what still runs. */
  close(): void {
    if (this.#asked > 0) this.#jvm().kill();
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
  }

  async #ask(request: object): Promise<Record<string, unknown>> {
    this.#asked += 1;
    try {
      return await this.#jvm().ask(request);
    } finally {
      this.#asked -= 1;
    }
  }

  /** Makes a workspace in a separate folder, because those of other agents are next to it. */
  #newWorkspace(): string {
    const folder = mkdtempSync(join(tmpdir(), 'flowgate-workspace-'));
    this.#folders.push(folder);
    const workspace = join(folder, 'workspace');
    mkdirSync(workspace);
    return workspace;
  }
}

interface Waiting {
  readonly resolve: (line: string) => void;
  readonly reject: (error: Error) => void;
}

/** A JVM whose script answers each JSON request with one JSON line; by default mini-jenkins.groovy. */
export class MiniJenkinsJvm {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #waiting: Waiting[] = [];
  #output = '';
  #end: Error | undefined;

  constructor({ command, options } = groovyCommand(script, [classes, '/usr/share/java/ant.jar'])) {
    this.#process = spawn(command, options, { env: { ...process.env, LC_ALL: 'C.UTF-8' } });
    createInterface({ input: this.#process.stdout }).on('line', (line) => this.#answer(line));
    this.#process.stderr.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    this.#process.stdin.on('error', () => undefined); // it has ended
    this.#process.on('error', (error) => this.#fail(error.message));
    this.#process.on('close', (status, signal) => this.#fail(signal ?? `exit status ${status}`));
  }

  /** Whether it cannot answer any more. */
  get hasEnded(): boolean {
    return this.#end !== undefined;
  }

  /** @throws {Error} with its output if it has ended */
  async ask(request: object): Promise<Record<string, unknown>> {
    if (this.#end !== undefined) throw this.#end;
    const line = await new Promise<string>((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#process.stdin.write(`${JSON.stringify(request)}\n`);
    });
    return JSON.parse(line) as Record<string, unknown>;
  }

  kill(): void {
    this.#process.kill('SIGKILL');
  }

  #answer(line: string): void {
    // A JVM that crashes prints why on its standard output.
    if (line.startsWith('{')) this.#waiting.shift()?.resolve(line);
    else this.#output += `${line}\n`;
  }

  #fail(reason: string): void {
    this.#end ??= new Error(`The JVM has ended with ${reason}: ${this.#output}`);
    for (const { reject } of this.#waiting.splice(0)) reject(this.#end);
  }
}

const script = join(import.meta.dirname, 'mini-jenkins.groovy');
const classes = join(import.meta.dirname, 'jenkins-classes');
let jvm: MiniJenkinsJvm | undefined;

/** The JVM of this process, whose suites share it; another one if it has ended. */
function jvmOfProcess(): MiniJenkinsJvm {
  if (jvm === undefined || jvm.hasEnded) {
    const started = new MiniJenkinsJvm();
    atProcessEnd(() => started.kill());
    jvm = started;
  }
  return jvm;
}
