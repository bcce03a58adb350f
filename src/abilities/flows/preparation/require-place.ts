import type { CurrentEngine, EnginePlace } from '../../../engines/current-engine.ts';
import { invalidFlow } from '../check/flow-errors.ts';
import type { RunnableFlow } from './flow-preparation.ts';

/**
 * Where a flow runs.
 * @throws {AppError} `flow-invalid` if no controller can run it; controller-draining, store-unavailable
 */
export async function requirePlace(
  engine: CurrentEngine,
  { flow, workerGroups }: Pick<RunnableFlow, 'flow' | 'workerGroups'>,
): Promise<EnginePlace> {
  const place = await engine.place({ namespace: flow.namespace, workerGroups });
  if ('problem' in place) throw invalidFlow([{ ...place.problem, severity: 'error', path: '' }]);
  return place;
}
