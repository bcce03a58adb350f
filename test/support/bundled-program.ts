import { mkdirSync, rmSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { packageRoot } from '../../src/base/config/package-root.ts';
import { atProcessEnd } from './process-end.ts';

const bundles = new Map<string, Promise<string>>();

/**
 * The path of a program of the tests in one file: Node.js starts it in a third of the CPU time that its sources take. It
 * takes itself for its sources, because what it reads stands beside them.
 * @param source its TypeScript file
 */
export function bundledProgram(source: string): Promise<string> {
  const made = bundles.get(source) ?? bundle(source);
  bundles.set(source, made);
  return made;
}

async function bundle(source: string): Promise<string> {
  // Below the project, whose packages it imports.
  const folder = join(packageRoot(), 'node_modules/.cache/flowgate-tests', String(process.pid));
  mkdirSync(folder, { recursive: true });
  atProcessEnd(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, `${basename(source, '.ts')}-${bundles.size}.mjs`);
  const program = await rolldown({
    input: source,
    platform: 'node',
    external: (id) => !id.startsWith('.') && !isAbsolute(id),
    plugins: [{ name: 'places-of-sources', transform: (code, id) => withPlace(code, id) }],
    logLevel: 'silent',
  });
  await program.write({ file, codeSplitting: false });
  await program.close();
  return file;
}

function withPlace(code: string, id: string): string {
  return code
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
    .replaceAll('import.meta.filename', JSON.stringify(id))
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href));
}
