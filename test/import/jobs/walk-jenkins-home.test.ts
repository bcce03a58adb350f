import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { walkJenkinsHome } from '../../../src/import/jobs/walk-jenkins-home.ts';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'flowgate-jobs-'));
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

function write(file: string, text = '<project/>'): void {
  mkdirSync(dirname(join(home, file)), { recursive: true });
  writeFileSync(join(home, file), text);
}

/** What a walk finds: names and paths, or why the text of a path cannot be read. */
async function found(folder = home): Promise<readonly string[]> {
  const files: string[] = [];
  for await (const { name, isJob, path, text } of walkJenkinsHome(folder)) {
    const problem = await text().then(
      () => '',
      (error: unknown) => `: ${(error as Error).message.split(',')[0]}`,
    );
    files.push(`${isJob ? 'job' : 'file'} ${name} in ${path}${problem}`);
  }
  return files;
}

describe('a Jenkins home', () => {
  test('has jobs, folders with jobs, and branches that are no jobs', async () => {
    write('config.xml', '<hudson/>');
    write('jobs/app/config.xml');
    write('jobs/app/builds/1/config.xml');
    write('jobs/team/config.xml');
    write('jobs/team/jobs/api/config.xml');
    write('jobs/team/jobs/inner/config.xml');
    write('jobs/team/jobs/inner/jobs/deep/config.xml');
    write('jobs/web/config.xml');
    write('jobs/web/branches/main/config.xml');
    write('jobs/empty/builds/1/log');
    write('jobs/Jenkinsfile');
    expect(await found()).toEqual([
      'job app in jobs/app/config.xml',
      'job team in jobs/team/config.xml',
      'job team/api in jobs/team/jobs/api/config.xml',
      'job team/inner in jobs/team/jobs/inner/config.xml',
      'job team/inner/deep in jobs/team/jobs/inner/jobs/deep/config.xml',
      'job web in jobs/web/config.xml',
    ]);
    const paths = (await found()).map((file) => file.replace(' in jobs/', ' in '));
    expect(await found(join(home, 'jobs'))).toEqual(paths);
    expect(await found(join(home, 'jobs/app'))).toEqual(['job app in config.xml']);
    expect(await found(join(home, 'jobs/team/jobs/inner'))).toEqual(['job deep in jobs/deep/config.xml']);
  });

  test('has names that no folder can have', async () => {
    write('jobs/a.1234/config.xml');
    write('jobs/a.1234/name-utf-8.txt', 'a:b\n');
    expect(await found()).toEqual(['job a:b in jobs/a.1234/config.xml']);
  });

  test('is read without following links', async () => {
    write('jobs/app/config.xml');
    symlinkSync(join(home, 'jobs/app'), join(home, 'jobs/link'));
    mkdirSync(join(home, 'jobs/other'));
    symlinkSync(join(home, 'jobs/app/config.xml'), join(home, 'jobs/other/config.xml'));
    symlinkSync(join(home, 'jobs'), join(home, 'jobs/app/jobs'));
    expect(await found()).toEqual([
      'job app in jobs/app/config.xml',
      'job app/jobs in jobs/app/jobs: it is a link',
      'job link in jobs/link: it is a link',
      'job other in jobs/other/config.xml: it is a link',
    ]);
  });

  test('is read without names that are links, pipes or too long', async () => {
    const secret = join(home, 'secret');
    writeFileSync(secret, 'the secret');
    for (const name of ['link', 'long', 'pipe']) write(`jobs/${name}/config.xml`);
    symlinkSync(secret, join(home, 'jobs/link/name-utf-8.txt'));
    write('jobs/long/name-utf-8.txt', 'x'.repeat(70_000));
    execFileSync('mkfifo', [join(home, 'jobs/pipe/name-utf-8.txt')]);
    expect(await found()).toEqual([
      'job link in jobs/link/name-utf-8.txt: it is a link',
      'job link in jobs/link/config.xml',
      'job long in jobs/long/name-utf-8.txt: the file is larger than the limit of 64 KB',
      'job long in jobs/long/config.xml',
      'job pipe in jobs/pipe/name-utf-8.txt: it is not a regular file',
      'job pipe in jobs/pipe/config.xml',
    ]);
  });

  test('is read down to 32 folders', async () => {
    write(`${'jobs/a/'.repeat(40)}config.xml`);
    write('jobs/a/config.xml');
    expect((await found()).at(-1)).toMatch(/\/jobs in (jobs\/a\/){32}jobs: it is inside more than 32 folders$/);
  });

  test('is walked on behind files that cannot be read', async () => {
    write('jobs/a/config.xml', ' '.repeat(11_000_000));
    write('jobs/b/config.xml');
    write('jobs/c/config.xml');
    const messages: string[] = [];
    for await (const { name, text } of walkJenkinsHome(home)) {
      // It is deleted between the walk and the reading.
      if (name === 'b') rmSync(join(home, 'jobs/b'), { recursive: true });
      messages.push(await text().catch((error: unknown) => (error as Error).message));
    }
    expect(messages).toEqual([
      'the file is larger than the limit of 10 MB',
      expect.stringContaining('ENOENT'),
      '<project/>',
    ]);
  });

  test('is walked on behind a folder that is gone', async () => {
    for (const name of ['a', 'b', 'c']) write(`jobs/${name}/config.xml`);
    const files: string[] = [];
    for await (const { name, path } of walkJenkinsHome(home)) {
      rmSync(join(home, 'jobs/b'), { recursive: true, force: true });
      files.push(`${name} ${path}`);
    }
    expect(files).toEqual(['a jobs/a/config.xml', 'b jobs/b', 'c jobs/c/config.xml']);
  });

  // Root can read every folder.
  test.skipIf(process.getuid?.() === 0)('names folders that cannot be read', async () => {
    write('jobs/a/config.xml');
    write('jobs/a/jobs/b/config.xml');
    chmodSync(join(home, 'jobs/a/jobs'), 0);
    expect(await found()).toEqual(['job a in jobs/a/config.xml', 'job a in jobs/a/jobs: EACCES: permission denied']);
    chmodSync(join(home, 'jobs/a/jobs'), 0o700);
  });
});

describe('a folder of Jenkinsfiles', () => {
  test('is walked with the folders in it', async () => {
    write('Jenkinsfile', 'node { }');
    write('ci/Jenkinsfile.release');
    write('ci/nightly.jenkinsfile');
    write('ci/Weekly.Jenkinsfile');
    write('ci/readme.md');
    write('ci/JenkinsfileHelper.groovy');
    write('jobs/x.groovy');
    write('node_modules/a/Jenkinsfile');
    write('.git/Jenkinsfile');
    symlinkSync(join(home, 'Jenkinsfile'), join(home, 'Jenkinsfile.link'));
    expect(await found()).toEqual([
      'file Jenkinsfile in Jenkinsfile',
      'file Jenkinsfile.link in Jenkinsfile.link: it is a link',
      'file ci/Jenkinsfile.release in ci/Jenkinsfile.release',
      'file ci/Weekly.Jenkinsfile in ci/Weekly.Jenkinsfile',
      'file ci/nightly.jenkinsfile in ci/nightly.jenkinsfile',
    ]);
  });

  test('that does not exist is found as a file that cannot be read', async () => {
    expect(await found(join(home, 'missing'))).toEqual(['file missing in : ENOENT: no such file or directory']);
  });
});
