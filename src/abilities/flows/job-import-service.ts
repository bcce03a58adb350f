import type { Caller } from '../../access/caller.ts';
import { AppError } from '../../base/problem/app-error.ts';
import type { FlowLanguage } from '../documents/flow-language.ts';
import type { ImportedJob, JobImportRequest } from '../documents/import-job-source.ts';

/** Turns jobs of Jenkins into flows (docs/how-to/import-jenkins-jobs.md). It stores nothing. */
export class JobImportService {
  readonly #language: FlowLanguage;

  constructor({ language }: { readonly language: FlowLanguage }) {
    this.#language = language;
  }

  /** @throws {AppError} invalid-request for a job that has no flow, such as a folder; too-busy */
  async import(request: JobImportRequest, caller: Caller): Promise<ImportedJob> {
    const answer = await this.#language.import(request, caller.key);
    if ('imported' in answer) return answer.imported;
    const message = `The source cannot be imported: ${answer.note}.`;
    throw new AppError('invalid-request', message, { errors: [{ path: '/body/source', message }] });
  }
}
