import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
// @ts-expect-error as above
import { helpSources } from '../scripts/setup/help-build.mjs';
// @ts-expect-error the scripts that set a machine up run before anything is compiled, and have no types
import { sources } from '../scripts/setup/sources.mjs';

const dockerfile = readFileSync('Dockerfile', 'utf8');
const ignored = readFileSync('.dockerignore', 'utf8').split('\n');

function copiedIn(stage: string): string[] {
  const [, text = ''] = new RegExp(`^FROM \\w+ AS ${stage}$([^]*?)(?=^FROM|(?![^]))`, 'm').exec(dockerfile) ?? [];
  return [...text.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '));
}

/** Whether `.dockerignore` excepts the path, or a folder that it is in. */
function isSentToDocker(path: string): boolean {
  const parts = path.split('/');
  return parts.some((_, index) => ignored.includes(`!${parts.slice(0, index + 1).join('/')}`));
}

it('gives the build everything that it is made from', () => {
  expect(copiedIn('build')).toEqual(expect.arrayContaining([...sources, ...helpSources, 'scripts']));
});

it('packs everything that the package contains', () => {
  const { files } = JSON.parse(readFileSync('package.json', 'utf8')) as { files: string[] };
  const copied = copiedIn('build');
  const isCopied = (path: string) => copied.some((folder) => path === folder || path.startsWith(`${folder}/`));
  expect(files.filter((path) => path !== 'dist' && !isCopied(path))).toEqual([]);
});

it('copies nothing into the image but what was built', () => {
  expect(copiedIn('gateway')).toEqual([]);
});

it('finds everything that it copies', () => {
  const copied = ['build', 'packages', 'gateway', 'local', 'flowgate'].flatMap(copiedIn);
  expect(copied.filter((path) => !isSentToDocker(path))).toEqual([]);
});
