import { gzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import type { ConsoleFiles } from '../../src/http/console/console-files.ts';
import { builtConsole } from './support/console-under-test.ts';

let files: ConsoleFiles;
beforeAll(async () => {
  files = await builtConsole();
});

const textOf = (name: string) => files.assets.get(name)?.bytes.toString() ?? '';

/** A script and all that it needs before it runs. */
function withImports(name: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const [, imported = ''] of textOf(name).matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+\.js)["']/g))
    withImports(imported, found);
  return found;
}

function nameOf(chunk: string): string {
  const found = [...files.assets.keys()].find((name) => name.startsWith(`${chunk}-`) && name.endsWith('.js'));
  if (found === undefined) throw new Error(`There is no ${chunk}`);
  return found;
}

function bytesOf(names: Iterable<string>): number {
  return [...names].reduce((sum, name) => sum + gzipSync(textOf(name), { level: 9 }).length, 0);
}

it('the editor is loaded on demand, and what helps to write comes after it', () => {
  const entry = withImports(/src="[^"]*\/(index-[\w-]+\.js)"/.exec(files.page)?.[1] ?? '');
  const page = nameOf('new-flow-page');
  const editor = withImports(page);
  const own = [...editor].filter((name) => name !== page && !entry.has(name));
  expect(own).toContain(nameOf('code-editor'));
  expect(own).not.toContain(nameOf('flow-language'));
  expect(bytesOf(own)).toBeLessThan(130_000);
  const diff = [...withImports(nameOf('diff-view'))].filter((name) => !editor.has(name));
  expect(bytesOf(diff)).toBeLessThan(25_000);
});
