import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { groovyCommand } from './groovy-command.ts';

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
  /** Milliseconds after which the build is aborted. */
  readonly abortAfter?: number;
  /** Functions of the Jenkinsfile; a stop is delivered once where each of them starts. */
  readonly stopsAt?: readonly string[];
  readonly workspace?: string;
  /** Whether to find the files of the artifacts. */
  readonly keepsFiles?: boolean;
}

/** A JVM with Groovy 2.4.21 that compiles and runs Jenkinsfiles one after the other. Close it when done. */
export class MiniJenkins {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #waiting: ((line: string) => void)[] = [];
  readonly #folders: string[] = [];
  #errors = '';

  constructor() {
    const { command, options } = groovyCommand(join(import.meta.dirname, 'mini-jenkins.groovy'), [
      join(import.meta.dirname, 'jenkins-classes'),
      '/usr/share/java/ant.jar',
    ]);
    this.#process = spawn(command, options, { env: { ...process.env, LC_ALL: 'C.UTF-8' } });
    createInterface({ input: this.#process.stdout }).on('line', (line) => this.#waiting.shift()?.(line));
    this.#process.stderr.on('data', (chunk: Buffer) => (this.#errors += chunk.toString()));
    this.#process.on('exit', () => {
      for (const answer of this.#waiting.splice(0)) answer(JSON.stringify({ error: `The JVM ended: ${this.#errors}` }));
    });
  }

  /** Compiles a Jenkinsfile to classes; returns the error message of Groovy, or null. */
  async compile(jenkinsfile: string): Promise<string | null> {
    return (await this.#ask({ compile: jenkinsfile })).error as string | null;
  }

  async run(jenkinsfile: string, request: MiniBuildRequest = {}): Promise<MiniBuild> {
    const workspace = request.workspace ?? this.#newWorkspace();
    const answer = await this.#ask({
      parameters: {},
      credentials: {},
      previousBuilds: [],
      ...request,
      run: jenkinsfile,
      workspace,
    });
    return { ...answer, workspace } as unknown as MiniBuild; // written by mini-jenkins.groovy
  }

  /** Removes the workspaces it has created. */
  close(): void {
    this.#process.kill('SIGKILL');
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
  }

  /** Makes a workspace in a separate folder, because those of other agents are next to it. */
  #newWorkspace(): string {
    const folder = mkdtempSync(join(tmpdir(), 'flowgate-workspace-'));
    this.#folders.push(folder);
    const workspace = join(folder, 'workspace');
    mkdirSync(workspace);
    return workspace;
  }

  #ask(request: object): Promise<Record<string, unknown>> {
    return new Promise((resolve) => {
      this.#waiting.push((line) => resolve(JSON.parse(line) as Record<string, unknown>));
      this.#process.stdin.write(`${JSON.stringify(request)}\n`);
    });
  }
}
