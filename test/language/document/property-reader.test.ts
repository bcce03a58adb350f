import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/base/text/json-value.ts';
import { PropertyReader } from '../../../src/language/document/property-reader.ts';
import { Suggestions } from '../../../src/language/document/suggestions.ts';

function reader(map: JsonObject): PropertyReader {
  return new PropertyReader(
    { map, path: ['here'] },
    { sourceText: () => undefined, suggestions: new Suggestions(), problems: [] },
  );
}

function found({ problems }: PropertyReader): string[] {
  return problems.map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`);
}

describe('unknown properties of a map', () => {
  test('are reported with the nearest known one, or with all', () => {
    const properties = reader({ limit: 1, limt: 2, x: 3 });
    properties.reportUnknown(new Set(['limit', 'behavior']));
    expect(found(properties)).toEqual([
      'unknown-property here.limt: Unknown property "limt". Did you mean "limit"?',
      'unknown-property here.x: Unknown property "x". Allowed: limit and behavior.',
    ]);
  });

  test('are reported with an explanation if there is one', () => {
    const properties = reader({ min: 1, x: 3 });
    properties.reportUnknown(new Set(['id']), (name) => (name === 'min' ? 'Numbers have it.' : undefined));
    expect(found(properties)).toEqual([
      'unknown-property here.min: Numbers have it.',
      'unknown-property here.x: Unknown property "x". Allowed: id.',
    ]);
  });

  test('are reported by one file of src', () => {
    const folder = join(import.meta.dirname, '..', '..', '..', 'src');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const sayers = files.filter((file) => /Unknown property \$\{/.test(readFileSync(join(folder, file), 'utf8')));
    expect(sayers).toEqual([join('language', 'document', 'unknown-property.ts')]);
  });
});

describe('a list of maps', () => {
  test('is read up to a limit, with the ids of the other items', () => {
    const properties = reader({ tasks: [{ id: 'a' }, 'b', { id: 'c' }, 4, { id: 5 }] });
    const entries = properties.entries('tasks');
    expect(entries.maps(2)).toEqual([{ map: { id: 'a' }, path: ['here', 'tasks', 0] }]);
    expect(entries.idsBeyond(2)).toEqual(['c']);
    expect(found(properties)).toEqual([
      'not-a-mapping here.tasks.1: Each item of "tasks" must be a map; found the string "b".',
    ]);
  });

  test('is empty for any other value', () => {
    const properties = reader({ tasks: 'a' });
    expect(properties.entries('tasks').length).toBe(0);
    expect(found(properties)).toEqual(['wrong-type here.tasks: "tasks" must be a list; found the string "a".']);
  });
});
