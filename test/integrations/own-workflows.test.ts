import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readProjectFile } from '../docs/pages.ts';

const folder = '.github/workflows';
const { engines, version } = JSON.parse(readProjectFile('package.json')) as {
  readonly engines: { readonly node: string };
  readonly version: string;
};

test.each(readdirSync(folder))('GitHub accepts the workflow %s', (name) => {
  const parser = ['--import', 'tsx', join(import.meta.dirname, 'github-errors.ts'), 'workflow', join(folder, name)];
  const { stdout, stderr, status } = spawnSync(process.execPath, parser, { encoding: 'utf8' });
  expect({ stdout, stderr, status }).toEqual({ stdout: '', stderr: '', status: 0 });
});

test('the tests run on every maintained line of Node.js, from the oldest supported one to that of the image', () => {
  const workflow = parse(readProjectFile(`${folder}/test.yml`)) as {
    readonly jobs: {
      readonly debian: { readonly strategy: { readonly matrix: { readonly node: readonly number[] } } };
    };
  };
  const oldest = Number(/^>=(\d+)/.exec(engines.node)?.[1]);
  const ofImage = Number(/^FROM node:(\d+)/m.exec(readProjectFile('Dockerfile'))?.[1]);
  expect(ofImage).toBeGreaterThan(oldest);
  const maintained = Array.from({ length: (ofImage - oldest) / 2 + 1 }, (_, index) => oldest + 2 * index);
  expect(workflow.jobs.debian.strategy.matrix.node).toEqual(maintained);
});

describe('release-notes', () => {
  const notesOf = (tag: string) =>
    spawnSync(process.execPath, ['scripts/release-notes.mjs', tag], { encoding: 'utf8' });

  test('rejects a tag that is not the version', () => {
    const { status, stderr } = notesOf('v9.9.9');
    expect([status, stderr]).toEqual([1, expect.stringContaining(`v${version}`)]);
  });

  test('prints the section of the version once it has a date', () => {
    const isReleased = !readProjectFile('CHANGELOG.md').includes(`## ${version} (unreleased)`);
    const { status, stdout, stderr } = notesOf(`v${version}`);
    expect(status).toBe(isReleased ? 0 : 1);
    expect(isReleased ? stdout : stderr).toContain(isReleased ? '###' : 'unreleased');
  });
});
