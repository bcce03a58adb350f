import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from './support/redis.ts';

describe('the pre-commit hook', () => {
  let folder: string;
  const hook = () => join(folder, '.git/hooks/pre-commit');

  beforeEach(() => {
    folder = temporaryFolder();
    for (const path of ['scripts', 'package.json', '.oxfmtrc.json', '.oxlintrc.json'])
      cpSync(path, join(folder, path), { recursive: true });
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    mkdirSync(join(folder, 'src'));
    git('init', '--quiet');
    git('config', 'user.name', 'Ada');
    git('config', 'user.email', 'ada@example.org');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('is not turned on by an installation', () => {
    execFileSync('node', ['node_modules/simple-git-hooks/postinstall.js'], {
      cwd: folder,
      env: { ...process.env, INIT_CWD: folder },
    });
    expect(existsSync(hook())).toBe(false);
  });

  test('is turned on by `npm run hooks`, which leaves other hooks alone', () => {
    const other = join(folder, '.git/hooks/commit-msg');
    writeFileSync(other, '#!/bin/sh\n');
    turnOn();
    expect([existsSync(hook()), existsSync(other)]).toEqual([true, true]);
  });

  test.each([
    ['accepts what is formatted and has no lint', 'export const answer = 42;\n', 0, ''],
    ['rejects what is not formatted', 'export const answer=42\n', 1, 'npm run format'],
    ['rejects what the linter rejects', 'export var answer = 42;\n', 1, 'no-var'],
  ])('%s', (_behaviour, text, status, message) => {
    turnOn();
    writeFileSync(join(folder, 'src/answer.ts'), text);
    writeFileSync(join(folder, 'src/unstaged.ts'), 'var wrong=1\n');
    git('add', 'src/answer.ts');
    const committed = commit();
    expect(committed.stdout + committed.stderr).toContain(message);
    expect(committed.status).toBe(status);
  });

  test('accepts a commit that only removes files or changes what is not checked', () => {
    writeFileSync(join(folder, 'src/answer.ts'), 'export const answer=42\n');
    git('add', 'src');
    commit();
    turnOn();
    git('rm', '--quiet', 'src/answer.ts');
    mkdirSync(join(folder, 'test/fixtures'), { recursive: true });
    for (const file of ['notes.md', 'test/fixtures/wrong.ts']) writeFileSync(join(folder, file), 'var wrong=1\n');
    git('add', 'notes.md', 'test');
    expect(commit().status).toBe(0);
  });

  function turnOn(): void {
    execFileSync('npm', ['run', '--silent', 'hooks'], { cwd: folder });
  }

  function commit() {
    return spawnSync('git', ['commit', '--quiet', '-m', 'Change something'], { cwd: folder, encoding: 'utf8' });
  }

  function git(...args: readonly string[]): void {
    execFileSync('git', args, { cwd: folder });
  }
});
