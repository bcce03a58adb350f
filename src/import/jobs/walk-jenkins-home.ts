import type { Dirent } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** The `config.xml` of a job, or a Jenkinsfile. */
export interface JobFile {
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
const maxDepth = 32;
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
 * folder; each folder in alphabetical order. Follows no links. The branches of a multibranch project are no jobs of their
 * own. A folder that cannot be read is found as a file whose text cannot be read, and the walk goes on.
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
  for (const entry of entries.filter((each) => each.isDirectory())) {
    const inside = { ...place, path: `${place.path}${entry.name}/`, depth: place.depth + 1 };
    yield* walkJob(inside, `${place.name}${await jobNameOf(inside, entry.name)}`);
  }
}

async function* walkJob(place: Place, name: string): AsyncGenerator<JobFile> {
  const entries = await entriesOf(join(place.root, place.path));
  if (entries instanceof Error) {
    yield unreadable({ ...place, name }, true, entries);
    return;
  }
  if (entries.some(isConfig)) yield fileAt(place, 'config.xml', name, true);
  const hasJobs = entries.some((entry) => entry.name === 'jobs' && entry.isDirectory());
  if (hasJobs && place.depth < maxDepth) yield* walkJobs({ ...place, path: `${place.path}jobs/`, name: `${name}/` });
}

async function* walkJenkinsfiles(place: Place): AsyncGenerator<JobFile> {
  const entries = await entriesOf(join(place.root, place.path));
  if (entries instanceof Error) {
    yield unreadable({ ...place, name: place.path }, false, entries);
    return;
  }
  for (const entry of entries) {
    const path = `${place.path}${entry.name}`;
    const isOwn = entry.name !== 'node_modules' && !entry.name.startsWith('.') && place.depth < maxDepth;
    if (entry.isFile() && isJenkinsfile.test(entry.name)) yield fileAt(place, entry.name, path, false);
    else if (entry.isDirectory() && isOwn)
      yield* walkJenkinsfiles({ ...place, path: `${path}/`, depth: place.depth + 1 });
  }
}

function fileAt({ root, path }: Place, file: string, name: string, isJob: boolean): JobFile {
  const absolute = join(root, path, file);
  const text = async (): Promise<string> => {
    const { size } = await stat(absolute);
    if (size > maxBytes) throw new Error(`the file is larger than the limit of ${maxBytes / 1024 / 1024} MB`);
    return readFile(absolute, 'utf8');
  };
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
  return entry.name === 'config.xml' && entry.isFile();
}

/** Jenkins keeps the name of a job in a file, if no folder can have that name. */
async function jobNameOf({ root, path }: Place, folderName: string): Promise<string> {
  try {
    return (await readFile(join(root, path, 'name-utf-8.txt'), 'utf8')).trim() || folderName;
  } catch {
    return folderName;
  }
}
