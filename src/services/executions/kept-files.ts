import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createTarPacker } from 'modern-tar';
import type { ConfiguredEngines } from '../../engines/configured-engines.ts';
import type { CarriedFile } from '../../execution-plan/segment.ts';
import type { ArtifactContent } from '../../execution/artifacts/artifact.ts';
import type { ExecutionRecord } from '../../execution/record/execution-record.ts';
import { isFinal } from '../../execution/record/execution-state.ts';
import type { ExecutionStore } from '../../execution/record/execution-store.ts';
import type { SecretVault } from '../../execution/record/secret-vault.ts';
import { AppError } from '../../problem/app-error.ts';
import { isSameSecret } from '../../store/secrets/secret-box.ts';

export interface KeptFilesDeps {
  readonly store: Pick<ExecutionStore, 'read' | 'carried'>;
  readonly engines: Pick<ConfiguredEngines, 'of'>;
  readonly vault?: Pick<SecretVault, 'digest'>;
}

/** The token with which the builds of an execution download the files of its earlier segments. */
export function keptFilesToken(executionId: string, vault: Pick<SecretVault, 'digest'>): string {
  return vault.digest(`kept files of ${executionId}`);
}

/** The files that tasks before a segment have kept, for the agent that puts them back. */
export class KeptFiles {
  readonly #deps: KeptFilesDeps;

  constructor(deps: KeptFilesDeps) {
    this.#deps = deps;
  }

  /**
   * The files as a tar archive. The stream fails if one of them cannot be read.
   * @throws {AppError} `file-not-found` for a wrong token, and once the execution has ended; for a first file that is gone,
   * `artifact-not-found`
   */
  async open(executionId: string, token: string, signal: AbortSignal): Promise<Readable> {
    const { store, vault } = this.#deps;
    const isKnown = vault !== undefined && isSameSecret(token, keptFilesToken(executionId, vault));
    const record = isKnown ? await store.read(executionId) : undefined;
    if (record === undefined || isFinal(record.state))
      throw new AppError('file-not-found', 'The files were not found, or their execution has ended.');
    const files = (await store.carried(executionId))?.files ?? [];
    const [first] = files;
    // A file that is gone should fail the request, not the download.
    const opened = first && (await this.#open(record, first, signal));
    const { readable, controller } = createTarPacker();
    const pack = async (): Promise<void> => {
      for (const file of files) {
        const content = file === first && opened !== undefined ? opened : await this.#open(record, file, signal);
        const { size, body } = await sized(content);
        const entry = controller.add({ name: file.path, size, type: 'file', mode: 0o644, mtime: new Date(0) });
        await body.pipeTo(entry as Parameters<ReadableStream['pipeTo']>[0]); // the same type in the library's words
      }
      controller.finalize();
    };
    void pack().catch((error: unknown) => controller.error(error));
    return Readable.fromWeb(readable as ReadableStream); // the same type in the library's words
  }

  async #open(record: ExecutionRecord, file: CarriedFile, signal: AbortSignal): Promise<ArtifactContent> {
    const source = sourceOf(record, file, await this.#deps.store.read(file.execution));
    const isInside = file.path.split('/').every((name) => !['', '.', '..'].includes(name));
    const content = isInside ? await this.#deps.engines.of(source)?.artifact(source, file.path, { signal }) : undefined;
    if (content !== undefined) return content;
    const path = JSON.stringify(file.path);
    throw new AppError('artifact-not-found', `The file ${path} that the task ${file.task} kept no longer exists.`);
  }
}

/** The execution that kept a file, with only the build that has it. Its record may have been deleted. */
function sourceOf(record: ExecutionRecord, file: CarriedFile, keeper: ExecutionRecord | undefined): ExecutionRecord {
  const { restartOf: _, earlierBuilds: __, ...rest } = keeper ?? { ...record, id: file.execution };
  return file.build === undefined ? rest : { ...rest, build: { number: file.build, url: '' } };
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
