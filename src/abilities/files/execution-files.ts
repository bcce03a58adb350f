import { AppError } from '../../base/problem/app-error.ts';
import { isFileDescription, type FileDescription } from '../../language/inputs/file-description.ts';
import type { InputViolation } from '../../language/inputs/validate-inputs.ts';
import { passedValues } from '../../lifecycle/execution-record.ts';
import { fileSecret } from '../../store/executions/record/secret-names.ts';
import type { RedisExecutionStore } from '../../store/executions/redis/redis-execution-store.ts';
import type { SecretVault } from '../../store/executions/secret-vault.ts';
import type { FileContent, FileContents } from '../../store/files/file-contents.ts';
import type { ReceivedFile } from '../../store/files/upload-room.ts';
import { isSameSecret } from '../../store/secrets/secret-box.ts';
import { keptFilesToken } from './kept-files.ts';

export interface ExecutionFilesDeps {
  readonly contents: FileContents;
  readonly store: Pick<RedisExecutionStore, 'read'>;
  /** Undefined without a key; executions then accept no files. */
  readonly vault?: SecretVault;
  /** The URL at which agents reach Flowgate, without a trailing slash. */
  readonly agentUrl?: string;
  /** Whether files are downloaded from there, rather than read from the disk. */
  readonly needsAgentUrl: boolean;
}

/** The files given to executions, and how their agents download them (docs/reference/files.md). */
export class ExecutionFiles {
  readonly #deps: ExecutionFilesDeps;

  constructor(deps: ExecutionFilesDeps) {
    this.#deps = deps;
  }

  /** @throws {AppError} `public-url-missing` if agents could not download any file */
  requireDownloads(): void {
    if (this.#deps.needsAgentUrl) this.#agentUrl();
  }

  #agentUrl(): string {
    const { agentUrl } = this.#deps;
    if (agentUrl !== undefined) return agentUrl;
    throw new AppError(
      'public-url-missing',
      'Agents could not download the files of an execution. Set FLOWGATE_AGENT_URL, or FLOWGATE_PUBLIC_URL, to the URL at which agents reach Flowgate.',
    );
  }

  /**
   * Keeps the files until the execution has ended.
   * @param files by input id; files received with this request are kept from now on
   * @throws {AppError} `public-url-missing`, `files-unavailable`, `store-unavailable`
   */
  async secure(
    files: ReadonlyMap<string, FileDescription>,
    received: ReadonlyMap<string, ReceivedFile>,
  ): Promise<readonly InputViolation[]> {
    if (files.size > 0) this.requireDownloads();
    const gone: InputViolation[] = [];
    for (const [inputId, { filename, sha256 }] of files) {
      const fresh = received.get(inputId);
      if (fresh !== undefined) await this.#deps.contents.keep(fresh);
      else if (!(await this.#deps.contents.hold(sha256)))
        gone.push({ inputId, message: 'The file has expired; upload it again', providedValue: { filename } });
    }
    return gone;
  }

  /** The URL at which the agent downloads the file while the execution runs. @throws {AppError} `public-url-missing` */
  urlOf(executionId: string, inputId: string, token: string): string {
    return `${this.#agentUrl()}/files/${executionId}/${inputId}/${token}`;
  }

  /** The URL at which the agent downloads the files of earlier segments. @throws {AppError} `public-url-missing` */
  urlOfKept(executionId: string): string {
    const { vault } = this.#deps;
    const url = this.#agentUrl();
    if (vault === undefined) throw new Error('Without a key, nothing runs that could download files');
    return `${url}/kept-files/${executionId}/${keptFilesToken(executionId, vault)}`;
  }

  /** The content of a file, for an engine on this machine. @throws {AppError} `files-unavailable`, `store-unavailable` */
  contentOf(sha256: string): Promise<FileContent | undefined> {
    return this.#deps.contents.open(sha256);
  }

  /**
   * The file behind such a URL.
   * @throws {AppError} `file-not-found` for any mismatch, `files-unavailable`, `store-unavailable`
   */
  async open(executionId: string, inputId: string, token: string): Promise<FileContent & FileDescription> {
    const expected = (await this.#deps.vault?.open(executionId))?.get(fileSecret(inputId));
    const isKnown = expected !== undefined && isSameSecret(token, expected);
    const record = isKnown ? await this.#deps.store.read(executionId) : undefined;
    const file = record && passedValues(record)[inputId];
    const content =
      file !== undefined && isFileDescription(file) ? await this.#deps.contents.open(file.sha256) : undefined;
    if (content === undefined || !isFileDescription(file))
      throw new AppError('file-not-found', 'The file was not found, or its execution has ended.');
    const { filename, sha256 } = file;
    return { ...content, filename, sha256 };
  }
}
