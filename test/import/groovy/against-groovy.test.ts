import { expect, test } from 'vitest';
import { parseGroovy } from '../../../src/import/groovy/parse-groovy.ts';
import { groovyTrees } from './groovy-trees.ts';
import { printGroovy } from './print-groovy.ts';
import { snippets } from './snippets.ts';

test('Groovy reads each snippet as the parser does, with its statements on the same lines', () => {
  const sources = snippets.map(({ source }) => source);
  expect(sources.map((source) => printGroovy(parseGroovy(source), true))).toEqual(groovyTrees(sources));
});
