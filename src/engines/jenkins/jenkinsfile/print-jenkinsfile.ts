import { indentGroovy, sourceOf, type GroovyCode } from '../../../groovy/groovy-code.ts';
import type { DeclarativeFrame, FlowPiece, Pipeline, ScriptedFrame, StepsPiece, TaskPiece } from './pipeline.ts';
import { runtimeFor } from './runtime.ts';

/** The text of a Jenkinsfile, in two parts: between them is the digest, as a literal, if it has one. */
export interface JenkinsfileText {
  readonly beforeDigest: string;
  readonly afterDigest: string;
}

/** Prints a pipeline. */
export function printJenkinsfile(pipeline: Pipeline): JenkinsfileText {
  const { header, frame, flows, steps, support, needed, library } = pipeline;
  const begin = library === undefined ? [] : [library.begin];
  const head = [
    ...(library === undefined ? [] : [`@Library(${sourceOf(library.reference)}) _`, '']),
    ...header.map(comment),
    '',
    ...(library === undefined ? ['import groovy.transform.Field', ''] : []),
  ];
  const prefix = library?.prefix ?? '';
  const { beforeDigest, afterDigest } =
    frame.kind === 'scripted' ? printScripted(frame, begin, prefix) : printDeclarative(frame, begin);
  const parts = [
    ...flows.flatMap(printFlow),
    ...printSteps(steps),
    ...support.map(sourceOf),
    ...(library === undefined ? [runtimeTitle, sourceOf(runtimeFor(needed))] : []),
  ];
  return {
    beforeDigest: [...head, beforeDigest].join('\n'),
    afterDigest: `${[afterDigest, ...parts].join('\n\n')}`,
  };
}

const runtimeTitle =
  '// The runtime for flows, tasks and scripts; every Jenkinsfile contains the parts that its flows need.';

function printScripted({ label, run }: ScriptedFrame, begin: readonly GroovyCode[], prefix: string): JenkinsfileText {
  const lines = (statements: readonly GroovyCode[], columns: number): readonly string[] =>
    statements.map((statement) => sourceOf(indentGroovy(statement, columns)));
  return {
    beforeDigest: [
      label === undefined ? 'node {' : `node(${sourceOf(label)}) {`,
      `  ${prefix}runOnce {`,
      ...lines(begin, 4),
      `    if (${prefix}mayRun(`,
    ].join('\n'),
    afterDigest: [')) {', ...lines(run, 6), '    }', '  }', '}'].join('\n'),
  };
}

function printDeclarative(frame: DeclarativeFrame, begin: readonly GroovyCode[]): JenkinsfileText {
  const { label, durability, parameters, stage, run } = frame;
  const lines = [
    'pipeline {',
    label === undefined ? '  agent any' : `  agent { label ${sourceOf(label)} }`,
    ...(durability === undefined ? [] : ['  options {', `    durabilityHint(${sourceOf(durability)})`, '  }']),
    ...(parameters.length === 0 ? [] : ['  parameters {', ...parameters.map((each) => `    ${sourceOf(each)}`), '  }']),
    '  stages {',
    `    stage(${sourceOf(stage)}) {`,
    '      steps {',
    '        script {',
    ...[...begin, ...run].map((statement) => sourceOf(indentGroovy(statement, 10))),
    '        }',
    '      }',
    '    }',
    '  }',
    '}',
  ];
  return { beforeDigest: '', afterDigest: lines.join('\n') };
}

function printFlow({ name, title, settings, methods, tasks }: FlowPiece): readonly string[] {
  return [
    comment(title),
    method(name, `  return ${sourceOf(settings)}`),
    ...methods.map(sourceOf),
    ...tasks.map(printTask),
  ];
}

function printTask({ name, comment: comments, locals, settings }: TaskPiece): string {
  const lines = locals.map((local) => `  ${sourceOf(local)}\n`);
  return `${comments.map((line) => `${comment(line)}\n`).join('')}${method(name, `${lines.join('')}  return ${sourceOf(settings)}`)}`;
}

/** A method with data, which Jenkins compiles unchanged. */
function method(name: GroovyCode, body: string): string {
  return `@NonCPS\nMap ${sourceOf(name)}() {\n${body}\n}`;
}

function printSteps(steps: readonly StepsPiece[]): readonly string[] {
  const methods = steps.map(
    ({ name, comment: type, code }) =>
      `${comment(type)}\nvoid steps_${sourceOf(name)}(Map task) {\n${sourceOf(code)}\n}`,
  );
  return methods.length === 0 ? [] : ['// The steps of tasks that are not scripts, by task type.', ...methods];
}

function comment(text: GroovyCode): string {
  return `// ${sourceOf(text)}`;
}
