import type { Response } from 'express';
import { AppError } from '../../problem/app-error.ts';
import type { AnyRequest } from '../operation.ts';

/** The media type to answer with. @throws {AppError} `not-acceptable` naming what there is */
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
      `Accept is ${JSON.stringify(request.headers.accept?.slice(0, 200))}; there is ${offered.join(', ')}.`,
    );
  return mediaType;
}
