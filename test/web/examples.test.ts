import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { flowOf } from '../support/transpile-yaml.ts';

const folder = join(import.meta.dirname, '../../web/examples');

it.each(readdirSync(folder))('the example %s is a flow, with the name and description that are shown', (file) => {
  const source = readFileSync(join(folder, file), 'utf8');
  const name = file.replace('.yaml', '');
  expect(flowOf(source)).toMatchObject({ id: name, namespace: 'examples' });
  expect(source).toMatch(new RegExp(`^id: ${name}$`, 'm'));
  expect(source).toMatch(/^description: ./m);
});
