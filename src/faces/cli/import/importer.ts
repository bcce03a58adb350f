import { messageOf } from '../../../base/problem/message-of.ts';
import { JenkinsError } from '../../../engines/jenkins/client/jenkins-error.ts';
import { importJob, type ImportResult } from '../../../import/import-job.ts';
import { readFoundJob, readJobWith, type FoundJob } from '../../../import/jobs/found-job.ts';
import type { MappingRules } from '../../../import/mapping/context/job-mapping.ts';
import type { Repository } from '../../../import/pipeline/pipeline.ts';
import type { FlowKey } from '../../../language/flow/flow-key.ts';
import type { Language } from '../flows/load-language.ts';
import { isUserError } from '../terminal.ts';
import type { Controller } from './controller.ts';
import type { FlowKeys } from './flow-key-for.ts';
import type { JobSource } from './job-source.ts';

/** A job that was read, and what became of it. */
export interface ImportedJob {
  readonly found: FoundJob;
  /** Undefined if there is nothing to import. */
  readonly imported?: { readonly key: FlowKey; readonly result: ImportResult };
}

export interface ImporterOptions {
  readonly language: Language;
  readonly rules: MappingRules;
  readonly keys: FlowKeys;
  readonly controller: Controller;
  /** The repository of Jenkinsfiles that are not those of a known job. */
  readonly repository?: Pick<Repository, 'url' | 'branch'> | undefined;
}

/** Imports jobs one by one. */
export class Importer {
  readonly #options: ImporterOptions;

  constructor(options: ImporterOptions) {
    this.#options = options;
  }

  /** Whatever a source contains, one job never ends the work on others: what fails is a broken job. */
  async import(source: JobSource): Promise<ImportedJob> {
    try {
      return await this.#import(source);
    } catch (error) {
      if (isUserError(error) || endsWork(error)) throw error;
      const note = `it cannot be read: ${messageOf(error)}`;
      return { found: { name: source.name, kind: 'unreadable', note, isBroken: true } };
    }
  }

  async #import(source: JobSource): Promise<ImportedJob> {
    const { language, rules, keys, controller, repository } = this.#options;
    const { name } = source;
    const text = await source.text();
    if (text === undefined) return { found: { name, kind: 'unreadable', note: 'it was not found', isBroken: true } };
    const asks = source.isOnController || controller.isAsked;
    const askModel = (script: string) => controller.jobs.pipelineModel(script);
    const found = asks ? await readJobWith(askModel, name, text) : readFoundJob(name, text);
    if (found.pipeline === undefined) return { found };
    const isOfRepository = repository !== undefined && found.kind === 'Jenkinsfile';
    const pipeline = isOfRepository
      ? { ...found.pipeline, repository: { ...repository, start: 0, end: 0 } }
      : found.pipeline;
    const key = source.keyIn(keys);
    const { taskTypes, check } = language;
    const options = { ...key, name, rules, taskTypes, check: (flow: string) => check(flow).problems };
    return { found, imported: { key, result: importJob(pipeline, options) } };
  }
}

/** Whether the controller will not answer for other jobs either. */
function endsWork(error: unknown): boolean {
  return error instanceof JenkinsError && ['unreachable', 'timeout', 'starting', 'unauthorised'].includes(error.kind);
}
