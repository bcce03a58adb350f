import type { ExecutionStore } from '../../execution/record/execution-store.ts';
import { fileSecret } from '../../execution/record/secret-names.ts';
import type { SecretVault } from '../../execution/record/secret-vault.ts';
import type { FileContent, FileContents } from '../../store/files/file-contents.ts';
import { isFileDescription, type FileDescription, type ReceivedFile } from '../../store/files/file-description.ts';
import type { InputViolation } from '../../language/inputs/validate-inputs.ts';
import { AppError } from '../../problem/app-error.ts';
import { isSameSecret } from '../../store/secrets/secret-box.ts';

export interface ExecutionFilesDeps {
  readonly contents: FileContents;
  readonly store: Pick<ExecutionStore, 'read'>;
  /** Absent without a key; no execution has a file then. */
  readonly vault?: SecretVault;
  /** Where workers reach Flowgate, without a slash at its end. */
  readonly publicUrl?: string;
}

/** The files that executions are given, and how their workers get them (docs/reference/files.md). */
export class ExecutionFiles {
  readonly #deps: ExecutionFilesDeps;

  constructor(deps: ExecutionFilesDeps) {
    this.#deps = deps;
  }

  /** @throws {AppError} `public-url-missing` where workers could not fetch any file */
  demandPublicUrl(): string {
    const { publicUrl } = this.#deps;
    if (publicUrl !== undefined) return publicUrl;
    throw new AppError(
      'public-url-missing',
      'Workers could not fetch the files of an execution; FLOWGATE_PUBLIC_URL must say under which URL they reach Flowgate.',
    );
  }

  /**
   * Sees to it that the bytes are there until the execution has ended.
   * @param files by input id; those that were just received are kept from now on
   * @throws {AppError} `public-url-missing`, `files-unavailable`, `store-unavailable`
   */
  async secure(
    files: ReadonlyMap<string, FileDescription>,
    received: ReadonlyMap<string, ReceivedFile>,
  ): Promise<readonly InputViolation[]> {
    if (files.size > 0) this.demandPublicUrl();
    const gone: InputViolation[] = [];
    for (const [inputId, { filename, sha256 }] of files) {
      const fresh = received.get(inputId);
      if (fresh !== undefined) await this.#deps.contents.keep(fresh);
      else if (!(await this.#deps.contents.hold(sha256)))
        gone.push({ inputId, message: 'The file is not kept any more; give it again', providedValue: { filename } });
    }
    return gone;
  }

  /** Where the worker fetches a file for as long as the execution goes on. @throws {AppError} `public-url-missing` */
  urlOf(executionId: string, inputId: string, token: string): string {
    return `${this.demandPublicUrl()}/files/${executionId}/${inputId}/${token}`;
  }

  /** The file behind such a URL. @throws {AppError} `file-not-found` for whatever reason, `files-unavailable`, `store-unavailable` */
  async open(executionId: string, inputId: string, token: string): Promise<FileContent & FileDescription> {
    const expected = (await this.#deps.vault?.open(executionId))?.get(fileSecret(inputId));
    const file =
      expected !== undefined && isSameSecret(token, expected)
        ? (await this.#deps.store.read(executionId))?.inputs[inputId]
        : undefined;
    const content =
      file !== undefined && isFileDescription(file) ? await this.#deps.contents.open(file.sha256) : undefined;
    if (content === undefined || !isFileDescription(file))
      throw new AppError('file-not-found', 'There is no such file, or the execution that it was for has ended.');
    const { filename, sha256 } = file;
    return { ...content, filename, sha256 };
  }
}
