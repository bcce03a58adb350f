import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { shortened } from '../../../base/problem/describe-value.ts';
import { messageOf } from '../../../base/problem/message-of.ts';
import { maxShownText } from '../../../language/execution-plan/run-limits.ts';
import { removeTree } from '../../../store/executions/artifacts/remove-tree.ts';
import type {
  FetchEnd,
  FetchRequest,
  InputFile,
  KeepRequest,
  Script,
  ScriptEnd,
  ScriptRunner,
  WorkPlace,
} from '../interpreter/run-ports.ts';
import { RunFailure } from '../interpreter/stop-control.ts';
import { fetchText, taskFiles, taskText } from './agent-script.ts';
import { scriptFolder } from './execution-mark.ts';
import { copyContent, isThere, type OpenFile } from './input-files.ts';
import type { OutputFiles } from './output-files.ts';
import { readReturned } from './read-returned.ts';
import { ScriptPrograms, type ScriptProgram, type ScriptProgramsOptions } from './script-programs.ts';
import { failureOf, type ShellEnd } from './shell-process.ts';
import type { Workspaces } from './workspaces.ts';

export interface ShellRunnerOptions extends ScriptProgramsOptions {
  readonly workspaces: Workspaces;
  readonly outputFiles: OutputFiles;
  readonly openFile: OpenFile;
  readonly onKept?: ((path: string, files: readonly string[]) => void) | undefined;
  /** Resolves once something new may start. */
  readonly ready?: (() => Promise<void>) | undefined;
}

/** Thrown once an execution is killed: no more tasks of its flow run. */
export class RunKilled extends Error {}

/** Runs scripts on this machine, in `/bin/sh`, with the programs that Jenkins agents also run. */
export class ShellRunner implements ScriptRunner {
  readonly #options: ShellRunnerOptions;
  readonly #groups = new Set<string>();
  readonly #programs: ScriptPrograms;
  readonly #killed = new AbortController();
  /** Whether the files of earlier tasks are in the workspace. */
  #hasFiles = false;

  constructor(options: ShellRunnerOptions) {
    this.#options = options;
    this.#programs = new ScriptPrograms(options);
  }

  /** Whether any script has started. */
  get hasRun(): boolean {
    return this.#programs.hasRun;
  }

  /** @throws {RunKilled} */
  requireOpen(): void {
    if (this.#killed.signal.aborted) throw new RunKilled('killed');
  }

  /** @throws {RunKilled} */
  async #requireReady(): Promise<void> {
    this.requireOpen();
    await this.#options.ready?.();
    this.requireOpen();
  }

  /** Ends the running processes; the flow then ends without starting another. */
  kill(): void {
    this.#killed.abort();
    this.#programs.kill();
  }

  async prepare(place: WorkPlace): Promise<void> {
    await this.#requireReady();
    const { workspaces, log } = this.#options;
    const { workerGroup } = place;
    try {
      await workspaces.prepare(place);
    } catch (error) {
      throw new RunFailure(`The workspace could not be prepared: ${messageOf(error)}`);
    }
    if (isOwn(place) && !this.#hasFiles) {
      this.#hasFiles = true;
      await this.#options.outputFiles.putBack(this.workspace(place), this.#killed.signal);
    }
    if (workerGroup === undefined || this.#groups.has(workerGroup)) return;
    this.#groups.add(workerGroup);
    await log.write(`Flowgate: the tasks of worker group ${workerGroup} run on this machine\n`, undefined);
  }

  remove(place: WorkPlace): Promise<void> {
    return this.#options.workspaces.remove(place);
  }

  workspace(place: WorkPlace): string {
    return this.#options.workspaces.path(place);
  }

  async fetch({ files, ...request }: FetchRequest, stop: AbortSignal): Promise<FetchEnd> {
    await this.#requireReady();
    const workspace = this.workspace(request.place);
    for (const file of files) {
      if (await isThere(join(workspace, file.path))) continue;
      const isFetched = await this.#fetchFile(file, request, stop);
      if (stop.aborted) return { kind: 'stopped' };
      if (!isFetched) return { kind: 'failed', input: file.input };
    }
    return { kind: 'fetched' };
  }

  async #fetchFile(file: InputFile, request: Omit<FetchRequest, 'files'>, stop: AbortSignal): Promise<boolean> {
    const { log, openFile } = this.#options;
    const { path, place, limit } = request;
    const { source } = file;
    if (source.kind === 'url') {
      const end = await this.#run({ ...request, text: fetchText(file.path, source, limit) }, stop);
      return end.kind === 'ended' && end.status === success;
    }
    try {
      await copyContent(join(this.workspace(place), file.path), source, { openFile, stop });
      return true;
    } catch (error) {
      if (!stop.aborted) await log.write(`Flowgate: ${file.filename} could not be copied: ${messageOf(error)}\n`, path);
      return false;
    }
  }

  async attempt(script: Script, stop: AbortSignal): Promise<ScriptEnd> {
    const { path, place, limit, number, isConcurrent } = script;
    await this.#requireReady();
    const folder = scriptFolder(this.#options.mark, number);
    const own = join(this.workspace(place), folder);
    try {
      mkdirSync(dirname(own), { recursive: true, mode: 0o755 });
      // An earlier task may have put something there, such as a pipe, which would block this process.
      rmSync(own, { recursive: true, force: true });
      mkdirSync(own, { mode: 0o700 });
      for (const [name, text] of taskFiles(script.action)) writeFileSync(join(own, name), text, { flag: 'wx' });
    } catch (error) {
      return failureOf(error);
    }
    const end = await this.#run(
      { text: taskText({ ...script, folder }), path, place, limit, isConcurrent, own: folder },
      stop,
    );
    // It may contain values of secrets.
    await removeTree(own).catch(() => undefined);
    if (stop.aborted) return { kind: 'stopped' };
    if (end.kind === 'failed') return end;
    if (end.kind === 'hung' || (end.status === timedOut && (await isThere(`${own}.timed-out`))))
      return { kind: 'timed-out' };
    const status = end.status === success ? 0 : end.status === 0 ? success : end.status;
    if (status !== 0 || !script.returnsOutputs) return { kind: 'ended', status };
    return { kind: 'ended', status, returned: await readReturned(`${own}.outputs`) };
  }

  async keep({ path, place, patterns }: KeepRequest, stop: AbortSignal): Promise<void> {
    await this.#requireReady();
    const ending = AbortSignal.any([stop, this.#killed.signal]);
    for (const pattern of patterns) {
      const { outputFiles, log, onKept } = this.#options;
      const { count, paths, unnamed } = await outputFiles.keep(this.workspace(place), pattern, ending);
      if (isOwn(place) && paths.length > 0) onKept?.(path, paths);
      if (ending.aborted) continue;
      if (unnamed.length > 0) await log.write(`Flowgate: ${leftOut(unnamed)}\n`, path);
      else if (count === 0) await log.write(`Flowgate: no file matches the pattern ${pattern}\n`, path);
    }
    this.requireOpen();
  }

  #run(
    { place, ...program }: Omit<ScriptProgram, 'workspace'> & { readonly place: WorkPlace },
    stop: AbortSignal,
  ): Promise<ShellEnd> {
    this.requireOpen();
    return this.#programs.run({ ...program, workspace: this.workspace(place) }, stop, () => this.requireOpen());
  }

  /** Ends the watch over the scripts; they must have ended. */
  close(): void {
    this.#programs.close();
  }
}

/** Whether it is the workspace of the flow itself. */
function isOwn({ workerGroup, number = 1, folder }: WorkPlace): boolean {
  return workerGroup === undefined && number === 1 && folder === undefined;
}

// See `templates/agent/run-task.sh`.
const success = 200;
const timedOut = 124;

const maxShownPaths = 5;

function leftOut(paths: readonly string[]): string {
  const shown = paths.slice(0, maxShownPaths).map((path) => shortened(path, maxShownText));
  const rest = paths.length > shown.length ? ` and ${paths.length - shown.length} more` : '';
  return `left out of the output files, because their names are not UTF-8: ${shown.join(', ')}${rest}`;
}
