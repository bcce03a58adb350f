import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';

/**
 * The folders of `src` in the order in which data flows through them. A file imports from its own folder and from
 * groups further up in this list only; folders of one group do not know each other.
 */
const layers = [
  ['problem'],
  ['config', 'pattern', 'secret'],
  ['thread'],
  ['expression', 'log'],
  ['groovy', 'shell', 'input'],
  ['flow'],
  ['task-registry', 'access'],
  ['pipeline'],
  ['redis'],
  ['revision', 'jenkins', 'audit'],
  ['files', 'trigger'],
  ['execution'],
  ['services'],
  ['http', 'cli'],
  ['main'],
];

/** Packages that only the named files may know; everything else speaks to a port. */
const adapters: Readonly<Record<string, RegExp>> = {
  ioredis: /^src\/redis\/|\/redis-[^/]+\.ts$/,
  bullmq: /\/bull-[^/]+\.ts$/,
  jenkins: /^src\/jenkins\/jenkins-[^/]+\.ts$/,
  express: /^src\/http\//,
  busboy: /^src\/http\/request\/read-form\.ts$/,
  'express-openapi-validator': /^src\/http\//,
};

const projectFolder = join(import.meta.dirname, '..');
const files = [...sourceFiles('src'), ...sourceFiles('tasks')];
const sources = new Map(files.map((file) => [file, readFileSync(join(projectFolder, file), 'utf8')]));
const imports = files.flatMap((file) => importsOf(file).map((specifier) => ({ file, specifier })));

describe('imports', () => {
  test('every folder of src has its place in the order', () => {
    const folders = new Set(files.filter((file) => file.startsWith('src/')).map(layerOf));
    expect([...folders].filter((folder) => !layers.flat().includes(folder))).toEqual([]);
  });

  test('go in the direction in which the data flows', () => {
    const wrongWay = relativeImports('src/').filter(({ file, target }) => !mayImport(layerOf(file), layerOf(target)));
    expect(wrongWay.map(describeImport)).toEqual([]);
  });

  test('of a task module reach the task contract and the quoting of Groovy only', () => {
    const others = relativeImports('tasks/').filter(
      ({ target }) => target !== 'src/task-registry/task-contract.ts' && !target.startsWith('src/groovy/'),
    );
    expect(others.map(describeImport)).toEqual([]);
  });

  test('of src never reach a task module by name', () => {
    expect(relativeImports('src/').filter(({ target }) => !target.startsWith('src/')).map(describeImport)).toEqual([]);
  });

  test('of a file name it with its extension', () => {
    const withoutExtension = imports.filter(({ specifier }) => specifier.startsWith('.') && !specifier.endsWith('.ts'));
    expect(withoutExtension).toEqual([]);
  });

  test.each(Object.entries(adapters))('of %s stand in its adapter', (packageName, adapter) => {
    const users = imports.filter(({ specifier }) => specifier === packageName || specifier.startsWith(`${packageName}/`));
    expect(users.filter(({ file }) => !adapter.test(file))).toEqual([]);
  });
});

describe('files', () => {
  test('are no barrels that only pass on what others export', () => {
    const isStatement = (line: string) => line.trim() !== '' && !/^\s*(\/\/|\/?\*)/.test(line);
    const barrels = files.filter((file) => {
      const statements = textOf(file).split('\n').filter(isStatement);
      return statements.length > 0 && statements.every((line) => /^export\b.*\bfrom\b/.test(line));
    });
    expect(barrels).toEqual([]);
    expect(files.filter((file) => file.endsWith('/index.ts'))).toEqual([]);
  });

  test('have kebab-case names that say what is inside', () => {
    const vague = /(^|\/)(utils?|helpers?|common|misc)(\/|\.ts$)/;
    expect(files.filter((file) => vague.test(file) || !/^[a-z0-9/.-]+$/.test(file))).toEqual([]);
  });

  test('read the environment in main and config only', () => {
    const readers = files.filter((file) => /\bprocess\.env\b/.test(textOf(file)));
    expect(readers.filter((file) => !['main', 'config'].includes(layerOf(file)))).toEqual([]);
  });
});

function sourceFiles(folder: string): string[] {
  return readdirSync(join(projectFolder, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => posix.join(folder, file.replaceAll('\\', '/')))
    .filter((file) => file.endsWith('.ts'))
    .toSorted();
}

function textOf(file: string): string {
  return sources.get(file) ?? '';
}

function importsOf(file: string): string[] {
  const statement = /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s+'([^']+)'|^\s*import\s+'([^']+)'|\bimport\(\s*'([^']+)'/gm;
  return [...textOf(file).matchAll(statement)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}

/** The folder of `src` that a file belongs to; a file that lies in `src` itself is part of `main`. */
function layerOf(file: string): string {
  const [, folder = '', ...rest] = file.split('/');
  return rest.length === 0 ? 'main' : folder;
}

function mayImport(importing: string, imported: string): boolean {
  const position = (folder: string) => layers.findIndex((group) => group.includes(folder));
  return importing === imported || position(imported) < position(importing);
}

interface RelativeImport {
  readonly file: string;
  readonly target: string;
}

function relativeImports(prefix: string): RelativeImport[] {
  return imports
    .filter(({ file, specifier }) => file.startsWith(prefix) && specifier.startsWith('.'))
    .map(({ file, specifier }) => ({ file, target: posix.join(dirname(file), specifier) }));
}

function describeImport({ file, target }: RelativeImport): string {
  return `${file} imports ${target}`;
}
