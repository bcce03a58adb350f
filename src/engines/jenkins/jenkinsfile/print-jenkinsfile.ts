import { indentGroovy, sourceOf, type GroovyCode } from '../../../language/groovy/groovy-code.ts';
import type {
  DeclarativeFrame,
  FlowPiece,
  Pipeline,
  ScriptedFrame,
  StepsPiece,
  TaskGroup,
  TaskPiece,
} from './pipeline.ts';
import { runtimeFor } from './runtime.ts';

/** The text of a Jenkinsfile, in two parts: between them is the digest, as a literal, if it has one. */
export interface JenkinsfileText {
  readonly beforeDigest: string;
  readonly afterDigest: string;
}

/**
 * Prints a pipeline. Jenkins saves the pushed script with every step, so it has few comments; the text for people has all
 * of them.
 */
export function printJenkinsfile(pipeline: Pipeline): JenkinsfileText {
  const { header, frame, flows, steps, support, needed, library } = pipeline;
  const comments = frame.kind === 'declarative';
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
    ...flows.flatMap((flow) => printFlow(flow, comments)),
    ...printSteps(steps, comments),
    ...support.map(sourceOf),
    ...(library === undefined ? [runtimeTitle, sourceOf(runtimeFor(needed, { comments }))] : []),
  ];
  return {
    beforeDigest: [...head, beforeDigest].join('\n'),
    afterDigest: `${[afterDigest, ...parts].join('\n\n')}`,
  };
}

const runtimeTitle =
  '// The runtime for flows, tasks and scripts; it lacks the functions that these flows never reach.';

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

function printFlow(
  { name, isCalled, title, settings, methods, tasks }: FlowPiece,
  comments: boolean,
): readonly string[] {
  return [
    ...(comments ? [comment(title)] : []),
    method(sourceOf(name), `  return ${sourceOf(settings)}`, isCalled),
    ...methods.map(sourceOf),
    ...tasks.flatMap((group) => printGroup(comments ? group : group.map((task) => ({ ...task, comment: [] })))),
  ];
}

function printGroup(tasks: TaskGroup): readonly string[] {
  const cases = tasks.flatMap(({ number, comment: comments, settings, isSeparate }) => [
    ...(isSeparate ? [] : comments.map((line) => `    ${comment(line)}`)),
    `    case ${number}: return ${isSeparate ? `task_${number}(frame)` : sourceOf(settings)}`,
  ]);
  const group = [
    '@NonCPS',
    `Map task_group_${tasks[0]!.number}(Map frame, int number) {`,
    '  switch (number) {',
    ...cases,
    '  }',
    '}',
  ];
  return [group.join('\n'), ...tasks.filter(({ isSeparate }) => isSeparate).map(printTask)];
}

function printTask({ number, comment: comments, locals, settings }: TaskPiece): string {
  const lines = locals.map((local) => `  ${sourceOf(local)}\n`);
  return `${comments.map((line) => `${comment(line)}\n`).join('')}${method(`task_${number}`, `${lines.join('')}  return ${sourceOf(settings)}`, true)}`;
}

/** A method with data, which Jenkins compiles unchanged. */
function method(name: string, body: string, hasFrame: boolean): string {
  return `@NonCPS\nMap ${name}(${hasFrame ? 'Map frame' : ''}) {\n${body}\n}`;
}

function printSteps(steps: readonly StepsPiece[], comments: boolean): readonly string[] {
  const methods = steps.map(
    ({ name, comment: type, code }) =>
      `${comments ? `${comment(type)}\n` : ''}void steps_${sourceOf(name)}(Map task) {\n${sourceOf(code)}\n}`,
  );
  return methods.length === 0 || !comments
    ? methods
    : ['// The steps of tasks that are not scripts, by task type.', ...methods];
}

function comment(text: GroovyCode): string {
  return `// ${sourceOf(text)}`;
}
