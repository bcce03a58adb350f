import { describe, expect, it } from 'vitest';
import { librarySource } from '../../../../src/engines/jenkins/jenkinsfile/jenkins-library.ts';
import { asciiJson } from '../../../../src/engines/jenkins/jenkinsfile/readable-parameter.ts';
import { loadTaskRegistry } from '../../../../src/language/task-loader/load-task-registry.ts';
import { ownTaskFolder } from '../../../../src/language/task-loader/task-folder.ts';
import { MiniJenkins } from '../../../support/mini-jenkins.ts';
import { flowText, jenkinsfileOf, transpileText } from '../../../support/transpile-yaml.ts';

const shell = 'type: dev.vendor.plugin.core.shell.Shell';
const plain = flowText(`tasks:\n  - {id: only, ${shell}, commands: [date]}\n`);
const prefixes = { vendor: 'vendor', prefix: 'VENDOR' };

describe('a Jenkinsfile', () => {
  it.each([
    ['secrets', 'inputs:\n  - {id: token, type: SECRET}\n', 'withCredentials'],
    ['files', 'inputs:\n  - {id: data, type: FILE}\n', 'void fetchFile('],
    ['limits', 'timeout: 5m\n', 'int runLimited('],
    ['outputs', 'outputs:\n  - {id: it, type: STRING, value: "x"}\n', 'archiveArtifacts'],
    ['final tasks', `finally:\n  - {id: last, ${shell}, commands: [date]}\n`, 'Exception runFinalTasks('],
    ['types', 'inputs:\n  - {id: day, type: DATE}\n', 'isDate'],
  ])('has code for %s only if the flow needs it', (_, part, name) => {
    expect(jenkinsfileOf(plain)).not.toContain(name);
    expect(jenkinsfileOf(plain + part)).toContain(name);
  });

  it('needs one script step per task', () => {
    const { jenkinsfile } = transpileText(plain, [], { parameters: 'external' });
    expect(jenkinsfile.match(/\bsh\(/g)).toHaveLength(1);
    for (const step of ['writeFile', 'fileExists', 'readFile', 'catchError', 'pipeline {'])
      expect(jenkinsfile).not.toContain(step);
  });
});

describe('with a shared library', () => {
  it('a Jenkinsfile contains only the part of the flow', () => {
    const { jenkinsfile } = transpileText(plain, [], { settings: { ...prefixes, jenkinsLibrary: 'flowgate@1.0' } });
    expect(jenkinsfile).toMatch(/^@Library\('flowgate@1\.0'\) _\n/);
    expect(jenkinsfile).toContain('flowgate.runFlow(flow_1())');
    expect(jenkinsfile).not.toMatch(/^(?:void|Map|String|Object) (?!steps_|task_|flow_)/m);
    expect(jenkinsfile.split('\n').length).toBeLessThan(60);
  });

  it('the library is complete, compiles, and recognizes the Jenkinsfiles that were generated for it', async () => {
    const source = librarySource(await loadTaskRegistry({ folders: [ownTaskFolder()], vendor: 'vendor' }));
    const { jenkinsfile } = transpileText(plain, [], { settings: { ...prefixes, jenkinsLibrary: 'flowgate@1.0' } });
    for (const [, name] of jenkinsfile.matchAll(/flowgate\.(\w+)\(/g))
      expect(source).toMatch(new RegExp(`^\\w+ ${name}\\(`, 'm'));
    const digest = /flowgate\.begin\(this, '(\w+)'\)/.exec(jenkinsfile)?.[1];
    expect(source).toContain(`if (expected != '${digest}')`);
    const jenkins = new MiniJenkins();
    expect(await jenkins.compile(source)).toBeNull();
    jenkins.close();
  });
});

it('values are sent as ASCII', () => {
  const text = 'é\u2028\uffff\u0001"\\🚀';
  const sent = asciiJson({ text });
  expect(sent).toMatch(/^[ -~]*$/);
  expect(JSON.parse(sent)).toEqual({ text });
});
