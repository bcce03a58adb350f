import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { requiredPlugins } from '../../../../src/engines/jenkins/client/read-readiness.ts';

it('the page on Jenkins names every plugin that is required, and no other', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/reference/jenkins.md'), 'utf8');
  const table = /## Plugins\n([^]*?)\n## /.exec(page)?.[1] ?? '';
  const rows = table.split('\n').map((row) => row.split('|')[1] ?? '');
  const named = rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
  expect(named.toSorted()).toEqual(requiredPlugins.toSorted());
});
