import type { CurrentEngine, EnginePlace } from '../../engines/current-engine.ts';
import { invalidFlow } from '../flows/flow-errors.ts';
import type { AcceptedFlow } from '../preparation/flow-preparation.ts';

/** Where a flow runs. @throws {AppError} `flow-invalid` if no controller can run it */
export function requirePlace(engine: CurrentEngine, { flow, workerGroups }: AcceptedFlow): EnginePlace {
  const place = engine.place({ namespace: flow.namespace, workerGroups });
  if ('problem' in place) throw invalidFlow([{ ...place.problem, severity: 'error', path: '' }]);
  return place;
}
