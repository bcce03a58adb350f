import type { Caller } from '../../access/caller.ts';
import { AppError } from '../../base/problem/app-error.ts';
import type { ConfiguredEngines } from '../../engines/configured-engines.ts';
import type { PushResult } from '../../engines/engine.ts';
import type { FlowKey } from '../../language/flow/flow-key.ts';
import type { FlowService } from '../flows/flow-service.ts';
import type { FlowPreparation } from '../flows/preparation/flow-preparation.ts';
import { requirePlace } from '../flows/preparation/require-place.ts';
import { noEngine } from '../records/execution-errors.ts';

/** Pushes flows to their engine before the first run (docs/reference/jenkins.md). */
export class PushService {
  readonly #deps;

  constructor(deps: {
    readonly flows: FlowService;
    readonly flowPreparation: FlowPreparation;
    readonly engines: Pick<ConfiguredEngines, 'current'>;
  }) {
    this.#deps = deps;
  }

  /**
   * Creates or updates the engine's copy of a flow, such as a job, without running it.
   * @param revision the latest one by default
   * @throws {AppError} as FlowService.read; forbidden, jenkins-not-configured, jenkins-unavailable, flow-invalid
   */
  async push(key: FlowKey, caller: Caller, revision?: number): Promise<PushResult & { readonly revision: number }> {
    const { flows, flowPreparation, engines } = this.#deps;
    const { current } = engines;
    if (current === undefined) throw noEngine();
    const [{ name, push }] = current.instances;
    if (push === undefined) throw nothingToPush(name);
    const { source, entry } = await flows.stored(key, revision);
    const prepared = await flowPreparation.prepare(source, { revision: entry.revision, caller });
    const { engine } = await requirePlace(current, prepared);
    if (engine.push === undefined) throw nothingToPush(engine.name);
    return { ...(await engine.push(prepared)), revision: entry.revision };
  }
}

/** Of an engine that runs flows, but has no copies of them. */
function nothingToPush(engine: string): AppError {
  return new AppError(
    'jenkins-not-configured',
    `There is no job to push: this gateway runs flows on the engine ${engine}, which has no jobs. Set FLOWGATE_ENGINE=jenkins, JENKINS_URL, JENKINS_USER and JENKINS_TOKEN to run them on Jenkins.`,
  );
}
