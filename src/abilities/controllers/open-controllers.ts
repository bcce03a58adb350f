import type { Ability } from '../parts/ability.ts';
import type { Parts } from '../parts/parts.ts';
import { ControllerService } from './controller-service.ts';

/** How the controllers are that run executions. */
export function openControllers({ ports, controllers, states }: Parts) {
  return { api: { controllers: new ControllerService({ ...ports, controllers, states }) } } satisfies Ability;
}
