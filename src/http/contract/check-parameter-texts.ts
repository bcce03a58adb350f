import type { RequestHandler } from 'express';
import { error as validatorErrors } from 'express-openapi-validator';
import { isLocalDateTime } from '../../pattern/local-date-time.ts';
import { resolveReference, type Contract, type Operation } from './contract.ts';
import { recognisedOperation } from './recognise-operation.ts';

/** Which texts stand for a value, and what is said about the others. */
interface Notation {
  readonly isRight: (text: string) => boolean;
  readonly fault: string;
}

const plainInteger = /^-?(?:0|[1-9][0-9]*)$/;

/** By the type or the format of a parameter. */
const notations: Readonly<Record<string, Notation>> = {
  integer: { isRight: (text) => plainInteger.test(text), fault: 'must be an integer in decimal digits' },
  'date-time': { isRight: isRealTime, fault: 'must be a time such as 2026-01-02T03:04:05Z that the calendar has' },
};

/**
 * Checks how numbers and times are written in path and query, before the contract's validation reads them: that takes
 * whatever JavaScript makes a number of (`0x10`, `1e2`, ` 1`, `Infinity`), and days that no month has.
 */
export function checkParameterTexts(contract: Contract): RequestHandler {
  const noted = new WeakMap<Operation, readonly NotedParameter[]>();
  return (request, _response, next) => {
    const operation = recognisedOperation(request);
    if (operation === undefined) throw new Error('checkParameterTexts has to come behind recogniseOperation');
    const { schema, pathParams } = operation;
    const parameters = noted.get(schema) ?? notedParameters(schema, contract);
    noted.set(schema, parameters);
    const errors = parameters.flatMap(({ name, place, notation }) => {
      const text: unknown = Object.entries(place === 'query' ? request.query : pathParams).find(([key]) => key === name)?.[1];
      // What is empty or given twice is refused behind here.
      if (typeof text !== 'string' || text === '' || notation.isRight(text)) return [];
      return [{ path: `/${place}/${name}`, message: notation.fault }];
    });
    if (errors.length > 0) throw new validatorErrors.BadRequest({ path: request.path, message: 'parameters', errors });
    next();
  };
}

interface NotedParameter {
  readonly name: string;
  /** As the validator calls it. */
  readonly place: 'query' | 'params';
  readonly notation: Notation;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema?: unknown;
}

function notedParameters({ parameters = [] }: Operation, contract: Contract): readonly NotedParameter[] {
  return parameters.flatMap((parameter) => {
    const { name, in: place, schema = {} } = resolveReference<Parameter>(parameter, contract);
    const { type = '', format = '' } = resolveReference<{ type?: string; format?: string }>(schema, contract);
    const notation = notations[format] ?? notations[type];
    if (notation === undefined || (place !== 'query' && place !== 'path')) return [];
    return [{ name, place: place === 'path' ? 'params' : 'query', notation }];
  });
}

function isRealTime(text: string): boolean {
  return isLocalDateTime(text.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).toUpperCase()) && !Number.isNaN(Date.parse(text));
}
