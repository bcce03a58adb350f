import { existsSync, statSync } from 'node:fs';
import { basename, posix, resolve } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import type { JenkinsJobs } from '../../../engines/jenkins/client/jenkins-jobs.ts';
import { walkJenkinsHome } from '../../../import/jobs/walk-jenkins-home.ts';
import type { FlowKey } from '../../../language/flow/flow-key.ts';
import { posixPath } from '../files/file-names.ts';
import { readFlowFile, type FlowFile } from '../flows/read-flow-file.ts';
import { UsageError, type Terminal } from '../terminal.ts';
import type { Controller } from './controller.ts';
import type { FlowKeys } from './flow-key-for.ts';

/** A job to read: from a file, or from a controller. */
export interface JobSource {
  /** The full name of a job, or the path of a file; reports use it. */
  readonly name: string;
  /** Whether a controller has it. */
  readonly isOnController: boolean;
  /** The Jenkinsfile or the config.xml; undefined if the job has neither. */
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

/** The jobs or Jenkinsfiles in a folder, or the job in a file. @throws {UsageError} */
export async function* jobsAt(word: string, terminal: Terminal): AsyncGenerator<JobSource> {
  const path = resolve(terminal.workingDirectory, word);
  if (!existsSync(path)) throw new UsageError(`cannot read ${word}: the file or folder was not found.`);
  if (!statSync(path).isDirectory()) yield jobFile(word, terminal);
  else
    for await (const found of walkJenkinsHome(path)) {
      const { text } = found;
      if (found.isJob) yield { ...jobSource(found.name), text };
      else yield { ...fileSource(posix.join(posixPath(word), found.path), terminal), text };
    }
}

/** A config.xml in a Jenkins home is that job; any other file is named by its path. */
function jobFile(file: string, terminal: Terminal): JobSource {
  const path = resolve(terminal.workingDirectory, file);
  const job = jobNameOf(posixPath(path));
  const text = async () => (await readFlowFile(file, terminal)).text;
  return { ...(job === undefined ? fileSource(posixPath(file), terminal) : jobSource(job)), text };
}

/** A job of a controller, with all jobs in it if it is a folder; those of the controller itself for an empty name. */
export async function* controllerJobs(name: string, { jobs }: Controller): AsyncGenerator<JobSource> {
  if (name !== '') yield controllerJob(name, jobs);
  const tooDeep: string[] = [];
  for await (const inside of jobs.names(name, (folder) => tooDeep.push(folder))) yield controllerJob(inside, jobs);
  for (const folder of tooDeep)
    yield { ...jobSource(folder), text: () => Promise.reject(new Error('the folder is inside too many others')) };
}

/** @param name the full name, such as `team/app` */
export function controllerJob(name: string, jobs: JenkinsJobs): JobSource {
  return { ...jobSource(name), isOnController: true, text: () => jobs.config(name) };
}

/** The full name of the job whose config.xml has this path: `team/app` for `jobs/team/jobs/app/config.xml`. */
function jobNameOf(path: string): string | undefined {
  const [, folders] = /\/jobs\/((?:[^/]+\/jobs\/)*[^/]+)\/config\.xml$/.exec(path) ?? [];
  return folders?.replaceAll('/jobs/', '/');
}

type NamedSource = Omit<JobSource, 'text'>;

function jobSource(name: string): NamedSource {
  return { name, isOnController: false, keyIn: (keys) => keys.ofJob(name) };
}

function fileSource(name: string, { workingDirectory }: Terminal): NamedSource {
  const path = posixPath(resolve(workingDirectory, name));
  return { name, isOnController: false, keyIn: (keys) => keys.ofFile(path) };
}

function standardInput({ stdin, workingDirectory }: Terminal, read: FlowFile | undefined): JobSource {
  return {
    name: '<stdin>',
    isOnController: false,
    text: async () => read?.text ?? readAll(stdin),
    keyIn: (keys) => keys.ofFile(`${basename(workingDirectory)}/Jenkinsfile`),
  };
}
