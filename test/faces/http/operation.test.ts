import { expectTypeOf, test } from 'vitest';
import type { OperationHandlers, OperationRequest } from '../../../src/faces/http/operation.ts';

// The compiler is the test: `npm run typecheck` fails where a type differs, and where an expected error does not occur.

test('a request has the types of its operation', () => {
  expectTypeOf<OperationRequest<'restoreRevision'>['params']['revision']>().toEqualTypeOf<number>();
  expectTypeOf<OperationRequest<'getFlow'>['query']['revision']>().toEqualTypeOf<number | undefined>();
  // @ts-expect-error unknown parameter
  expectTypeOf<OperationRequest<'getHealth'>['query']['verbose']>();
  // @ts-expect-error the body can be absent
  expectTypeOf<OperationRequest<'replayExecution'>['body']['inputs']>();
});

test('a response has a body of its operation', () => {
  const handlers: Partial<OperationHandlers> = {
    getHealth: (_request, response) => {
      response.json({ status: 'ok', version: '1' });
      // @ts-expect-error the version is missing
      response.json({ status: 'ok' });
    },
  };
  expectTypeOf(handlers).not.toBeAny();
});

test('there is exactly one handler for every operation', () => {
  const handle = () => undefined;
  // @ts-expect-error all other handlers are missing
  expectTypeOf({ getHealth: handle } satisfies OperationHandlers).not.toBeAny();
  // @ts-expect-error unknown operation
  expectTypeOf({ getWeather: handle } satisfies Partial<OperationHandlers>).not.toBeAny();
});
