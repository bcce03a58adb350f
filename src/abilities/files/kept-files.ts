import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createTarPacker } from 'modern-tar';
import { AppError } from '../../base/problem/app-error.ts';
import type { ConfiguredEngines } from '../../engines/configured-engines.ts';
import type { CarriedFile } from '../../language/execution-plan/segment.ts';
import type { ExecutionRecord } from '../../lifecycle/execution-record.ts';
import { isFinal } from '../../lifecycle/execution-state.ts';
import type { ArtifactContent } from '../../store/executions/artifacts/artifact.ts';
import type { ExecutionPorts } from '../../store/executions/execution-ports.ts';
import type { SecretVault } from '../../store/executions/secret-vault.ts';
import { isSameSecret } from '../../store/secrets/secret-box.ts';

/** The token with which the builds of an execution download the files of its earlier segments. */
export function keptFilesToken(executionId: string, vault: Pick<SecretVault, 'digest'>): string {
  return vault.digest(`kept files of ${executionId}`);
}

/** The files that tasks before a segment have kept, for the agent that puts them back. */
export class KeptFiles {
  readonly #deps;

  constructor(deps: Pick<ExecutionPorts, 'store' | 'vault'> & { readonly engines: Pick<ConfiguredEngines, 'of'> }) {
    this.#deps = deps;
  }

  /**
   * The files as a tar archive. The stream fails if one of them cannot be read.
   * @throws {AppError} `file-not-found` for a wrong token, and once the execution has ended; for a file that is gone,
   * `artifact-not-found`; `jenkins-unavailable`
   */
  async open(executionId: string, token: string, signal: AbortSignal): Promise<Readable> {
    const { store, vault } = this.#deps;
    const isKnown = vault !== undefined && isSameSecret(token, keptFilesToken(executionId, vault));
    const record = isKnown ? await store.read(executionId) : undefined;
    if (record === undefined || isFinal(record.state))
      throw new AppError('file-not-found', 'The files were not found, or their execution has ended.');
    const files = (await store.carried(executionId))?.files ?? [];
    // A file that is gone should fail the request, not the download.
    await this.#requireAll(record, files);
    const { readable, controller } = createTarPacker();
    const pack = async (): Promise<void> => {
      for (const file of files) {
        const { size, body } = await sized(await this.#open(record, file, signal));
        const entry = controller.add({ name: file.path, size, type: 'file', mode: 0o644, mtime: new Date(0) });
        await body.pipeTo(entry as Parameters<ReadableStream['pipeTo']>[0]); // the same type in the library's words
      }
      controller.finalize();
    };
    void pack().catch((error: unknown) => controller.error(error));
    return Readable.fromWeb(readable as ReadableStream); // the same type in the library's words
  }

  async #requireAll(record: ExecutionRecord, files: readonly CarriedFile[]): Promise<void> {
    const lists = new Map<string, ReadonlySet<string>>();
    for (const file of files) {
      const place = `${file.execution} ${file.build}`;
      let paths = lists.get(place);
      if (paths === undefined) {
        const source = await this.#sourceOf(record, file);
        const list = (await this.#deps.engines.of(source)?.artifacts(source)) ?? [];
        lists.set(place, (paths = new Set(list.map(({ path }) => path))));
      }
      if (!paths.has(file.path)) throw goneFile(file, record);
    }
  }

  async #open(record: ExecutionRecord, file: CarriedFile, signal: AbortSignal): Promise<ArtifactContent> {
    const source = await this.#sourceOf(record, file);
    const isInside = file.path.split('/').every((name) => !['', '.', '..'].includes(name));
    const content = isInside ? await this.#deps.engines.of(source)?.artifact(source, file.path, { signal }) : undefined;
    if (content !== undefined) return content;
    throw goneFile(file, record);
  }

  async #sourceOf(record: ExecutionRecord, file: CarriedFile): Promise<ExecutionRecord> {
    return sourceOf(record, file, await this.#deps.store.read(file.execution));
  }
}

function goneFile({ path, task, execution, build }: CarriedFile, { id }: ExecutionRecord): AppError {
  const of = execution === id ? '' : ` of the execution ${execution}`;
  const gone = build === undefined ? 'no longer exists' : 'is no longer in Jenkins';
  return new AppError(
    'artifact-not-found',
    `The file ${JSON.stringify(path)} of the task ${JSON.stringify(task)}${of} ${gone}.`,
  );
}

/** The execution that kept a file, with only the build that has it. Its record may have been deleted. */
function sourceOf(record: ExecutionRecord, file: CarriedFile, keeper: ExecutionRecord | undefined): ExecutionRecord {
  const { restartOf: _, earlierBuilds: __, ...rest } = keeper ?? { ...record, id: file.execution };
  return file.build === undefined ? rest : ({ ...rest, build: { number: file.build, url: '' } } as ExecutionRecord); // for the files of this build alone
}

/** A body whose size is known, which an archive needs first. */
async function sized({
  stream,
  size,
}: ArtifactContent): Promise<{ readonly size: number; readonly body: ReadableStream }> {
  if (size !== undefined) return { size, body: Readable.toWeb(stream) };
  const pieces: Buffer[] = [];
  for await (const piece of stream as AsyncIterable<Buffer>) pieces.push(piece);
  const whole = Buffer.concat(pieces);
  return { size: whole.length, body: Readable.toWeb(Readable.from([whole])) };
}
