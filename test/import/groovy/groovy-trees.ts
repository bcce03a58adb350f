import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { groovyCommand } from '../../support/groovy-command.ts';

/** How Groovy 2.4.21 reads each text, printed as `printGroovy` does with lines; `rejected: ...` if it does not. */
export function groovyTrees(texts: readonly string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'flowgate-trees-'));
  try {
    const file = join(folder, 'texts.json');
    writeFileSync(file, JSON.stringify(texts));
    const { command, options } = groovyCommand(join(import.meta.dirname, 'groovy-tree.groovy'));
    const output = execFileSync(command, [...options, file], { encoding: 'utf8', maxBuffer: 2 ** 30 });
    return output
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as string); // the script prints JSON strings
  } finally {
    rmSync(folder, { recursive: true });
  }
}
