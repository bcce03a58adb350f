import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import config from '../vitest.config.ts';
import { longestSuites } from './support/longest-first.ts';
import { replacesModules, startsPrograms } from './support/suites.ts';

const layers = new Map(
  (config.test?.projects ?? []).map((project) => {
    const { name, include } = (project as { test: { name: string; include: string[] } }).test; // as vitest.config.ts writes it
    return [name, include];
  }),
);

describe('the layers of the tests', () => {
  test('are these', () => {
    expect([...layers.keys()]).toEqual(['fast', 'slow', 'isolated', 'jenkins', 'packaging']);
  });

  test('hold every suite of the project once', () => {
    const folders = ['src', 'tasks', 'test', 'bench', 'scripts'];
    const files = folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    );
    const testFiles = files.filter((file) => /\.(test|spec)\.[cm]?[jt]sx?$/.test(file));
    expect([...layers.values()].flat().toSorted()).toEqual(testFiles.toSorted());
  });

  test('start with suites that exist', () => {
    expect(longestSuites.filter((suite) => !layers.get('slow')!.includes(suite))).toEqual([]);
  });

  test('isolate what replaces modules', () => {
    expect(layers.get('isolated')).toContain('test/engines/agreement/last-tasks.test.ts');
    expect(layers.get('fast')!.filter(replacesModules)).toEqual([]);
  });

  test('are run by the commands', () => {
    const script = readFileSync('scripts/test.mjs', 'utf8');
    expect(script).toContain("'fast', 'slow', 'isolated'");
    expect(readFileSync('scripts/test-jenkins.mjs', 'utf8')).toContain("'jenkins'");
    expect(readFileSync('scripts/test-packaging.mjs', 'utf8')).toContain("'packaging'");
  });
});

test.each([
  ['test/architecture.test.ts', false],
  ['test/language/expressions/parse-condition.test.ts', false],
  ['test/golden.test.ts', false],
  ['test/base/masking/secret-forms.test.ts', true], // imports node:child_process itself
  ['test/engines/jenkins/jenkinsfile/runtime.test.ts', true], // through test/support/mini-jenkins.ts
  ['test/main.test.ts', true], // through src
])('what %s imports starts programs: %s', (suite, expected) => {
  expect(startsPrograms(suite)).toBe(expected);
});
