import type { ErrorRequestHandler, Request, Response } from 'express';
import { AppError } from '../../problem/app-error.ts';
import type { FlowService } from '../../services/flows/flow-service.ts';
import { callerOf } from '../identity/require-identity.ts';
import { pathParametersOf } from '../operation.ts';

/** Adds to the rejection of a path whose flow is not there which one was probably meant. */
export function suggestFlow(flows: FlowService): ErrorRequestHandler {
  return async (error: unknown, request, response, _next) => {
    if (!(error instanceof AppError) || error.code !== 'flow-not-found') throw error;
    throw new AppError(
      error.code,
      `${error.message}${await suggestion(error, flows, request, response)}`,
      error.members,
    );
  };
}

async function suggestion(
  { members }: AppError,
  flows: FlowService,
  request: Request,
  response: Response,
): Promise<string> {
  const { namespace, flow_id: id } = pathParametersOf(request);
  // A flow that was deleted is the one that was meant.
  if (namespace === undefined || id === undefined || 'currentRevision' in members) return '';
  try {
    return await flows.suggest({ namespace, id }, callerOf(response));
  } catch {
    return '';
  }
}
