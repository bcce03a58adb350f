import type { ExecutionRecord } from '../../../lifecycle/execution-record.ts';
import type { ShownArtifact } from './artifact-names.ts';

interface KnownList {
  readonly askedAt: number;
  /** By the paths that users see. */
  readonly paths: Promise<ReadonlyMap<string, ShownArtifact>>;
}

// A list can have thousands of paths.
const maxLists = 5;
const lifeMilliseconds = 60_000;
// A path that is not in a list may have been added since.
const minAgeMilliseconds = 1_000;

/** Which artifacts executions have: for many downloads, each list is read once. */
export class ArtifactLists {
  readonly #listOf: (record: ExecutionRecord) => Promise<readonly ShownArtifact[]>;
  readonly #lists = new Map<string, KnownList>();

  constructor(listOf: (record: ExecutionRecord) => Promise<readonly ShownArtifact[]>) {
    this.#listOf = listOf;
  }

  /**
   * An artifact by the path that users see; undefined if there is no such artifact.
   * @throws as the list does
   */
  async find(record: ExecutionRecord, path: string): Promise<ShownArtifact | undefined> {
    const known = this.#lists.get(nameOf(record));
    const age = known === undefined ? Infinity : performance.now() - known.askedAt;
    if (known !== undefined && age < lifeMilliseconds) {
      const found = (await known.paths).get(path);
      if (found !== undefined || age < minAgeMilliseconds) return found;
    }
    return (await this.#read(record)).get(path);
  }

  #read(record: ExecutionRecord): Promise<ReadonlyMap<string, ShownArtifact>> {
    const paths = this.#listOf(record).then((list) => new Map(list.map((artifact) => [artifact.path, artifact])));
    const list = { askedAt: performance.now(), paths };
    this.#lists.delete(nameOf(record));
    this.#lists.set(nameOf(record), list);
    paths.catch(() => this.#lists.get(nameOf(record)) === list && this.#lists.delete(nameOf(record)));
    for (const oldest of this.#lists.keys()) {
      if (this.#lists.size <= maxLists) break;
      this.#lists.delete(oldest);
    }
    return paths;
  }
}

/** A list belongs to the builds that an execution has now. */
function nameOf({ id, build, earlierBuilds = [] }: ExecutionRecord): string {
  return `${id} ${build?.number} ${earlierBuilds.length}`;
}
