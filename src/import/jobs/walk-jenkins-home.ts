import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readRegularFile } from '../../base/config/read-regular-file.ts';
import { messageOf } from '../../base/problem/message-of.ts';

/** The `config.xml` of a job, or a Jenkinsfile. */
interface JobFile {
  /** Of a job, with the folders of Jenkins: `team/app`. Of a Jenkinsfile: its path. */
  readonly name: string;
  /** Whether it is the `config.xml` of a job. */
  readonly isJob: boolean;
  /** Its path below the folder of the walk, with `/`; that of a folder, if the folder cannot be read. */
  readonly path: string;
  /** @throws an error of the file system, or for a file that is too large */
  text(): Promise<string>;
}

const maxBytes = 10 * 1024 * 1024;
const maxNameBytes = 64 * 1024;
const maxDepth = 32;
const configFile = 'config.xml';
const nameFile = 'name-utf-8.txt';
const isLink = new Error('it is a link, which is not followed');
const isTooDeep = new Error(`it is inside more than ${maxDepth} folders`);
const isJenkinsfile = /^jenkinsfile(\..+)?$|\.jenkinsfile$/i;

interface Place {
  /** The folder of the walk. */
  readonly root: string;
  /** The place below it, as a prefix: `jobs/team/`, or empty. */
  readonly path: string;
  /** The folders of Jenkins around it, as a prefix: `team/`. */
  readonly name: string;
  readonly depth: number;
}

/**
 * Finds the jobs in a Jenkins home, in its folder `jobs`, or in the folder of a job, and otherwise the Jenkinsfiles in a
 * folder; each folder in alphabetical order. The branches of a multibranch project are no jobs of their own. Follows no
 * links, and reads only regular files. What is left out for that, is too deep or cannot be read is found as a file whose
 * text cannot be read, and the walk goes on.
 * @param root absolute
 */
export async function* walkJenkinsHome(root: string): AsyncGenerator<JobFile> {
  const place = { root, path: '', name: '', depth: 0 };
  if (await holdsJobs(join(root, 'jobs'))) yield* walkJobs({ ...place, path: 'jobs/' });
  else if (await holdsJobs(root)) yield* walkJobs(place);
  else if (await isJobFolder(root)) yield* walkJob(place, basename(root));
  else yield* walkJenkinsfiles(place);
}

/** A folder that contains the folders of jobs. */
async function* walkJobs(place: Place): AsyncGenerator<JobFile> {
  const entries = await entriesOf(join(place.root, place.path));
  if (entries instanceof Error) {
    yield unreadable(place, true, entries);
    return;
  }
  for (const entry of entries) {
    const inside = { ...place, path: `${place.path}${entry.name}/`, depth: place.depth + 1 };
    if (entry.isSymbolicLink()) yield unreadable({ ...inside, name: `${place.name}${entry.name}` }, true, isLink);
    if (!entry.isDirectory()) continue;
    const { name, error } = jobNameOf(inside, entry.name);
    if (error !== undefined)
      yield unreadable({ ...inside, path: `${inside.path}${nameFile}`, name: `${place.name}${name}` }, true, error);
    yield* walkJob(inside, `${place.name}${name}`);
  }
}

async function* walkJob(place: Place, name: string): AsyncGenerator<JobFile> {
  const entries = await entriesOf(join(place.root, place.path));
  if (entries instanceof Error) {
    yield unreadable({ ...place, name }, true, entries);
    return;
  }
  const config = entries.find((entry) => entry.name === configFile && !entry.isDirectory());
  if (config !== undefined) yield fileAt(place, configFile, name, true);
  const jobs = entries.find((entry) => entry.name === 'jobs');
  const inside = { ...place, path: `${place.path}jobs/`, name: `${name}/jobs` };
  if (jobs?.isSymbolicLink() === true) yield unreadable(inside, true, isLink);
  if (jobs?.isDirectory() !== true) return;
  if (place.depth >= maxDepth) yield unreadable(inside, true, isTooDeep);
  else yield* walkJobs({ ...place, path: `${place.path}jobs/`, name: `${name}/` });
}

async function* walkJenkinsfiles(place: Place): AsyncGenerator<JobFile> {
  const entries = await entriesOf(join(place.root, place.path));
  if (entries instanceof Error) {
    yield unreadable({ ...place, name: place.path }, false, entries);
    return;
  }
  for (const entry of entries) {
    const path = `${place.path}${entry.name}`;
    const isOwn = entry.name !== 'node_modules' && !entry.name.startsWith('.');
    if (!entry.isDirectory()) {
      if (isJenkinsfile.test(entry.name)) yield fileAt(place, entry.name, path, false);
    } else if (isOwn && place.depth >= maxDepth) yield unreadable({ ...place, path, name: path }, false, isTooDeep);
    else if (isOwn) yield* walkJenkinsfiles({ ...place, path: `${path}/`, depth: place.depth + 1 });
  }
}

function fileAt({ root, path }: Place, file: string, name: string, isJob: boolean): JobFile {
  const absolute = join(root, path, file);
  const text = async () => readRegularFile(absolute, { maxBytes }).toString('utf8');
  return { name, isJob, path: `${path}${file}`, text };
}

function unreadable({ root, path, name }: Place, isJob: boolean, error: Error): JobFile {
  const withoutSlash = (text: string): string => text.replace(/\/$/, '');
  return {
    name: withoutSlash(name) || basename(root),
    isJob,
    path: withoutSlash(path),
    text: () => Promise.reject(error),
  };
}

/** In alphabetical order; an error of the file system, if the folder cannot be read. */
async function entriesOf(folder: string): Promise<readonly Dirent[] | Error> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}

/** Whether one of the folders in a folder is a job. */
async function holdsJobs(folder: string): Promise<boolean> {
  const entries = await entriesOf(folder);
  if (entries instanceof Error) return false;
  for (const entry of entries) if (entry.isDirectory() && (await isJobFolder(join(folder, entry.name)))) return true;
  return false;
}

async function isJobFolder(folder: string): Promise<boolean> {
  const entries = await entriesOf(folder);
  return !(entries instanceof Error) && entries.some(isConfig);
}

function isConfig(entry: Dirent): boolean {
  return entry.name === configFile && entry.isFile();
}

/** Jenkins keeps the name of a job in a file, if no folder can have that name; with an error if it must not be read. */
function jobNameOf({ root, path }: Place, folderName: string): { readonly name: string; readonly error?: Error } {
  try {
    const text = readRegularFile(join(root, path, nameFile), { maxBytes: maxNameBytes })
      .toString('utf8')
      .trim();
    return { name: text || folderName };
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return isMissing ? { name: folderName } : { name: folderName, error: new Error(messageOf(error)) };
  }
}
