import { afterAll, expect, test } from 'vitest';
import { CommandLine } from '../faces/cli/command-line.ts';
import { fencedBlocks, readProjectFile } from './pages.ts';

const page = readProjectFile('docs/how-to/import-jenkins-jobs.md');
const line = new CommandLine();
afterAll(() => line.remove());

/** The commands that need nothing but the Jenkinsfile beside them. */
const commands = [...page.matchAll(/^flowgate (import .*)$/gm)]
  .map(([, command = '']) => command.replace(/ > .*/, ''))
  .filter((command) => !/https:|\/var\//.test(command));

test('the page has commands', () => {
  expect(commands.length).toBeGreaterThan(2);
});

test.each(commands)('flowgate %s works', async (command) => {
  line.write('mapping.yaml', fencedBlocks(page, 'yaml')[0] ?? '');
  line.write('Jenkinsfile', "node {\n  stage('Deploy') { companyDeploy to: 'production' }\n}\n");
  const { status, stdout, stderr } = await line.run(command.split(' '));
  expect(status).toBeLessThan(2);
  expect(stdout + stderr).toMatch(/^Jenkinsfile: \d+% of \d+ statements, \d+% of \d+ lines; /m);
});
