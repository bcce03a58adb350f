import type { Problem } from '../../base/problem/problem.ts';
import { isSetByShell } from '../expressions/reserved-names.ts';
import { shellText, shellWord } from '../expressions/shell-text.ts';
import type { TextLanguage } from '../flow/task-types.ts';
import type { SchemaValue } from './schema-value.ts';

/** The schema of a list of strings with at least one item. */
export function textListProperty(description: string, language: TextLanguage | 'verbatim' = 'text') {
  return { type: 'array', minItems: 1, items: { type: 'string', 'x-language': language }, description } as const;
}

/** The schema of a map of environment variables to values, for a property such as `env`. */
export function environmentProperty(description: string) {
  return { type: 'object', 'x-names': 'environment', additionalProperties: { type: 'string' }, description } as const;
}

/**
 * The shell lines that set the variables of an `environmentProperty`: `export NAME="..."`, with references expanded. A
 * shell that sets a variable itself keeps its own value, which it may not allow to change; dash exits if OPTIND is not a
 * number.
 */
export function shellExports(environment: Readonly<Record<string, string>> = {}): string[] {
  return Object.entries(environment).flatMap(([name, value]) => {
    if (name === 'OPTIND') return [];
    const line = `export ${name}=${shellWord(value)}`;
    return isSetByShell(name) ? [`[ -n "\${BASH_VERSION-}\${KSH_VERSION-}\${ZSH_VERSION-}" ] || ${line}`] : [line];
  });
}

/**
 * The schema of a task that runs commands: exactly one of `commands` and `script`, with `env` and `outputFiles`.
 * `CommandProperties` is its type.
 */
export function commandProperties(language: 'shell' | 'bash') {
  return {
    oneOf: [{ required: ['commands'] }, { required: ['script'] }],
    properties: {
      commands: textListProperty(
        'Commands, run in order in one session that stops at the first failing one.',
        language,
      ),
      script: { type: 'string', minLength: 1, 'x-language': language, description: 'The commands as one string.' },
      env: environmentProperty('Environment variables of the commands.'),
      outputFiles: textListProperty('Patterns of files to keep with the build, such as `reports/**/*.xml`.'),
    },
  } as const;
}

export type CommandProperties = SchemaValue<ReturnType<typeof commandProperties>>;

/**
 * The script of such a task: its environment, then its commands, with references for the shell. A first line that names
 * the shell (`#!/bin/bash`) stays first.
 */
export function commandScript({ commands, script = '', env }: CommandProperties): string {
  const texts = (commands ?? [script]).map(shellText);
  const exports = shellExports(env);
  const shell = exports.length > 0 ? /^#!.*/.exec(texts[0] ?? '') : null;
  return linesOfShell([...(shell ?? []), ...exports, ...texts]);
}

/** The commands, or one that does nothing, since a task has at least one: it can still keep files. */
export function runnable(commands: readonly string[]): readonly string[] {
  return commands.length === 0 ? [':'] : commands;
}

/** Joins shell lines; several lines end with a line break, so that the last one looks like the others. */
export function linesOfShell(lines: readonly string[]): string {
  const text = lines.join('\n');
  return text.includes('\n') && !text.endsWith('\n') ? `${text}\n` : text;
}

/**
 * Reports a path that leaves its base folder: an absolute one, or one with `..`.
 * @param path of the string, relative to the task
 */
export function relativePathProblems(
  text: string | undefined,
  path: Problem['path'],
  at: Problem['at'] = 'value',
): Problem<never>[] {
  if (text === undefined || (!text.startsWith('/') && !text.split('/').includes('..'))) return [];
  const message = `${JSON.stringify(text)} is outside the workspace; write a relative path without "..".`;
  return [{ code: 'invalid-value', message, path, at }];
}
