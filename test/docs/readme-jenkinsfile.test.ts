import { expect, it } from 'vitest';
import { jenkinsfileOf } from '../support/transpile-yaml.ts';
import { fencedBlocks, readProjectFile } from './pages.ts';

const readme = readProjectFile('README.md');

it('the README shows the part of the Jenkinsfile for its flow, and the line counts of both parts', () => {
  const [flow = ''] = fencedBlocks(readme, 'yaml');
  const [own = '', runtime = ''] = jenkinsfileOf(flow).split('\n// The runtime for flows, tasks and scripts;');
  expect(fencedBlocks(readme, 'groovy')[0]).toBe(own);
  const [, ownLines, runtimeLines] =
    /a Jenkinsfile of (\d+) lines, followed by a runtime of about (\d+) lines/.exec(readme) ?? [];
  expect(Number(ownLines)).toBe(lineCount(own));
  expect(Number(runtimeLines)).toBe(Math.round(lineCount(runtime) / 50) * 50);
});

function lineCount(text: string): number {
  return text.trimEnd().split('\n').length;
}
