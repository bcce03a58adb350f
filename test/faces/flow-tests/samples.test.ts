import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runSuite } from '../../../src/faces/flow-tests/run/run-suite.ts';
import { language } from '../offline-flows/flow-folder.ts';
import { outcomesOf } from './suite-folder.ts';

const folder = join(import.meta.dirname, '../../fixtures/flow-tests');

it.each(readdirSync(folder))('the cases of %s pass', async (file) => {
  const { problems, cases } = await runSuite(join(folder, file), {
    language,
    nameOf: (path) => path,
    roots: [],
    isChosen: () => true,
    seed: 1,
    stop: new AbortController().signal,
  });
  expect(problems).toEqual([]);
  expect(outcomesOf(cases)).toEqual(cases.map(() => 'passed'));
  expect(cases).not.toEqual([]);
});
