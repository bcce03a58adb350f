import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject, JsonValue } from '../../src/base/text/json-value.ts';
import { trustedGroovy, type GroovyCode } from '../../src/language/groovy/groovy-code.ts';
import { groovyBoolean, groovyList, groovyMap, groovyString } from '../../src/language/groovy/quote.ts';
import type { InputTypeName } from '../../src/language/input-types/input-types.ts';
import { typeOfInput } from './condition-cases.ts';
import { groovyCommand } from './groovy-command.ts';

/** A generated condition and the inputs to evaluate it with. */
export interface ConditionRun {
  readonly code: GroovyCode;
  readonly inputs: readonly JsonObject[];
}

/**
 * Evaluates generated conditions with Groovy 2.4.21, all in one JVM. Returns for each set of inputs, in order, `true`,
 * `false` or an error message.
 */
export function runConditions(runs: readonly ConditionRun[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'flowgate-conditions-'));
  const file = join(folder, 'Conditions.groovy');
  writeFileSync(file, scriptOf(runs));
  const { command, options } = groovyCommand(file);
  const output = execFileSync(command, options, { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return output.trimEnd().split('\n');
}

function scriptOf(runs: readonly ConditionRun[]): string {
  const helpers = readFileSync(join(import.meta.dirname, '../../templates/runtime/conditions.groovy'), 'utf8');
  const methods = runs.map(
    ({ code, inputs }, index) => `
List inputs${index}() {
  return ${groovyList(inputs.map(groovyInputs))}
}

Object condition${index}(Map frame) {
  return ${code}
}
`,
  );
  return `@interface NonCPS {}

Object input(Map frame, String id) {
  return frame.get(id)
}

${helpers}
${methods.join('')}
for (int index = 0; index < ${runs.length}; index++) {
  for (Map inputs in this."inputs\${index}"()) {
    try {
      Object result = this."condition\${index}"(inputs)
      println(result instanceof Boolean ? result : 'not a boolean: ' + result)
    } catch (Throwable failure) {
      println(failure.toString().replace('\\n', ' '))
    }
  }
}
`;
}

/** The values of inputs as the pipeline runtime stores them. */
function groovyInputs(inputs: JsonObject): GroovyCode {
  const typed = Object.entries(inputs).map(([id, value]) => [
    id,
    groovyValue(value, typeOfInput({ root: 'inputs', id })),
  ]);
  return groovyMap(Object.fromEntries(typed) as Record<string, GroovyCode>); // the pairs made above
}

function groovyValue(value: JsonValue, type: InputTypeName | undefined): GroovyCode {
  switch (typeof value) {
    case 'string':
      return groovyString(value);
    case 'number':
      return groovyNumberOf(value, type);
    case 'boolean':
      return groovyBoolean(value);
    default:
      if (value === null) return trustedGroovy('null');
      if (Array.isArray(value)) return groovyList(value.map((item) => groovyValue(item, type)));
      return groovyMap(Object.fromEntries(Object.entries(value).map(([key, item]) => [key, groovyValue(item, type)])));
  }
}

/** INT is a Long, FLOAT a Double; numbers in JSON have the types of JsonSlurper: Integer, Long or BigDecimal. */
function groovyNumberOf(value: number, type: InputTypeName | undefined): GroovyCode {
  if (type === 'INT') return trustedGroovy(`${value}L`);
  if (type === 'FLOAT') return trustedGroovy(Object.is(value, -0) ? '-0.0d' : `${value}d`);
  return trustedGroovy(Number.isInteger(value) && !Number.isSafeInteger(value) ? value.toExponential() : String(value));
}
