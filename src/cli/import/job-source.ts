import { existsSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import type { JenkinsJobs } from '../../engines/jenkins/client/jenkins-jobs.ts';
import type { FlowKey } from '../../language/flow/flow-key.ts';
import { posixPath } from '../files/file-names.ts';
import type { FlowFile } from '../flows/read-flow-file.ts';
import { UsageError, type Terminal } from '../terminal.ts';
import type { Controller } from './controller.ts';
import type { FlowKeys } from './flow-key-for.ts';
import { localJob, localJobs, type LocalJob } from './local-jobs.ts';

/** A job to read: from a file, or from a controller. */
export interface JobSource {
  /** The full name of a job, or the path of a file; reports use it. */
  readonly name: string;
  /** Whether its name is that of a job, whose folders become the namespace. */
  readonly isJob: boolean;
  /** Whether a controller has it. */
  readonly isOnController: boolean;
  /** The Jenkinsfile or the config.xml; undefined if there is none. */
  readonly text: () => Promise<string | undefined>;
  readonly keyIn: (keys: FlowKeys) => FlowKey;
}

/** The jobs that arguments name, in their order. @throws {UsageError} */
export async function* namedJobs(
  words: readonly string[],
  { controller, read }: { readonly controller: Controller; readonly read?: FlowFile | undefined },
  terminal: Terminal,
): AsyncGenerator<JobSource> {
  for (const word of words) {
    const path = resolve(terminal.workingDirectory, word);
    if (word === '-') yield standardInput(terminal, read);
    else if (read !== undefined) yield { ...jobFile(word, terminal), text: async () => read.text };
    else if (existsSync(path)) yield* jobsAt(word, terminal);
    else if (controller.isKnown) yield* controllerJobs(word, controller);
    else throw new UsageError(`cannot read ${word}: the file was not found; a job needs --controller or JENKINS_URL.`);
  }
}

/** The jobs in a folder, or the job in a file. @throws {UsageError} */
export async function* jobsAt(word: string, terminal: Terminal): AsyncGenerator<JobSource> {
  const { workingDirectory } = terminal;
  const path = resolve(workingDirectory, word);
  const name = posixPath(word);
  if (!existsSync(path)) throw new UsageError(`cannot read ${word}: the folder was not found.`);
  if (statSync(path).isDirectory())
    for await (const job of localJobs(path, name)) yield sourceOf(job, workingDirectory);
  else yield jobFile(word, terminal);
}

function jobFile(file: string, { workingDirectory }: Terminal): JobSource {
  const path = resolve(workingDirectory, file);
  const job = jobNameOf(posixPath(path));
  return sourceOf(localJob(job ?? posixPath(file), path, posixPath(file), job !== undefined), workingDirectory);
}

/** A job of a controller, with all jobs in it if it is a folder; those of the controller itself for an empty name. */
export async function* controllerJobs(name: string, { jobs }: Controller): AsyncGenerator<JobSource> {
  if (name !== '') yield controllerJob(name, jobs);
  for await (const inside of jobs.names(name)) yield controllerJob(inside, jobs);
}

/** @param name the full name, such as `team/app` */
export function controllerJob(name: string, jobs: JenkinsJobs): JobSource {
  const keyIn = (keys: FlowKeys) => keys.ofJob(name);
  return { name, isJob: true, isOnController: true, text: () => jobs.config(name), keyIn };
}

/** The full name of the job whose config.xml has this path: `team/app` for `jobs/team/jobs/app/config.xml`. */
function jobNameOf(path: string): string | undefined {
  const [, folders] = /\/jobs\/((?:[^/]+\/jobs\/)*[^/]+)\/config\.xml$/.exec(path) ?? [];
  return folders?.replaceAll('/jobs/', '/');
}

function sourceOf({ name, isJob, file, text }: LocalJob, workingDirectory: string): JobSource {
  const keyIn = (keys: FlowKeys) =>
    isJob ? keys.ofJob(name) : keys.ofFile(posixPath(resolve(workingDirectory, file)));
  return { name, isJob, isOnController: false, text, keyIn };
}

function standardInput({ stdin, workingDirectory }: Terminal, read: FlowFile | undefined): JobSource {
  return {
    name: '<stdin>',
    isJob: false,
    isOnController: false,
    text: async () => read?.text ?? readAll(stdin),
    keyIn: (keys) => keys.ofFile(`${basename(workingDirectory)}/Jenkinsfile`),
  };
}
