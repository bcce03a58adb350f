import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { messageOf } from '../../../base/problem/message-of.ts';
import { flowName, type FlowKey } from '../../../language/flow/flow-key.ts';
import { jsonText } from '../terminal-text.ts';
import { UsageError } from '../terminal.ts';

/** The revision of a flow when its file was last pulled or pushed. */
export interface SeenRevision {
  readonly revision: number;
  readonly sha256: string;
}

/** Seen revisions by server URL and `namespace/id`. */
type Seen = Record<string, Record<string, SeenRevision>>;

const fileName = '.flowgate-seen.json';

/**
 * Remembers the revision of each file, in a file next to the flows. A push then replaces no revision that the user has
 * not seen, and a pull no change that the user has not pushed.
 */
export class SeenRevisions {
  readonly #file: string;
  readonly #seen: Seen;
  #isChanged = false;

  private constructor(file: string, seen: Seen) {
    this.#file = file;
    this.#seen = seen;
  }

  /** The seen revisions in this folder. @throws {UsageError} when its file cannot be read */
  static async in(folder: string): Promise<SeenRevisions> {
    const file = join(folder, fileName);
    return new SeenRevisions(file, existsSync(file) ? await readSeen(file) : {});
  }

  /** The seen revisions in the nearest folder above a file; undefined if nothing was pulled there. */
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
    return JSON.parse(await readFile(file, 'utf8')) as Seen; // written by save()
  } catch (error) {
    throw new UsageError(
      `cannot read ${file}: ${messageOf(error)}. Delete it to forget which revisions you have seen.`,
      {
        cause: error,
      },
    );
  }
}
