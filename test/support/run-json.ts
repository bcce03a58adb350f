import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonValue } from '../../src/base/text/json-value.ts';
import { runtimeFor } from '../../src/engines/jenkins/jenkinsfile/runtime.ts';
import { sourceOf } from '../../src/language/groovy/groovy-code.ts';
import { groovyCommand } from './groovy-command.ts';

/** A call of a function in `templates/runtime/json.groovy`: its name and its argument. */
export type JsonCall = readonly [name: 'compactJson' | 'jsonFields' | 'jsonValue' | 'jsonString', text: string];

/** The source of the functions, as in a Jenkinsfile. */
export const jsonFunctions = sourceOf(runtimeFor(new Set(['compactJson', 'jsonFields', 'jsonValue', 'jsonString'])));

/**
 * Runs calls with Groovy 2.4.21, all in one JVM. Returns their results, with `{<class>: digits}` for a number and
 * `{LinkedHashMap: [[key, value]]}` for a map.
 * @throws {Error} if a call throws
 */
export function runJson(calls: readonly JsonCall[]): JsonValue[] {
  const folder = mkdtempSync(join(tmpdir(), 'flowgate-json-'));
  const file = join(folder, 'Json.groovy');
  writeFileSync(
    file,
    `@interface NonCPS {}\n${jsonFunctions}\n${readFileSync(join(import.meta.dirname, 'run-json.groovy'), 'utf8')}`,
  );
  const { command, options } = groovyCommand(file);
  const input = calls.map((call) => escaped(JSON.stringify(call))).join('\n');
  const output = execFileSync(command, options, { encoding: 'utf8', input, maxBuffer: 1 << 28 });
  rmSync(folder, { recursive: true });
  return output
    .trimEnd()
    .split('\n')
    .map((line, index) => resultOf(line, calls[index]));
}

function resultOf(line: string, call: JsonCall | undefined): JsonValue {
  const answer = JSON.parse(line) as { result: JsonValue; error?: string }; // written by run-json.groovy
  if (answer.error !== undefined) throw new Error(`${JSON.stringify(call)}: ${answer.error}`);
  return answer.result;
}

function escaped(json: string): string {
  return json.replaceAll(/[^ -~]/g, (unit) =>
    [...Array(unit.length).keys()].map((at) => `\\u${unit.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );
}
