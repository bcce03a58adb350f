import type { RequestHandler } from 'express';
import type { SpaceGuard } from '../store/files/space-guard.ts';
import { changesSomething, isCleanUp } from './operation.ts';

/** Rejects changes while storage is full. @param space absent if Flowgate stores nothing on its own disk */
export function requireStorage(space: SpaceGuard | undefined): RequestHandler {
  return async (request, _response, next) => {
    if (changesSomething(request)) await space?.demandSpace(isCleanUp(request) ? 'clean-up' : 'change');
    next();
  };
}
