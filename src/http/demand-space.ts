import type { RequestHandler } from 'express';
import type { SpaceGuard } from '../files/space-guard.ts';
import { changesSomething, operationOf } from './operation.ts';

/** Rejects changes while there is no room for them, those apart that make room. @param space absent where Flowgate keeps nothing itself */
export function demandSpace(space: SpaceGuard | undefined): RequestHandler {
  return async (request, _response, next) => {
    if (changesSomething(request) && operationOf(request)['x-frees-space'] !== true) await space?.demandSpace();
    next();
  };
}
