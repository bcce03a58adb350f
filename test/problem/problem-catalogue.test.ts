import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { problemExamples } from '../../scripts/documentation/problem-examples.ts';
import { problemCatalogue } from '../../src/problem/problem-catalogue.ts';

const testFolder = join(import.meta.dirname, '..');

/** The codes that a golden file or a test expects, quoted alone or before a place: `'empty-list /tasks'`. */
function expectedCodes(): ReadonlySet<string> {
  const files = readdirSync(testFolder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(\.test\.ts|problems\.json)$/.test(file),
  );
  const texts = files.map((file) => readFileSync(join(testFolder, file), 'utf8'));
  return new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/["']([a-z]+(?:-[a-z]+)+)(?: \/[^"']*)?["']/g)].map(([, code]) => code ?? ''),
    ),
  );
}

test('a test reaches every code of the catalogue', () => {
  // Another test checks the examples in the documentation.
  const shown = Object.entries(problemExamples).flatMap(([code, example]) => ('yaml' in example ? [code] : []));
  const reached = new Set([...shown, ...expectedCodes()]);
  expect(Object.keys(problemCatalogue).filter((code) => !reached.has(code))).toEqual([]);
});
