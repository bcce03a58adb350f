import { describe, expect, test } from 'vitest';
import { printExpression, printStatements } from '../../../src/import/pipeline/print-tree.ts';
import { readPipeline } from '../../../src/import/pipeline/read-pipeline.ts';

describe('a scripted pipeline', () => {
  test('has the statements of the file as steps, without its libraries', () => {
    const pipeline = readPipeline(`@Library(['a', 'b@1']) _
library identifier: 'c@main', retriever: legacySCM(scm)
def x = 1
node('linux') {
  sh 'make'
}`);
    expect(pipeline.kind).toBe('scripted');
    expect(pipeline.libraries).toHaveLength(2);
    expect(pipeline.libraries[1]!.arguments.map(({ name }) => name)).toEqual(['identifier', 'retriever']);
    expect(printStatements(pipeline.steps)).toBe(`def x = 1\nnode('linux', { sh('make') })`);
  });

  test.each([
    `if (env.X) {\n pipeline { agent any\n stages { } }\n}`,
    `def call() {\n pipeline { agent any\n stages { } }\n}`,
    `pipeline 'x'`,
    `node { pipeline { agent any } }`,
  ])('is a file without a pipeline block at its top: %s', (text) => {
    expect(readPipeline(text)).toMatchObject({ kind: 'scripted', steps: [{}] });
  });

  test('declares parameters, triggers and options with properties', () => {
    const pipeline = readPipeline(`node('x') {
  properties([
    parameters([string(name: 'A'), booleanParam(name: 'B', defaultValue: true), release.addParams()]),
    pipelineTriggers([cron('@daily')]),
    disableConcurrentBuilds(),
    gitLabConnection('x'),
    more()[0]
  ])
  sh 'make'
}`);
    expect(pipeline.parameters.map(printExpression)).toEqual([
      `string(name: 'A')`,
      `booleanParam(name: 'B', defaultValue: true)`,
    ]);
    expect(pipeline.triggers.map(printExpression)).toEqual([`cron('@daily')`]);
    expect(pipeline.options.map(printExpression)).toEqual(['disableConcurrentBuilds()', `gitLabConnection('x')`]);
    expect(printStatements(pipeline.unknown)).toBe('release.addParams()\nmore()[0]');
    expect(printStatements(pipeline.steps)).toBe(`node('x', { sh('make') })`);
  });

  test('declares with the names of classes', () => {
    const pipeline = readPipeline(`properties([
  [$class: 'ParametersDefinitionProperty', parameterDefinitions: [
    [$class: 'hudson.model.StringParameterDefinition', name: 'A', defaultValue: '1'],
    [$class: 'CustomParameterDefinition', name: 'B'],
  ]],
  pipelineTriggers([[$class: 'TimerTrigger', spec: '@daily']]),
  [$class: 'BuildDiscarderProperty', strategy: [$class: 'LogRotator', numToKeepStr: '10']],
  [$class: 'RebuildSettings', autoRebuild: false]
])`);
    expect(pipeline.parameters.map(printExpression)).toEqual([
      `string(name: 'A', defaultValue: '1')`,
      `CustomParameterDefinition(name: 'B')`,
    ]);
    expect(pipeline.triggers.map(printExpression)).toEqual([`cron('@daily')`]);
    expect(pipeline.options.map(printExpression)).toEqual([
      `buildDiscarder(logRotator(numToKeepStr: '10'))`,
      'RebuildSettings(autoRebuild: false)',
    ]);
    expect(pipeline.unknown).toEqual([]);
  });

  test.each([
    `properties(list)`,
    `if (env.X) { properties([disableConcurrentBuilds()]) }`,
    `onMain { properties([disableConcurrentBuilds()]) }`,
  ])('keeps properties that are computed or conditional as a step: %s', (text) => {
    const pipeline = readPipeline(text);
    expect(pipeline.options).toEqual([]);
    expect(pipeline.steps).toHaveLength(1);
  });

  test('keeps computed parts of properties as unknown', () => {
    const pipeline = readPipeline(`properties([parameters(list), pipelineTriggers([*others]), disableResume()])`);
    expect(printStatements(pipeline.unknown)).toBe('parameters(list)\n*others');
    expect(pipeline.options.map(printExpression)).toEqual(['disableResume()']);
  });

  test('can be empty', () => {
    expect(readPipeline('')).toMatchObject({ kind: 'scripted', steps: [], libraries: [] });
  });
});
