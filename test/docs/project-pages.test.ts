import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readProjectFile } from './pages.ts';

const packageJson = JSON.parse(readProjectFile('package.json')) as {
  readonly version: string;
  readonly scripts: Readonly<Record<string, string>>;
};

describe.each(['CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'])('%s', (path) => {
  const page = readProjectFile(path);

  test('links to existing pages and sections', () => {
    const links = [...page.matchAll(/\]\((?!https:)([^)#]+)(?:#([^)]+))?\)/g)];
    expect(links.filter(([, target = '', section]) => !hasSection(target, section)).map(([link]) => link)).toEqual([]);
  });

  test('mentions existing commands of the project', () => {
    const commands = [...page.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
    expect(commands.filter((name) => !Object.hasOwn(packageJson.scripts, name))).toEqual([]);
  });
});

test('CONTRIBUTING.md mentions existing files', () => {
  const paths = [
    ...readProjectFile('CONTRIBUTING.md').matchAll(/`((?:src|test|tasks|templates|scripts)\/[^`<>* ]+)`/g),
  ];
  expect(paths.length).toBeGreaterThan(8);
  expect(paths.map(([, path = '']) => path).filter((path) => !existsSync(path))).toEqual([]);
});

describe('the version of package.json', () => {
  const { version } = packageJson;

  test('equals the version in the contract and the lock file', () => {
    expect(/^ {2}version: (.+)$/m.exec(readProjectFile('openapi.yaml'))?.[1]).toBe(version);
    expect(JSON.parse(readProjectFile('package-lock.json'))).toMatchObject({ version });
  });

  test('is at the top of the changelog', () => {
    expect(/^## (\S+)/m.exec(readProjectFile('CHANGELOG.md'))?.[1]).toBe(version);
  });

  test('is supported, with a word about its release', () => {
    const page = readProjectFile('SECURITY.md');
    expect(page).toContain(`| ${version.split('.').slice(0, 2).join('.')} | yes |`);
    const isUnreleased = readProjectFile('CHANGELOG.md').includes(`## ${version} (unreleased)`);
    expect(page.includes(`${version} is not released yet`)).toBe(isUnreleased);
  });
});

test.each(['README.md', 'CONTRIBUTING.md', 'docs/tutorial/first-flow.md', 'docs/how-to/install.md'])(
  '%s says that root installs with apt-get before the command that does it',
  (path) => {
    const [before = ''] = readProjectFile(path).split(/^(?:npm (?:start|install)|PORT=.* npm start)$/m);
    expect(before).toMatch(/as root on debian or ubuntu,[^.]*\bapt-get\b/i);
  },
);

function hasSection(target: string, section: string | undefined): boolean {
  if (!existsSync(target)) return false;
  if (section === undefined) return true;
  const headings = [...readProjectFile(target).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  return headings.some((heading) => anchorOf(heading) === section);
}

/** The anchor that GitHub creates. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
}
