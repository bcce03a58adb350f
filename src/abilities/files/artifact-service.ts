import type { Caller } from '../../access/caller.ts';
import { AppError } from '../../base/problem/app-error.ts';
import type { ConfiguredEngines } from '../../engines/configured-engines.ts';
import type { ExecutionEngine } from '../../engines/engine.ts';
import { engineOf, type ExecutionRecord } from '../../lifecycle/execution-record.ts';
import type { Artifact, ArtifactContent } from '../../store/executions/artifacts/artifact.ts';
import type { OpenArchive } from '../../store/executions/execution-ports.ts';
import type { ArchivedExecution, OmittedArtifact } from '../../store/executions/record/archived-execution.ts';
import { noEngine } from '../records/execution-errors.ts';
import type { ExecutionService } from '../records/execution-service.ts';

// Internal files of Flowgate and its pipelines.
const ownFolder = '.flowgate/';

export function isOwnArtifact(path: string): boolean {
  return path.startsWith(ownFolder);
}

export interface ArtifactListing {
  readonly artifacts: readonly Artifact[];
  /** Those that are not in the archive, with the reason as a clause. */
  readonly omitted?: readonly OmittedArtifact[] | undefined;
}

/** The files that executions keep: on this machine as long as their records, in Jenkins as long as it keeps the builds. */
export class ArtifactService {
  readonly #deps;

  constructor(deps: {
    readonly executions: ExecutionService;
    readonly engines: ConfiguredEngines;
    readonly archive?: Pick<OpenArchive, 'reader'> | undefined;
  }) {
    this.#deps = deps;
  }

  /** Empty until there are some. @throws {AppError} execution-not-found, forbidden, jenkins-unavailable, archive-unavailable, archive-damaged */
  async list(id: string, caller: Caller): Promise<ArtifactListing> {
    const record = await this.#deps.executions.read(id, caller);
    const { artifacts: archived, omitted } = (await this.#archived(record)) ?? {};
    if (archived !== undefined) return { artifacts: archived, omitted };
    const artifacts = (await this.#engineOf(record)?.artifacts(record)) ?? [];
    return { artifacts: artifacts.filter(({ path }) => !isOwnArtifact(path)) };
  }

  /**
   * Opens an artifact from the list.
   * @throws {AppError} execution-not-found, forbidden, artifact-not-found, jenkins-unavailable, archive-unavailable,
   * archive-damaged
   */
  async open(
    id: string,
    path: string,
    { caller, signal }: { readonly caller: Caller; readonly signal: AbortSignal },
  ): Promise<ArtifactContent> {
    const record = await this.#deps.executions.read(id, caller);
    const archived = await this.#archived(record);
    const kept = archived && (await this.#deps.archive?.reader.artifact(archived, path));
    if (kept !== undefined) return kept;
    const engine = this.#engineOf(record);
    const content = isOwnArtifact(path) ? undefined : await engine?.artifact(record, path, { signal });
    if (content !== undefined) return content;
    throw new AppError(
      'artifact-not-found',
      `The artifact ${JSON.stringify(path)} of the execution ${id} was not found, or it was deleted with its build. GET /executions/${id}/artifacts lists the artifacts.`,
    );
  }

  async #archived({ id, archivedAt }: ExecutionRecord): Promise<ArchivedExecution | undefined> {
    return archivedAt === undefined ? undefined : this.#deps.archive?.reader.find(id);
  }

  #engineOf(record: ExecutionRecord): ExecutionEngine | undefined {
    const engine = this.#deps.engines.of(record);
    if (engine === undefined && engineOf(record) !== undefined) throw noEngine();
    return engine;
  }
}
