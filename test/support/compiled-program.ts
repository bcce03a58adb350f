import { dirname, join, relative, resolve } from 'node:path';
import type { Plugin } from 'vitest/config';

const projectFolder = join(import.meta.dirname, '../..');
const ofProgram = /^(?:src|tasks)\//;

/**
 * Gives the tests the compiled modules of src and tasks in place of the sources. Node.js loads and runs them in five sixths
 * of the CPU time that Vitest takes for the sources, and the processes that they start need no compiler. Their stacks show
 * lines of the compiled modules, and no test can replace one of them.
 * @param folder of `compileModules`
 */
export function compiledProgram(folder: string): Plugin {
  return {
    name: 'compiled-program',
    enforce: 'pre',
    config: () => ({ test: { server: { deps: { external: [folder] } } } }),
    resolveId(id, importer = '') {
      if (!/^\.?\.?\/.*\.ts$/.test(id)) return null;
      const source = relative(projectFolder, resolve(dirname(importer), id));
      return ofProgram.test(source) ? { id: join(folder, source.replace(/ts$/, 'js')), external: true } : null;
    },
  };
}
