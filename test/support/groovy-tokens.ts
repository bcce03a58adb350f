import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { groovyCommand } from './groovy-command.ts';

/**
 * How Groovy 2.4.21 tokenizes each script: its tokens without comments, each literal reduced to its kind. Scripts that
 * differ only in literals and comments give the same result.
 */
export function groovyTokens(scripts: readonly string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'flowgate-tokens-'));
  const file = join(folder, 'scripts.json');
  writeFileSync(file, JSON.stringify(scripts));
  const { command, options } = groovyCommand(join(import.meta.dirname, 'groovy-tokens.groovy'));
  const output = execFileSync(command, [...options, file], { encoding: 'utf8', maxBuffer: 2 ** 30 });
  rmSync(folder, { recursive: true });
  return output.trimEnd().split('\n');
}
