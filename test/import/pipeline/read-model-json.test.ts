import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { printExpression, printStatements } from '../../../src/import/pipeline/print-tree.ts';
import { readModelJson } from '../../../src/import/pipeline/read-model-json.ts';
import { readPipeline } from '../../../src/import/pipeline/read-pipeline.ts';
import { printPipeline } from './print-pipeline.ts';

const models = `${import.meta.dirname}/models`;

/** A Jenkinsfile, and what Jenkins 2.504.3 answered to `POST /pipeline-model-converter/toJson`. */
function recorded(name: string): { readonly text: string; readonly answer: unknown } {
  return {
    text: readFileSync(`${models}/${name}.jenkinsfile`, 'utf8'),
    answer: JSON.parse(readFileSync(`${models}/${name}.json`, 'utf8')),
  };
}

function answerOf(pipeline: unknown): unknown {
  return { status: 'ok', data: { result: 'success', json: { pipeline } } };
}

const literal = (value: unknown) => ({ isLiteral: true, value });

describe('the answer of a controller', () => {
  test.each(['release', 'matrix', 'values'])('gives the same pipeline as the parser: %s', (name) => {
    const { text, answer } = recorded(name);
    const read = readPipeline(text);
    expect(printPipeline(readModelJson(text, answer))).toBe(printPipeline(read));
    // The same places too: the parts of the parser are used where both agree.
    expect(readModelJson(text, answer)).toEqual(read);
  });

  test('decides where the parser reads something else', () => {
    const { text, answer } = recorded('values');
    const other = JSON.parse(JSON.stringify(answer).replaceAll('stop', 'halt').replaceAll('a.txt', 'b.txt')) as unknown;
    const [stage] = readModelJson(text, other).stages;
    if (stage?.content.kind !== 'steps') throw new Error('no steps');
    const steps = stage.content.steps.slice(-2);
    expect(printStatements(steps)).toBe(`stash(name: 'a', includes: 'b.txt')\nerror(message: 'halt')`);
    expect(steps.map(({ start, end }) => text.slice(start, end))).toEqual([
      `stash name: 'a', includes: 'a.txt'`,
      `error('stop')`,
    ]);
  });

  test('gives the structure of what the parser cannot read, at the place around it', () => {
    const text = `pipeline {\n  agent any\n  stages {\n    stage('A') {\n      steps { sh 'a' ) }\n    }\n  }\n}`;
    const model = {
      agent: { type: 'any' },
      stages: [
        {
          name: 'A',
          branches: [
            {
              name: 'default',
              steps: [
                { name: 'sh', arguments: [{ key: 'script', value: literal('a') }] },
                {
                  name: 'retry',
                  arguments: literal(2),
                  children: [{ name: 'echo', arguments: { isLiteral: false, value: '"${x} y"' } }],
                },
                { name: 'script', arguments: [{ key: 'scriptBlock', value: literal('def a = 1\nfoo(a)') }] },
              ],
            },
          ],
        },
        { name: 'B', branches: [{ name: 'default', steps: [{ name: 'deleteDir', arguments: [] }] }] },
      ],
    };
    const pipeline = readModelJson(text, answerOf(model));
    expect(printPipeline(pipeline)).toContain(`retry(2, { echo("\${x} y") })`);
    expect(printPipeline(pipeline)).toContain('script({ def a = 1\n  foo(a) })');
    const [one, two] = pipeline.stages;
    if (one?.content.kind !== 'steps') throw new Error('no steps');
    const [, retry] = one.content.steps;
    expect([retry!.start, retry!.end]).toEqual([one.start, one.end]);
    expect(two).toMatchObject({ start: 0, end: text.length });
  });

  test('is read without the file: every section', () => {
    const model = {
      agent: { type: 'docker', arguments: [{ key: 'image', value: literal('node') }] },
      environment: [{ key: 'A', value: { name: 'credentials', arguments: [literal('id')] } }],
      tools: [{ key: 'maven', value: literal('M3') }],
      options: { options: [{ name: 'retry', arguments: [literal(2)] }] },
      parameters: { parameters: [{ name: 'string', arguments: [{ key: 'name', value: literal('X') }] }] },
      triggers: { triggers: [{ name: 'cron', arguments: [literal('@daily')] }] },
      libraries: { libraries: [literal('tools@1')] },
      post: { conditions: [{ condition: 'always', branch: { name: 'default', steps: [] } }] },
      stages: [
        {
          name: 'A',
          agent: { type: 'label', argument: literal('x') },
          when: { beforeAgent: true, conditions: [{ name: 'branch', arguments: literal('main') }] },
          input: {
            message: literal('Go?'),
            parameters: { parameters: [{ name: 'text', arguments: [{ key: 'name', value: literal('T') }] }] },
          },
          failFast: true,
          matrix: {
            axes: [{ name: 'OS', values: [literal('a'), literal('b')] }],
            excludes: [[{ name: 'OS', values: [literal('a')], inverse: true }]],
            stages: [
              {
                name: 'B',
                branches: [
                  { name: 'one', steps: [{ name: 'echo', arguments: literal('1') }] },
                  { name: 'two', steps: [] },
                ],
              },
            ],
          },
        },
      ],
    };
    expect(printPipeline(readModelJson('pipeline { }', answerOf(model))).split('\n')).toEqual([
      `library 'tools@1'`,
      `agent({ docker({ image('node') }) })`,
      `tool maven('M3')`,
      `A = credentials('id')`,
      'option retry(2)',
      'post always:',
      '',
      `parameter string(name: 'X')`,
      `trigger cron('@daily')`,
      `stage 'A'`,
      `  agent({ label('x') })`,
      '  when beforeAgent(true)',
      `  when branch('main')`,
      `  input({ message('Go?')`,
      `  parameters({ text(name: 'T') }) })`,
      '  failFast(true)',
      '  matrix',
      '  axis OS: a, b',
      '  exclude OS not a',
      `  stage 'B'`,
      '    steps',
      `    parallel(one: { echo('1') }, two: {  })`,
    ]);
  });

  test('keeps what the model lacks: what stands beside the block, and what is lifted from there', () => {
    const text = `@Library('a') _\nproperties([disableResume(), parameters([string(name: 'X')])])\ndef x = 1\npipeline {\n agent none\n options { retry(2) }\n}`;
    const model = {
      agent: { type: 'none' },
      options: { options: [{ name: 'retry', arguments: [literal(2)] }] },
      stages: [],
    };
    expect(readModelJson(text, answerOf(model))).toEqual(readPipeline(text));
  });

  test('adds its complaints to a file that it rejects', () => {
    const text = `pipeline {\n  agent foo\n}`;
    const errors = [
      { error: ['Invalid agent type "foo" specified. @ line 2, column 9.', 'Missing required section "stages"'] },
      {},
    ];
    const { file, agent } = readModelJson(text, { status: 'ok', data: { result: 'failure', errors } });
    expect(printExpression(agent!)).toBe('agent(foo)');
    expect(file.problems).toEqual([
      { message: 'The controller says: Invalid agent type "foo" specified.', start: 19, end: 19 },
      { message: 'The controller says: Missing required section "stages"', start: 0, end: 0 },
    ]);
  });

  test.each([undefined, null, 'x', {}, { data: [] }, answerOf({ stages: {}, options: 3, post: [] })])(
    'can be of any shape: %j',
    (answer) => {
      expect(readModelJson(`pipeline { agent any }`, answer).kind).toBe('declarative');
    },
  );

  test('of a scripted pipeline is not needed', () => {
    expect(readModelJson(`node { sh 'x' }`, {})).toEqual(readPipeline(`node { sh 'x' }`));
  });
});
