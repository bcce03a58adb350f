import type { Problem } from '../../../src/base/problem/problem.ts';
import type { JsonObject } from '../../../src/base/text/json-value.ts';
import type { TaskType, TaskTypes, TextLanguage } from '../../../src/language/flow/task-types.ts';
import { textsOf } from '../../../src/language/flow/texts-of.ts';

/** Task types that only know the names of their properties, so that these tests are only about the flow. */
export function fakeTaskTypes(vendor = 'vendor'): TaskTypes {
  const types = new Map(
    [
      fakeType(vendor, 'core.shell.Shell', ['commands', 'script'], 'shell'),
      fakeType(vendor, 'core.log.Log', ['message'], 'text'),
      fakeType(vendor, 'scripts.python.Script', ['script', 'outputFiles'], 'python'),
      subflowType(vendor),
    ].map((type) => [type.name, type]),
  );
  return { names: [...types.keys()].toSorted(), find: (name) => types.get(name), contributions: () => [] };
}

function fakeType(vendor: string, stem: string, known: readonly string[], language: TextLanguage): TaskType {
  const texts = (properties: JsonObject) => textsOf(properties).map((text) => ({ ...text, language }));
  return {
    name: `dev.${vendor}.plugin.${stem}`,
    read: (properties) => ({
      properties,
      fitting: properties,
      texts: texts(properties),
      problems: unknownProperties(properties, known),
    }),
    texts,
    check: ({ properties }) =>
      properties.script === 'rejected'
        ? [{ code: 'invalid-value', message: 'The script is rejected.', path: ['script'] }]
        : [],
  };
}

function subflowType(vendor: string): TaskType {
  const type = fakeType(vendor, 'core.flow.Subflow', ['namespace', 'flowId', 'inputs'], 'text');
  return { ...type, subflow: () => ({ namespace: 'a', flowId: 'b', inputs: {} }) };
}

function unknownProperties(properties: JsonObject, known: readonly string[]): readonly Problem[] {
  return Object.keys(properties)
    .filter((key) => !known.includes(key))
    .map((key) => ({ code: 'unknown-property', message: `There is no property ${key}.`, path: [key], at: 'key' }));
}
