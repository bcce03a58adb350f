import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { flowName, type FlowKey } from '../../language/flow/flow-key.ts';
import { messageOf } from '../../problem/message-of.ts';
import { UsageError } from '../command.ts';
import { jsonText } from '../terminal-text.ts';

/** A revision as it was when its file was pulled or pushed last. */
export interface SeenRevision {
  readonly revision: number;
  readonly sha256: string;
}

/** Server URL to `namespace/id` to what was seen there. */
type Seen = Record<string, Record<string, SeenRevision>>;

const fileName = '.flowgate-seen.json';

/**
 * Remembers beside a folder of flows which revision each file has been, so that a push replaces nothing that its author
 * has never seen, and a pull no change that was never pushed.
 */
export class SeenRevisions {
  readonly #file: string;
  readonly #seen: Seen;
  #isChanged = false;

  private constructor(file: string, seen: Seen) {
    this.#file = file;
    this.#seen = seen;
  }

  /** What is remembered in this folder. @throws {UsageError} when it cannot be read */
  static async in(folder: string): Promise<SeenRevisions> {
    const file = join(folder, fileName);
    return new SeenRevisions(file, existsSync(file) ? await readSeen(file) : {});
  }

  /** What is remembered in the nearest folder around a file; undefined when nothing was ever pulled there. */
  static async around(file: string): Promise<SeenRevisions | undefined> {
    let folder = dirname(resolve(file));
    while (!existsSync(join(folder, fileName))) {
      if (folder === dirname(folder)) return undefined;
      folder = dirname(folder);
    }
    return SeenRevisions.in(folder);
  }

  get(server: string, name: FlowKey): SeenRevision | undefined {
    return this.#seen[server]?.[flowName(name)];
  }

  set(server: string, name: FlowKey, revision: number, bytes: Uint8Array): void {
    this.#seen[server] = { ...this.#seen[server], [flowName(name)]: { revision, sha256: digest(bytes) } };
    this.#isChanged = true;
  }

  async save(): Promise<void> {
    if (!this.#isChanged) return;
    await mkdir(dirname(this.#file), { recursive: true });
    await writeFile(this.#file, jsonText(this.#seen));
  }
}

export function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function readSeen(file: string): Promise<Seen> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Seen; // our own file
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${messageOf(error)}. Remove it to forget which revisions were seen.`, {
      cause: error,
    });
  }
}
