import { expect, it } from 'vitest';
import { ownerLinks, ownerOf } from '../../../../src/faces/cli/flows/repository-owner.ts';

it.each([
  ['web@3f2a1c', 'web', '3f2a1c'],
  ['acme/web@3F2A1C', 'acme/web', '3f2a1c'],
])('%s is a repository at a commit', (word, repository, commit) => {
  expect(ownerOf(word)).toEqual({ repository, commit });
});

it.each(['web', 'web@', '@3f2a1c', 'web@main', 'a@b@3f2a1c', 'web@3f2', ''])('%o is not', (word) => {
  expect(() => ownerOf(word)).toThrow(/^--owner is ".*"; it must be/);
});

const github = { GITHUB_SERVER_URL: 'https://git.acme.example', GITHUB_REPOSITORY: 'acme/web' };
const gitlab = { CI_PROJECT_URL: 'https://git.acme.example/acme/web' };

it.each([
  ['nothing', undefined, {}, undefined, undefined],
  ['GitHub, Gitea or Forgejo', undefined, github, 'https://git.acme.example/acme/web', '/commit/3f2a1c'],
  ['GitLab', undefined, gitlab, 'https://git.acme.example/acme/web', '/-/commit/3f2a1c'],
  ['Jenkins, over SSH', undefined, { GIT_URL: 'git@github.com:a/b.git' }, 'https://github.com/a/b', '/commit/3f2a1c'],
  ['a port', undefined, { GIT_URL: 'ssh://git@gitea.local:222/a/b.git' }, 'https://gitea.local/a/b', '/commit/3f2a1c'],
  [
    'a token',
    undefined,
    { GIT_URL: 'https://x:sesame@gitlab.com/a/b.git' },
    'https://gitlab.com/a/b',
    '/-/commit/3f2a1c',
  ],
  [
    'an unknown host',
    undefined,
    { GIT_URL: 'https://git.acme.example/a/b.git' },
    'https://git.acme.example/a/b',
    undefined,
  ],
  ['a file', undefined, { GIT_URL: 'file:///srv/git/web.git' }, undefined, undefined],
  [
    'another repository of the same GitLab',
    'https://git.acme.example/c/d',
    gitlab,
    'https://git.acme.example/c/d',
    '/-/commit/3f2a1c',
  ],
  ['--owner-url', 'https://codeberg.org/a/b/', gitlab, 'https://codeberg.org/a/b', '/commit/3f2a1c'],
])('%s gives the links', (_, given, environment, url, page) => {
  const commitUrl = page && `${url}${page}`;
  expect(ownerLinks('3f2a1c', given, environment)).toEqual({ ...(url && { url }), ...(commitUrl && { commitUrl }) });
});

it.each(['javascript:alert(1)', 'web', ''])('--owner-url %o is rejected', (url) => {
  expect(() => ownerLinks('3f2a1c', url, {})).toThrow('--owner-url must be a URL');
});
