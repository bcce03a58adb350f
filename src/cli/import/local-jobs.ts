import type { Dirent } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { cannotRead } from '../flows/read-flow-file.ts';

/** The text of a job or a Jenkinsfile on this machine. */
export interface LocalJob {
  /** The full name of the job, such as `team/app`, or the path of the Jenkinsfile below the folder. */
  readonly name: string;
  /** Whether it is the config.xml of a job in a Jenkins home. */
  readonly isJob: boolean;
  /** The path of the file, for messages. */
  readonly file: string;
  /** Reads it. @throws an error of the file system, or for a file that is too large */
  text(): Promise<string>;
}

// A larger file is no Jenkinsfile; the job is reported as broken.
const maxBytes = 16 * 1024 * 1024;
const maxDepth = 32;

/**
 * The jobs of a Jenkins home or of its `jobs` folder, or of the folder of a job; in any other folder, the Jenkinsfiles.
 * Follows no links.
 * @param folder absolute
 * @throws {UsageError} if the folder cannot be read
 */
export async function* localJobs(folder: string, name: string): AsyncGenerator<LocalJob> {
  const entries = await entriesOf(folder).catch((error: unknown) => {
    throw cannotRead(name, error);
  });
  const has = (entry: string) => entries.some((each) => each.name === entry);
  const isJobs = posix.basename(name) === 'jobs';
  if (has('jobs') && (has('config.xml') || has('nodes') || has('plugins') || !entries.some(isJenkinsfile)))
    yield* jobsIn(join(folder, 'jobs'), { file: posix.join(name, 'jobs'), job: '', depth: 0 });
  else if (isJobs) yield* jobsIn(folder, { file: name, job: '', depth: 0 });
  else yield* jenkinsfilesIn(folder, { file: name, job: '', depth: 0 });
}

interface Place {
  /** The path of the folder, for messages. */
  readonly file: string;
  /** The name of the folder among jobs, or below the first folder. */
  readonly job: string;
  readonly depth: number;
}

/** A folder of jobs has a `config.xml` for each, and again `jobs` for those inside. */
async function* jobsIn(folder: string, { file, job, depth }: Place): AsyncGenerator<LocalJob> {
  if (depth > maxDepth) return;
  for (const entry of await entriesOf(folder).catch(() => [])) {
    if (!entry.isDirectory()) continue;
    const path = join(folder, entry.name);
    const inside = { file: posix.join(file, entry.name), job: posix.join(job, entry.name), depth: depth + 1 };
    const config = join(path, 'config.xml');
    if (await isFile(config)) yield localJob(inside.job, config, posix.join(inside.file, 'config.xml'), true);
    yield* jobsIn(join(path, 'jobs'), { ...inside, file: posix.join(inside.file, 'jobs') });
  }
}

async function* jenkinsfilesIn(folder: string, { file, job, depth }: Place): AsyncGenerator<LocalJob> {
  if (depth > maxDepth) return;
  for (const entry of await entriesOf(folder).catch(() => [])) {
    const path = join(folder, entry.name);
    const inside = { file: posix.join(file, entry.name), job: posix.join(job, entry.name), depth: depth + 1 };
    if (entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
      yield* jenkinsfilesIn(path, inside);
    else if (isJenkinsfile(entry)) yield localJob(inside.file, path, inside.file, false);
  }
}

function isJenkinsfile(entry: Dirent): boolean {
  return entry.isFile() && (/^Jenkinsfile(?![A-Za-z])/i.test(entry.name) || /\.jenkinsfile$/i.test(entry.name));
}

export function localJob(name: string, path: string, file: string, isJob: boolean): LocalJob {
  const text = async () => {
    if ((await stat(path)).size > maxBytes) throw new Error(`it is larger than ${maxBytes} bytes`);
    return readFile(path, 'utf8');
  };
  return { name, isJob, file, text };
}

/** In alphabetical order. */
async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
