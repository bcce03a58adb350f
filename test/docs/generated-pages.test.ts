import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generatedPages } from '../../scripts/documentation/generated-pages.ts';
import { wholeFlow } from '../../scripts/documentation/problem-examples.ts';
import { describedProblems } from '../../scripts/documentation/problem-page.ts';
import { loadLanguage } from '../../src/faces/cli/flows/load-language.ts';
import { readProjectFile } from './pages.ts';

const language = await loadLanguage({});
const pages = await generatedPages(language);

test.each([...pages.keys()])('%s is what `npm run docs` writes', (path) => {
  expect(readProjectFile(path)).toBe(pages.get(path));
});

test('docs/reference/tasks has exactly one page per task type', () => {
  const folder = join(import.meta.dirname, '..', '..', 'docs', 'reference', 'tasks');
  const expected = [...pages.keys()].filter((path) => path.startsWith('docs/reference/tasks/'));
  expect(
    readdirSync(folder)
      .map((file) => `docs/reference/tasks/${file}`)
      .toSorted(),
  ).toEqual(expected.toSorted());
});

const problems = describedProblems(language);

test('docs/reference/problems.md describes every code', () => {
  const told = [...readProjectFile('docs/reference/problems.md').matchAll(/^### (.+)$/gm)].map(([, code]) => code);
  expect(told).toEqual(problems.map(({ code }) => code));
});

const examples = problems.flatMap(({ code, example }) => ('yaml' in example ? [{ code, yaml: example.yaml }] : []));

test.each(examples)('the example of $code shows it', ({ code, yaml }) => {
  expect(language.check(wholeFlow(yaml)).problems.map((problem) => problem.code)).toContain(code);
});
