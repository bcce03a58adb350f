import { expect, test } from 'vitest';
import { packagesOf } from '../packages-of.ts';

test('a flow in a file runs without a module for Redis, Jenkins or HTTP', () => {
  const packages = packagesOf([
    'src/faces/cli/run-command-line.ts',
    'src/faces/cli/parser/command-parser.ts',
    'src/faces/cli/local/run-flow-file.ts',
  ]);
  // What the flow language needs; every further package makes each run start later.
  expect(packages).toEqual(['ajv', 'ajv-formats', 'commander', 'lru-cache', 're2js', 'yaml']);
});
