import { describe, expect, test } from 'vitest';
import type { Span, Statement } from '../../../src/import/groovy/syntax.ts';
import { printExpression, printStatements } from '../../../src/import/pipeline/print-tree.ts';
import { readPipeline } from '../../../src/import/pipeline/read-pipeline.ts';

/** The parts of the source that spans point to. */
function sources(text: string, spans: readonly Span[]): readonly string[] {
  return spans.map(({ start, end }) => text.slice(start, end));
}

function calls(list: readonly Parameters<typeof printExpression>[0][]): readonly string[] {
  return list.map(printExpression);
}

function stageOf(body: string) {
  const pipeline = readPipeline(`pipeline {\n stages {\n stage('A') {\n${body}\n}\n}\n}`);
  return { stage: pipeline.stages[0]!, unknown: pipeline.unknown, text: pipeline.file.text };
}

describe('a declarative pipeline', () => {
  const text = `@Library('tools@1') _
library 'more'
import groovy.json.JsonSlurper

def version = '1'

pipeline {
    agent any
    tools { maven 'M3'; jdk 'j17' }
    libraries { lib('extra') }
    environment {
        A = 'a'
        B = "\${A}-b"
        C = credentials('id')
    }
    options {
        timestamps()
        timeout(time: 1, unit: 'HOURS')
    }
    parameters { string(name: 'X') }
    triggers { cron('@daily') }
    stages {
        stage('One') { steps { sh 'make' } }
        stage('Two') { steps { echo 'x' } }
    }
    post {
        always { junit 'r.xml' }
        failure { echo 'no' }
    }
}

def helper() { 1 }
`;
  const pipeline = readPipeline(text);

  test('is read with all of its sections', () => {
    expect(pipeline.kind).toBe('declarative');
    expect(pipeline.agent!.arguments[0]!.value).toMatchObject({ kind: 'literal', value: 'any' });
    expect(calls(pipeline.tools)).toEqual([`maven('M3')`, `jdk('j17')`]);
    expect(pipeline.environment.map(({ name, value }) => `${name}=${printExpression(value)}`)).toEqual([
      `A='a'`,
      'B="${A}-b"',
      `C=credentials('id')`,
    ]);
    expect(calls(pipeline.options)).toEqual(['timestamps()', `timeout(time: 1, unit: 'HOURS')`]);
    expect(calls(pipeline.parameters)).toEqual([`string(name: 'X')`]);
    expect(calls(pipeline.triggers)).toEqual([`cron('@daily')`]);
    expect(pipeline.stages.map(({ name }) => printExpression(name))).toEqual([`'One'`, `'Two'`]);
    expect(pipeline.post.map(({ condition, steps }) => `${condition}: ${printStatements(steps)}`)).toEqual([
      `always: junit('r.xml')`,
      `failure: echo('no')`,
    ]);
    expect(pipeline.unknown).toEqual([]);
    expect(pipeline.steps).toEqual([]);
  });

  test('keeps what stands beside it, and names its libraries', () => {
    expect(sources(text, pipeline.libraries)).toEqual([`@Library('tools@1') _`, `library 'more'`, `lib('extra')`]);
    expect(sources(text, pipeline.beside)).toEqual([
      'import groovy.json.JsonSlurper',
      `def version = '1'`,
      'def helper() { 1 }',
    ]);
  });

  test('has spans in the source', () => {
    expect(sources(text, pipeline.stages)).toEqual([
      `stage('One') { steps { sh 'make' } }`,
      `stage('Two') { steps { echo 'x' } }`,
    ]);
    expect(sources(text, pipeline.environment)[1]).toBe('B = "${A}-b"');
    expect(sources(text, pipeline.post)[0]).toBe(`always { junit 'r.xml' }`);
  });
});

describe('a stage', () => {
  test('is read with its directives', () => {
    const { stage, unknown } = stageOf(`
      agent { label 'linux' }
      environment { A = '1' }
      tools { maven 'M' }
      options { retry(2) }
      when { beforeAgent true; branch 'main' }
      input { message 'Go?' }
      steps { sh 'make' }
      post { success { echo 'ok' } }`);
    expect(printExpression(stage.agent!)).toBe(`agent({ label('linux') })`);
    expect(calls(stage.tools)).toEqual([`maven('M')`]);
    expect(calls(stage.options)).toEqual(['retry(2)']);
    expect(calls(stage.when)).toEqual(['beforeAgent(true)', `branch('main')`]);
    expect(printExpression(stage.input!)).toBe(`input({ message('Go?') })`);
    expect(stage.content).toMatchObject({ kind: 'steps' });
    expect(stage.post.map(({ condition }) => condition)).toEqual(['success']);
    expect([...stage.unknown, ...unknown]).toEqual([]);
  });

  test.each(['stages', 'parallel'] as const)('contains stages in %s', (kind) => {
    const { stage } = stageOf(`failFast true\n${kind} {\nstage('B') { steps { sh 'b' } }\nstage('C') { steps { } }\n}`);
    expect(printExpression(stage.failFast!)).toBe('failFast(true)');
    const { content } = stage;
    if (content.kind !== kind) throw new Error(content.kind);
    expect(content.stages.map(({ name }) => printExpression(name))).toEqual([`'B'`, `'C'`]);
  });

  test('keeps what is no condition of when as a condition that nothing knows', () => {
    const { stage, text } = stageOf(`when { branch 'main'\n env.IS_PRIMARY\n if (x) { y } }\nsteps { }`);
    expect(stage.when.map(({ name }) => name)).toEqual(['branch', '', '']);
    expect(sources(text, stage.when).slice(1)).toEqual(['env.IS_PRIMARY', 'if (x) { y }']);
  });

  test('has steps only once; what else it contains is unknown', () => {
    const { stage, text } = stageOf(`steps { sh 'a' }\nsteps { sh 'b' }\nparallel { }\nfoo 'x'\ndef y = 1`);
    expect(stage.content.kind === 'steps' && printStatements(stage.content.steps)).toBe(`sh('a')`);
    expect(sources(text, stage.unknown)).toEqual([`steps { sh 'b' }`, 'parallel { }', `foo 'x'`, 'def y = 1']);
  });
});

describe('a matrix', () => {
  const { stage, text } = stageOf(`
    matrix {
      axes {
        axis { name 'OS'; values 'linux', 'mac' }
        axis { name 'JDK'; values 17, 21 }
        axis { name 'BAD'; values(*list) }
      }
      excludes {
        exclude { axis { name 'OS'; values 'mac' }
                  axis { name 'JDK'; notValues 21 } }
        exclude { axis { name 'OS'; values other } }
      }
      agent { label "\${OS}" }
      when { branch 'main' }
      stages { stage('Try') { steps { sh 'make' } } }
      post { always { echo 'x' } }
      input { message 'Go?' }
    }`);
  const { content } = stage;
  if (content.kind !== 'matrix') throw new Error(content.kind);
  const { matrix } = content;

  test('has axes and excludes', () => {
    expect(matrix.axes.map(({ name, values }) => `${name}: ${values.join()}`)).toEqual(['OS: linux,mac', 'JDK: 17,21']);
    const [exclude] = matrix.excludes;
    expect(exclude!.axes.map(({ name, values, isNegated }) => [name, values, isNegated])).toEqual([
      ['OS', ['mac'], false],
      ['JDK', ['21'], true],
    ]);
  });

  test('has directives of its own', () => {
    expect(printExpression(matrix.agent!)).toBe('agent({ label("${OS}") })');
    expect(calls(matrix.when)).toEqual([`branch('main')`]);
    expect(matrix.post.map(({ condition }) => condition)).toEqual(['always']);
    expect(matrix.stages).toHaveLength(1);
  });

  test('keeps axes and excludes that are not constant as unknown', () => {
    expect(sources(text, matrix.unknown)).toEqual([
      `axis { name 'BAD'; values(*list) }`,
      `exclude { axis { name 'OS'; values other } }`,
      `input { message 'Go?' }`,
    ]);
  });
});

test('what no reader knows is unknown in the block around it', () => {
  const text = `pipeline {
  agent any
  agent none
  foo { bar }
  environment { A = 'a'; A += 'b'; echo 'x' }
  options { timestamps; x.y() }
  stages { for (x in y) { stage(x) { } }
           stage { steps { } } }
  post { always 'x' }
}`;
  const pipeline = readPipeline(text);
  const [none, foo, ...others] = sources(text, pipeline.unknown as readonly Statement[]);
  expect([none, foo]).toEqual(['agent none', 'foo { bar }']);
  expect(others).toEqual([
    `A += 'b'`,
    `echo 'x'`,
    'timestamps',
    'x.y()',
    'for (x in y) { stage(x) { } }',
    'stage { steps { } }',
    `always 'x'`,
  ]);
});

test('an unreadable part leaves the others as they are', () => {
  const { stage, unknown } = stageOf(`steps { sh 'make' }\npost { always { echo 'x' } }\n)))`);
  expect(stage.content.kind === 'steps' && printStatements(stage.content.steps)).toBe(`sh('make')`);
  expect([...stage.unknown, ...unknown].length).toBeGreaterThan(0);
});
