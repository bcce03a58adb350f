import type { Response } from 'express';
import { AppError } from '../../../base/problem/app-error.ts';
import type { AnyRequest } from '../operation.ts';

/** The media type of the response. @throws {AppError} `not-acceptable`, with the available types */
export function negotiate<MediaType extends string>(
  request: AnyRequest,
  response: Response,
  offered: readonly MediaType[],
): MediaType {
  response.vary('Accept');
  const accepted = request.accepts([...offered]);
  const mediaType = offered.find((offer) => offer === accepted);
  if (mediaType === undefined)
    throw new AppError(
      'not-acceptable',
      `Accept is ${JSON.stringify(request.headers.accept?.slice(0, 200))}; available: ${offered.join(', ')}.`,
    );
  return mediaType;
}
