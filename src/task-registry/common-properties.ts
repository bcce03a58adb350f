import { shellWord } from '../expression/shell-text.ts';
import type { TextLanguage } from '../flow/task-types.ts';
import type { JsonObject } from '../problem/json-value.ts';

/** The schema of a list of texts with at least one item. */
export function textListProperty(description: string, language: TextLanguage | 'verbatim' = 'text'): JsonObject {
  return { type: 'array', minItems: 1, items: { type: 'string', 'x-language': language }, description };
}

/** The schema of a map from environment variables to their values, for a property such as `env`. */
export function environmentProperty(description: string): JsonObject {
  return { type: 'object', 'x-names': 'environment', additionalProperties: { type: 'string' }, description };
}

/** The shell lines that set the variables of an `environmentProperty`: `export NAME="..."`, references expanded. */
export function shellExports(environment: Readonly<Record<string, string>> = {}): string[] {
  return Object.entries(environment).map(([name, value]) => `export ${name}=${shellWord(value)}`);
}

/**
 * The schema of a task that runs commands, `commands` or `script`, exactly one of them, with `env` and `outputFiles`.
 * `CommandProperties` is its shape.
 */
export function commandProperties(language: 'shell' | 'bash'): JsonObject {
  return {
    oneOf: [{ required: ['commands'] }, { required: ['script'] }],
    properties: {
      commands: textListProperty('Commands, run in order in one session that stops at the first failing one.', language),
      script: { type: 'string', minLength: 1, 'x-language': language, description: 'The commands as one text.' },
      env: environmentProperty('Environment variables of the commands.'),
      outputFiles: textListProperty('Patterns of files to keep with the build, such as `reports/**/*.xml`.'),
    },
  };
}

export interface CommandProperties {
  readonly commands?: readonly string[];
  readonly script?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly outputFiles?: readonly string[];
}
