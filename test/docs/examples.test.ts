import { expect, test } from 'vitest';
import { loadLanguage } from '../../src/faces/cli/flows/load-language.ts';
import { fencedBlocks, readPages } from './pages.ts';

const language = await loadLanguage({});

const flows = readPages()
  .filter(({ path }) => !path.startsWith('docs/reference/tasks/') && path !== 'docs/reference/problems.md')
  .flatMap(({ path, text }) => fencedBlocks(text, 'yaml').map((yaml) => ({ path, yaml })))
  .filter(({ yaml }) => yaml.startsWith('id:'))
  .map(({ path, yaml }) => ({ path, yaml, name: yaml.split('\n', 1)[0] }));

test.each(flows)('the flow of $path with $name has no problem', ({ yaml }) => {
  expect(language.check(yaml).problems).toEqual([]);
});

test.each(flows)('the flow of $path with $name becomes a Jenkinsfile', ({ yaml }) => {
  const { flow } = language.check(yaml);
  expect(flow && language.transpile(flow, yaml).jenkinsfile).toContain('pipeline {');
});
