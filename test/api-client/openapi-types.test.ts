import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { contractTypes } from '../../scripts/contract-types/contract-types.ts';
import { packageRoot } from '../../src/config/package-root.ts';

test('the types are those of openapi.yaml; `npm run docs` writes them', async () => {
  const written = readFileSync(join(packageRoot(), 'src/api-client/openapi-types.ts'), 'utf8');
  const generated = await contractTypes(pathToFileURL(join(packageRoot(), 'openapi.yaml')));
  expect(written === generated, 'run `npm run docs`').toBe(true);
});
