import { expect, it } from 'vitest';
import { diagnosticsText } from '../../web/src/pages/system/diagnostics.ts';
import { propertyRows } from '../../web/src/pages/system/property-rows.ts';

it('the properties of a task type are read from its schema', () => {
  const schema = {
    required: ['url', 'id'],
    properties: {
      id: { type: 'string' },
      url: { type: 'string', description: 'A URL.' },
      headers: { type: 'object' },
      method: { enum: ['GET', 'POST'], default: 'GET' },
      expectedStatus: { oneOf: [{ type: 'integer' }, { type: 'array', items: { type: 'integer' } }] },
      cpu: { type: ['number', 'string'] },
      anything: {},
    },
  };
  expect(propertyRows(schema).map(({ name, type }) => [name, type])).toEqual([
    ['url', 'string'],
    ['headers', 'map'],
    ['method', 'GET | POST'],
    ['expectedStatus', 'integer or list of integer'],
    ['cpu', 'number or string'],
    ['anything', 'anything'],
  ]);
  expect(propertyRows(schema)[0]).toMatchObject({ isRequired: true, description: 'A URL.' });
  expect(propertyRows(schema)[2]).toMatchObject({ isRequired: false, fallback: '"GET"' });
  expect(propertyRows({})).toEqual([]);
});

it('diagnostics have only what is listed', () => {
  const time = '2026-01-02T03:04:05.000Z';
  const system = {
    status: 'ready',
    time,
    startedAt: time,
    version: '1.0.0',
    contract: '1.0.0',
    node: '20.0.0',
    checks: [{ name: 'redis', ready: true }],
    clockDifference: 3,
    token: 'secret',
  } as const;
  const text = diagnosticsText(system, 'Browser 1');
  expect(text).not.toContain('secret');
  expect(JSON.parse(text)).toMatchObject({ version: '1.0.0', clockDifferenceMilliseconds: 3, browser: 'Browser 1' });
});
