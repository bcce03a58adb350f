import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describedProblems } from '../../../scripts/documentation/problem-page.ts';
import { loadLanguage } from '../../../src/faces/cli/flows/load-language.ts';

const testFolder = join(import.meta.dirname, '..', '..');

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

test('a test reaches every code of Flowgate and of its task types', async () => {
  const problems = describedProblems(await loadLanguage({}));
  const expected = expectedCodes();
  // Another test checks the examples in the documentation.
  const missed = problems.filter(({ code, example }) => !('yaml' in example) && !expected.has(code));
  expect(missed).toEqual([]);
});
