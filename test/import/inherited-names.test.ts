import { expect, test } from 'vitest';
import { loadLanguage } from '../../src/faces/cli/flows/load-language.ts';
import { importJob } from '../../src/import/import-job.ts';
import { readFoundJob } from '../../src/import/jobs/found-job.ts';

const { taskTypes, check } = await loadLanguage({});

const declarative = (before: string, inStage = '', after = '') =>
  `pipeline { agent any\n${before}\nstages { stage('a') { ${inStage}\nsteps { sh 'x' } } }\n${after} }`;
const project = (name: string, content: string) => `<project><${name}>${content}</${name}></project>`;

/** Jobs with a name where the import looks it up in a table. */
const jobs: Readonly<Record<string, (name: string) => string>> = {
  option: (name) => declarative(`options { ${name}() }`),
  trigger: (name) => declarative(`triggers { ${name}('x') }`),
  parameter: (name) => declarative(`parameters { ${name}(name: 'x') }`),
  'condition of when': (name) => declarative('', `when { ${name}() }`),
  'condition of post': (name) => declarative('', '', `post { ${name} { sh 'x' } }`),
  'unit of a duration': (name) => declarative(`options { timeout(time: 1, unit: '${name}') }`),
  'unit of a step': (name) => `node { timeout(time: 1, unit: '${name}') { sh 'x' } }`,
  axis: (name) =>
    `pipeline { agent any\nstages { stage('a') { matrix { axes { axis { name 'A'\nvalues 'a', 'b' } }
      excludes { exclude { axis { name '${name}'\nnotValues 'a' } } }\nstages { stage('b') { steps { sh 'x' } } } } } } }`,
  step: (name) => `node { ${name}('x') { sh 'x' } }`,
  'older step': (name) => `node { step([$class: '${name}']) }`,
  method: (name) => `node { if (params.x.${name}('y')) { sh 'x' } }`,
  binding: (name) => `node { withCredentials([${name}(credentialsId: 'x')]) { sh 'x' } }`,
  'class of a binding': (name) => `node { withCredentials([[$class: '${name}', credentialsId: 'x']]) { sh 'x' } }`,
  property: (name) => `properties([[$class: '${name}']])\nnode { sh 'x' }`,
  schedule: (name) => `properties([pipelineTriggers([cron('${name}')])])\nnode { sh 'x' }`,
  'property of a build': (name) => `node { currentBuild.${name} = 'x' }`,
  builder: (name) => project('builders', `<${name}><command>x</command></${name}>`),
  publisher: (name) => project('publishers', `<${name}/>`),
  wrapper: (name) => project('buildWrappers', `<${name}/>`),
  'property in XML': (name) => project('properties', `<${name}/>`),
  'trigger in XML': (name) => project('triggers', `<${name}/>`),
  'element in XML': (name) => project(name, 'x'),
  'binding in XML': (name) =>
    project('buildWrappers', `<a.SecretBuildWrapper><bindings><${name}/></bindings></a.SecretBuildWrapper>`),
  'result in XML': (name) =>
    project(
      'publishers',
      `<a.BuildTrigger><childProjects>b</childProjects><threshold><name>${name}</name></threshold></a.BuildTrigger>`,
    ),
};

const names = ['toString', 'constructor', 'valueOf', 'hasOwnProperty', '__proto__'];

test.each(Object.entries(jobs))('a %s with the name of what every object inherits is like any other', (_, job) => {
  for (const name of names) {
    const { pipeline } = readFoundJob('Jenkinsfile', job(name));
    if (pipeline === undefined) throw new Error('This is no job');
    const options = { id: 'job', namespace: 'tests', name: 'Jenkinsfile', rules: {}, taskTypes };
    const { flow, findings, warnings } = importJob(pipeline, { ...options, check: (yaml) => check(yaml).problems });
    expect(warnings.filter(({ severity }) => severity === 'error')).toEqual([]);
    const said = findings.map(({ construct, message = '' }) => `${construct}: ${message}`).join('\n');
    expect(`${flow}\n${said}`).not.toMatch(/native code|\[object /);
  }
});
