import { parseGroovy } from '../groovy/parse-groovy.ts';
import type { Call, GroovyFile } from '../groovy/syntax.ts';
import type { JobDeclarations, PipelineJob } from './job.ts';
import type { Pipeline } from './pipeline.ts';
import { printExpression } from './print-tree.ts';
import { readModelOf } from './read-model-json.ts';
import { readPipelineOf } from './read-pipeline.ts';

/**
 * Reads the pipeline of a job: its script, followed by what the `config.xml` declares and the script does not, as
 * `properties([...])`. Once a script has run, Jenkins repeats in the `config.xml` what the script declares.
 * @param script the script of the job, or of its repository
 * @param answer what the controller answered for the script, if one was asked: see {@link readModelOf}
 */
export function readJobPipeline(job: PipelineJob, script: string, answer?: unknown): Pipeline {
  const file = parseGroovy(script);
  const declared = missingIn(readPipelineOf(file), job.declared);
  const whole = withDeclarations(file, declared);
  const pipeline = answer === undefined ? readPipelineOf(whole) : readModelOf(whole, answer);
  const { repository, description } = job;
  return {
    ...pipeline,
    // Its place is in another file.
    ...(repository !== undefined && { repository: { ...repository, start: 0, end: 0 } }),
    ...(repository === undefined && job.script !== undefined && { isInline: true }),
    ...(description !== undefined && { description }),
  };
}

function missingIn(pipeline: Pipeline, declared: JobDeclarations): JobDeclarations {
  const names = new Set(pipeline.parameters.map(nameOfParameter));
  const has = (calls: readonly Call[], name: string): boolean => calls.some((call) => call.name === name);
  return {
    parameters: declared.parameters.filter((call) => !names.has(nameOfParameter(call))),
    triggers: declared.triggers.filter(({ name }) => !has(pipeline.triggers, name)),
    options: declared.options.filter(({ name }) => !has(pipeline.options, name)),
  };
}

function nameOfParameter(call: Call): unknown {
  const named = call.arguments.find(({ name }) => name === 'name') ?? call.arguments[0];
  return named?.value.kind === 'literal' ? named.value.value : undefined;
}

function withDeclarations(file: GroovyFile, { parameters, triggers, options }: JobDeclarations): GroovyFile {
  const properties = [
    ...(parameters.length > 0 ? [listOf('parameters', parameters)] : []),
    ...(triggers.length > 0 ? [listOf('pipelineTriggers', triggers)] : []),
    ...options.map((option) => `  ${printExpression(option)},\n`),
  ];
  if (properties.length === 0) return file;
  const added = `\n\n// Declared in the config.xml of the job.\nproperties([\n${properties.join('')}])\n`;
  // Blanks in place of the script give offsets in the whole text, and keep mistakes of the script from what follows it.
  const { statements, comments } = parseGroovy(' '.repeat(file.text.length) + added);
  return {
    text: file.text + added,
    statements: [...file.statements, ...statements],
    comments: [...file.comments, ...comments],
    problems: file.problems,
  };
}

function listOf(name: string, calls: readonly Call[]): string {
  return `  ${name}([\n${calls.map((call) => `    ${printExpression(call)},\n`).join('')}  ]),\n`;
}
