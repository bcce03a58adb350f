import type { RequestHandler } from 'express';
import { holdsExactNumber, writeJson } from '../../../base/text/exact-json.ts';

/** Writes the numbers of JSON answers with all their digits. */
export const exactAnswers: RequestHandler = (_request, response, next) => {
  const json = response.json.bind(response);
  response.json = (body: unknown) => {
    if (!holdsExactNumber(body)) return json(body);
    if (response.get('Content-Type') === undefined) response.type('json');
    return response.send(writeJson(body));
  };
  next();
};
