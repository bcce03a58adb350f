import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { LuaScript } from '../../../src/store/redis/lua-script.ts';
import { startTestRedis, type TestRedis } from '../../support/redis.ts';
import { undefinedLuaNames } from '../../support/undefined-lua-names.ts';

const folder = join(import.meta.dirname, '../../../src');
const paths = readdirSync(folder, { recursive: true }).map(String).toSorted();
const textOf = (path: string): string => readFileSync(join(folder, path), 'utf8');
const luaFiles = paths.filter((path) => path.endsWith('.lua'));
const declaring = paths.filter((path) => path.endsWith('.ts') && textOf(path).includes('new LuaScript('));
/** Every script, exported or not: modules create theirs when they are loaded. */
const scripts: LuaScript<string, string, string, string>[] = [];
vi.doMock('../../../src/store/redis/lua-script.ts', async (importOriginal) => {
  const original = await importOriginal<{ LuaScript: typeof LuaScript }>();
  class NotedScript extends original.LuaScript<string, string, string, string> {
    constructor(declaration: LuaScript<string, string, string, string>['declaration']) {
      super(declaration);
      scripts.push(this);
    }
  }
  return { ...original, LuaScript: NotedScript };
});
for (const path of declaring) await import(join(folder, path));
const tested = scripts.map((script) => [script.declaration.file as string, script] as const);

let test: TestRedis;
beforeAll(async () => void (test = await startTestRedis()));
afterAll(() => test.stop());

/** The files of which a script consists. */
function partsOf(file: string): readonly string[] {
  return [file, ...directives(file, 'include').flatMap(partsOf)];
}

function directives(file: string, name: string): readonly string[] {
  return [...textOf(file).matchAll(new RegExp(`^-- @${name} (.*)$`, 'gm'))].flatMap(([, list = '']) =>
    list.split(', '),
  );
}

/** A Lua file without its comments. */
function codeOf(file: string): string {
  return textOf(file).replaceAll(/--.*/g, '');
}

it('every script is created when its module is loaded, and so tested here', () => {
  const declared = declaring.flatMap((path) => textOf(path).match(/new LuaScript\(/g) ?? []);
  expect(scripts).toHaveLength(declared.length);
  expect(scripts.length).toBeGreaterThan(40);
});

it('every Lua file is a script or part of one', () => {
  expect([...new Set(scripts.flatMap(({ declaration }) => partsOf(declaration.file)))].toSorted()).toEqual(luaFiles);
});

it.each(luaFiles)('%s says what it does, and uses every key that it names', (file) => {
  expect(textOf(file)).toMatch(/^-- [A-Z]/m);
  expect(directives(file, 'keys').filter((name) => !codeOf(file).includes(`${name}Key(`))).toEqual([]);
});

describe.each(tested)('%s', (_, script) => {
  it('compiles on Redis, under the digest that Flowgate sends', async () => {
    const { text, digest } = script.compiled;
    expect(await test.redis.script('LOAD', text)).toBe(digest);
  });

  it('uses every argument that it gets, and no name that nothing declares', () => {
    const { file, keys = [], values = [], keyList, valueList, constants = {} } = script.declaration;
    const names: readonly string[] = [
      ...keys,
      ...values,
      ...[keyList, valueList].flatMap((name) => name ?? []),
      ...Object.keys(constants),
    ];
    const code = partsOf(file).map(codeOf).join('\n');
    // A cluster needs a key to find the server.
    const unused = names.filter((name) => !new RegExp(`\\b${name}\\b`).test(code) && name !== 'anyKey');
    expect([unused, undefinedLuaNames(script.compiled.text)]).toEqual([[], []]);
  });
});

it('a name that nothing declares is found', () => {
  const text =
    "local a, b = ARGV[1] -- c\nfor i in ipairs(a) do b = { d = e, 'f' } end\nlocal function g(h) return h.j .. k end";
  expect(undefinedLuaNames(text)).toEqual(['e', 'k']);
});
