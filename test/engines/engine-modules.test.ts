import { join } from 'node:path';
import { expect, test } from 'vitest';
import { engineChoices } from '../../src/base/config/allowed-values.ts';
import { packageRoot } from '../../src/base/config/package-root.ts';
import { engineModules } from '../../src/engines/engine-modules.ts';
import { loadContract, resolveReference } from '../../src/faces/http/openapi/contract.ts';

const names = engineChoices.filter((name) => name !== 'none');

test('every engine is listed under its own name', () => {
  expect(Object.entries(engineModules).map(([key, { name }]) => [key, name])).toEqual(
    names.map((name) => [name, name]),
  );
});

test('the contract names every engine', () => {
  const contract = loadContract(join(packageRoot(), 'openapi.yaml'));
  const { properties } = resolveReference<{ properties: { engine: { enum: string[] } } }>(
    { $ref: '#/components/schemas/System' },
    contract,
  );
  expect(properties.engine.enum).toEqual(names);
});
