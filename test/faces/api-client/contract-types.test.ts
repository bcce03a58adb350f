import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
// @ts-expect-error it has no types: it is a script of this project, and runs without a compiler
import { ensureContractTypes } from '../../../scripts/setup/contract-types.mjs';

const folder = mkdtempSync(join(tmpdir(), 'flowgate-contract-types-'));
const file = join(folder, 'src/faces/api-client/openapi-types.ts');
mkdirSync(join(folder, 'src/faces/api-client'), { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function typesOf(schema: string): Promise<string> {
  const contract = `openapi: 3.0.3\ninfo: {title: a, version: '1'}\npaths: {}\ncomponents: {schemas: {Sample: ${schema}}}\n`;
  writeFileSync(join(folder, 'openapi.yaml'), contract);
  await ensureContractTypes(folder);
  return /Sample: ([^;]*);/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
}

test.each([
  ['{description: anything}', 'JsonValue'],
  ['{type: object, nullable: true}', 'JsonObject | null'],
  ['{type: object, additionalProperties: {type: string}}', '{\n            [key: string]: string'],
  ['{type: string, format: binary}', 'string | Uint8Array'],
  ['{type: integer}', 'number'],
])('a schema %s becomes the type %s', async (schema, type) => {
  expect(await typesOf(schema)).toBe(type);
});

test('types that are up to date are left alone, and outdated ones are replaced', async () => {
  await typesOf('{type: string}');
  const written = readFileSync(file, 'utf8');
  writeFileSync(file, `${written}// still here\n`);
  await typesOf('{type: string}');
  expect(readFileSync(file, 'utf8')).toContain('// still here');
  await typesOf('{type: boolean}');
  expect(readFileSync(file, 'utf8')).not.toContain('// still here');
});
