import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  inputTypeNames,
  inputTypes,
  isAssignable,
  isReturnedAs,
  plainTypes,
  typeOfForeignName,
} from '../../../src/language/input-types/input-types.ts';

const projectFolder = join(import.meta.dirname, '..', '..', '..');
const typesFolder = 'src/language/input-types';
const read = (path: string) => readFileSync(join(projectFolder, path), 'utf8');

const allTypes = inputTypeNames.map((name) => inputTypes[name]);
const descriptors = readdirSync(join(projectFolder, typesFolder))
  .filter((file) => file.endsWith('-type.ts') && file !== 'input-type.ts')
  .map((file) => posix.join(typesFolder, file));

describe('the registration', () => {
  test('has the types of docs/reference/inputs.md', () => {
    const specified = 'STRING INT FLOAT BOOLEAN DATE DATETIME DURATION FILE JSON SECRET URI ENUM MULTISELECT'.split(
      ' ',
    );
    expect(inputTypeNames).toEqual(expect.arrayContaining(specified));
  });

  test('has each descriptor under its own name', () => {
    const declared = descriptors.map((file) => /^ {2}name: '(\w+)',$/m.exec(read(file))?.[1]);
    expect(declared.toSorted()).toEqual([...inputTypeNames].toSorted());
    expect(allTypes.map(({ name }) => name)).toEqual(inputTypeNames);
  });

  test('has one plain type for each form', () => {
    for (const [form, name] of Object.entries(plainTypes)) expect(inputTypes[name].form).toBe(form);
  });

  test('has no two types with the same foreign name', () => {
    const foreign = allTypes.flatMap(({ foreignNames }) => foreignNames);
    expect(new Set([...foreign, ...inputTypeNames]).size).toBe(foreign.length + inputTypeNames.length);
    expect(typeOfForeignName('integer')).toBe('INT');
    expect(typeOfForeignName('constructor')).toBeUndefined();
  });
});

/** Whether it is the placeholder for a path in the usage of a command. */
function isPlaceholder(mention: string): boolean {
  return /^src\/faces\/cli\/.*: (?:\.FILE|'FILE'|FILE:?)$/.test(mention);
}

describe('only the descriptors name types', () => {
  const names = inputTypeNames.join('|');

  test('in the code of src and tasks', () => {
    const mention = new RegExp(`(?<!\\\\)(['"\`])(?:${names})\\1|\\.(?:${names})\\b(?!\\.)|^\\s*(?:${names}):`, 'gm');
    const mentions = ['src', 'tasks'].flatMap((folder) =>
      sourceFiles(folder)
        .flatMap((file) => mentionsIn(file, mention, withoutComments(read(file))))
        .filter((each) => !isPlaceholder(each)),
    );
    // The heading of a column, and the notation of a document.
    const others = [
      "src/abilities/documents/yaml-stream.ts: 'JSON'",
      'src/faces/cli/executions/execution-text.ts: DURATION:',
    ];
    expect(mentions).toEqual(others);
  });

  // Task modules have examples of flows, and describe their types to authors.
  test('in the comments and strings of src', () => {
    const words = inputTypeNames.filter((name) => name !== plainTypes.json).join('|');
    // JSON is a type only next to these words; otherwise it is the format.
    const mention = new RegExp(`\\b(?:${words})\\b|\\bJSON inputs?\\b|\\b(?:type|declared) JSON\\b`, 'g');
    const mentions = sourceFiles('src')
      // The generated types contain the descriptions of the contract as comments.
      .filter((file) => file !== 'src/faces/api-client/openapi-types.ts')
      .flatMap((file) => mentionsIn(file, mention, read(file)))
      .filter((each) => !isPlaceholder(each));
    // The heading of a column.
    expect(mentions).toEqual(['src/faces/cli/executions/execution-text.ts: DURATION']);
  });
});

test('lists of types in openapi.yaml contain the registered types', () => {
  const lists = enumsIn(parse(read('openapi.yaml'))).filter((values) =>
    values.some((value) => inputTypeNames.some((name) => name !== plainTypes.json && name === value)),
  );
  for (const list of lists) expect(list).toEqual(inputTypeNames);
});

describe('a type', () => {
  test.each(allTypes)('$name has a rule for its texts unless every string is a value', ({ name, role, build }) => {
    const takesEveryText = role !== 'value' || name === plainTypes.string;
    expect(build.rule === undefined).toBe(takesEveryText);
    const readsFacts = ['number', 'choice', 'choices'].includes(build.rule?.kind ?? '');
    expect(build.facts !== undefined).toBe(readsFacts);
  });

  test.each(allTypes)('$name declares the constraints that it requires', ({ definition, documentation }) => {
    expect(Object.keys(definition.constraints)).toEqual(expect.arrayContaining([...(definition.required ?? [])]));
    expect(`${definition.description}${documentation.value}`).not.toContain('|');
  });

  test.each(allTypes)('$name is shown in docs/reference/inputs.md', ({ name }) => {
    const [example = ''] = /^```yaml\nid: every-type\n.*?^```$/ms.exec(read('docs/reference/inputs.md')) ?? [];
    expect(example).toMatch(new RegExp(`type: ${name}\\b`));
  });
});

describe('assignability', () => {
  test('requires values that the other type accepts', () => {
    const takers = Object.fromEntries(
      inputTypeNames.map((from) => [from, inputTypeNames.filter((to) => to !== from && isAssignable(from, to))]),
    );
    expect(takers).toMatchObject({
      STRING: expect.arrayContaining(['DATE', 'DATETIME', 'DURATION', 'JSON', 'SECRET', 'URI', 'ENUM']),
      INT: ['STRING', 'FLOAT', 'JSON', 'SECRET'],
      FILE: ['STRING', 'SECRET'],
      JSON: ['STRING', 'SECRET'],
      SECRET: [],
      ENUM: ['STRING', 'JSON', 'SECRET'],
      MULTISELECT: ['STRING', 'JSON', 'SECRET'],
    });
  });

  test('of outputs of a called flow involves no conversion', () => {
    expect(isReturnedAs('INT', 'FLOAT')).toBe(true);
    expect(isReturnedAs('FLOAT', 'INT')).toBe(false);
    expect(isReturnedAs('DATE', 'STRING')).toBe(true);
    expect(isReturnedAs('JSON', 'MULTISELECT')).toBe(true);
    expect(isReturnedAs('MULTISELECT', 'STRING')).toBe(false);
  });
});

/** The TypeScript files of a folder that are not descriptors. */
function sourceFiles(folder: string): string[] {
  return readdirSync(join(projectFolder, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => posix.join(folder, file.replaceAll('\\', '/')))
    .filter((file) => file.endsWith('.ts') && !descriptors.includes(file));
}

function mentionsIn(file: string, mention: RegExp, text: string): string[] {
  return [...text.matchAll(mention)].map(([found]) => `${file}: ${found.trim()}`);
}

function withoutComments(source: string): string {
  return source.replace(/\/\*.*?\*\/|(?<!:)\/\/[^\n]*/gs, '');
}

function enumsIn(value: unknown): readonly (readonly unknown[])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'enum' && Array.isArray(inner) ? [inner] : enumsIn(inner),
  );
}
