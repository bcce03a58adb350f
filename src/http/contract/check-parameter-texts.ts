import type { RequestHandler } from 'express';
import { error as validatorErrors } from 'express-openapi-validator';
import { isLocalDateTime } from '../../language/patterns/local-date-time.ts';
import { resolveReference, type Contract, type Operation } from './contract.ts';
import { recognisedOperation } from './recognise-operation.ts';

/** How the contract's validation begins to say that a name is unknown, and what is said here too. */
export const unknownInQuery = 'Unknown query parameter';

/** Which texts stand for a value, and what is said about the others. */
interface Notation {
  readonly isRight: (text: string) => boolean;
  readonly problem: string;
}

const plainInteger = /^-?(?:0|[1-9][0-9]*)$/;

/** By the type or the format of a parameter. */
const notations: Readonly<Record<string, Notation>> = {
  integer: { isRight: (text) => plainInteger.test(text), problem: 'must be an integer in decimal digits' },
  'date-time': { isRight: isRealTime, problem: 'must be a time such as 2026-01-02T03:04:05Z that the calendar has' },
};

/**
 * Checks the names in the query, that single values are given once, and how numbers and times are written in path and
 * query, before the contract's validation reads them: that takes `label[]` and `label[a]` for `label`, whatever JavaScript
 * makes a number of (`0x10`, `1e2`, ` 1`, `Infinity`), and days that no month has.
 */
export function checkParameterTexts(contract: Contract): RequestHandler {
  const noted = new WeakMap<Operation, readonly NotedParameter[]>();
  return (request, _response, next) => {
    const operation = recognisedOperation(request);
    if (operation === undefined) throw new Error('checkParameterTexts has to come behind recogniseOperation');
    const { schema, pathParams, names } = operation;
    const parameters = noted.get(schema) ?? notedParameters(schema, contract);
    noted.set(schema, parameters);
    const unknown = Object.keys(request.query).filter((name) => !names.query.includes(name));
    const misnamed = unknown.map((name) => ({ path: `/query/${name}`, message: `${unknownInQuery} '${name}'` }));
    const miswritten = parameters.flatMap((parameter) => {
      const { name, place } = parameter;
      const value: unknown = Object.entries(place === 'query' ? request.query : pathParams).find(
        ([key]) => key === name,
      )?.[1];
      const message = problemOf(value, parameter);
      return message === undefined ? [] : [{ path: `/${place}/${name}`, message }];
    });
    const errors = [...misnamed, ...miswritten];
    if (errors.length > 0) throw new validatorErrors.BadRequest({ path: request.path, message: 'parameters', errors });
    next();
  };
}

interface NotedParameter {
  readonly name: string;
  /** As the validator calls it. */
  readonly place: 'query' | 'params';
  /** Whether it is a list, each value of which is given by itself. */
  readonly isList: boolean;
  readonly notation?: Notation;
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
    if (place !== 'query' && place !== 'path') return [];
    return [
      {
        name,
        place: place === 'path' ? 'params' : 'query',
        isList: type === 'array',
        notation: notations[format] ?? notations[type],
      },
    ];
  });
}

function problemOf(value: unknown, { isList, notation }: NotedParameter): string | undefined {
  if (Array.isArray(value)) return isList ? undefined : 'can be given only once';
  // What is empty is rejected behind here.
  if (typeof value !== 'string' || value === '' || notation === undefined || notation.isRight(value)) return undefined;
  return notation.problem;
}

function isRealTime(text: string): boolean {
  return isLocalDateTime(text.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).toUpperCase()) && !Number.isNaN(Date.parse(text));
}
