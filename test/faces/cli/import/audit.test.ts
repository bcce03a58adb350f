import { afterEach, beforeEach, expect, test } from 'vitest';
import { CommandLine } from '../command-line.ts';
import { declarative, folderXml, freestyleXml, multibranchXml, pipelineXml, withLoad } from './jenkins-home.ts';

let line: CommandLine;
beforeEach(() => {
  line = new CommandLine();
  line.write('home/config.xml', '<hudson/>');
  line.write('home/jobs/team/config.xml', folderXml);
  line.write('home/jobs/team/jobs/app/config.xml', pipelineXml(declarative));
  line.write('home/jobs/team/jobs/app/builds/1/config.xml', 'not a job');
  line.write('home/jobs/release/config.xml', pipelineXml(withLoad));
  line.write('home/jobs/tools/config.xml', freestyleXml);
  line.write('home/jobs/web/config.xml', multibranchXml);
  line.write('home/jobs/torn/config.xml', '<flow-definition><definition');
  line.write('home/jobs/old/config.xml', '<maven2-moduleset/>');
});
afterEach(() => line.remove());

test('ranks the jobs of a home, and passes over what cannot be read', async () => {
  const { status, stdout } = await line.run(['import', '--audit', 'home']);
  expect(status).toBe(0);
  const lines = stdout.split('\n');
  expect(lines.findIndex((each) => each.includes('team/app'))).toBeLessThan(
    lines.findIndex((each) => each.includes('release')),
  );
  expect(stdout).toMatch(/^100% team\/app \| pipeline \| by hand: 0 of 3$/m);
  expect(stdout).toMatch(/^ {3}- web \| multibranch \| .*https:\/\/git\.example\.com\/web\.git$/m);
  expect(stdout).toMatch(/^ {3}- old \| unsupported \| .*maven2-moduleset/m);
  expect(stdout).toMatch(/^ {3}- torn \| unreadable \| /m);
  expect(stdout).toMatch(/^ +1 {2}tools$/m);
  expect(stdout).toMatch(/^6 jobs: .*1 folder.*; 1 unreadable$/m);
});

test('gives what is most often by hand, and the shared libraries, as JSON', async () => {
  const { stdout } = await line.run(['import', '--audit', 'home', '--report', 'json', '--report', 'html=audit.html']);
  expect(JSON.parse(stdout)).toMatchObject({
    version: 1,
    broken: 1,
    libraries: [{ name: 'tools', jobs: 1 }],
    obstacles: [
      { construct: 'load', count: 1, jobs: 1 },
      { construct: 'shared library', count: 1, jobs: 1 },
    ],
  });
  expect(line.read('audit.html')).toContain('<td>team/app</td>');
});

test('counts what jobs name differently as one obstacle, and prints the most frequent ones', async () => {
  const steps = Array.from({ length: 25 }, (_, index) => `  customStep${index}()\n  config.put${index}('x')\n`).join(
    '',
  );
  line.write('repos/a/Jenkinsfile', `node {\n${steps}  env.ONE = readJSON('x').a\n  env.TWO = readJSON('x').b\n}\n`);
  line.write('repos/b/Jenkinsfile', "node {\n  def x = new Date()\n  def y = new Date()\n  list.add('x')\n}\n");
  const { stdout } = await line.run(['import', '--audit', 'repos']);
  expect(stdout).toMatch(/^ +26 +2 {2}method call$/m);
  expect(stdout).toMatch(/^ +2 +1 {2}assignment of env$/m);
  expect(stdout).toMatch(/^ +2 +1 {2}variable$/m);
  expect(stdout.match(/customStep/g)).toHaveLength(17);
  expect(stdout).toMatch(/^and 8 more$/m);
});

test('SARIF has the statements of all jobs', async () => {
  const { stdout } = await line.run(['import', '--audit', 'home', '--report', 'sarif']);
  expect(stdout).toContain('"uri": "release"');
});

test('audits a folder of Jenkinsfiles', async () => {
  line.write('repos/a/Jenkinsfile', declarative);
  line.write('repos/b/Jenkinsfile.release', withLoad);
  line.write('repos/b/README.md', 'x');
  const { stdout } = await line.run(['import', '--audit', 'repos']);
  expect(stdout).toMatch(/^100% repos\/a\/Jenkinsfile \| /m);
  expect(stdout).toMatch(/^2 jobs: 2 Jenkinsfile; 0 unreadable$/m);
});

test('a folder without jobs is an error', async () => {
  line.write('empty/README.md', 'x');
  expect(await line.run(['import', '--audit', 'empty'])).toMatchObject({ status: 2 });
});
