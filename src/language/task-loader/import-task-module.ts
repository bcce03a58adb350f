import { register } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ownTaskFolder } from './task-folder.ts';

/**
 * Imports a task module and returns its exports. Flowgate's own modules are loaded like the rest of Flowgate. A module
 * of another folder can be TypeScript or JavaScript, imports the contract as `@flowgate/flowgate/task`, and needs no
 * package.json.
 * @throws whatever the module throws while it is loaded
 */
export async function importTaskModule(path: string): Promise<Readonly<Record<string, unknown>>> {
  const url = pathToFileURL(path).href;
  if (dirname(path) === ownTaskFolder().tasks) return import(url);
  const importFrom = outsideFolders.get(dirname(path)) ?? openOutsideFolder(dirname(path));
  outsideFolders.set(dirname(path), importFrom);
  return (await importFrom)(url);
}

type ImportModule = (url: string) => Promise<Readonly<Record<string, unknown>>>;

// Node keeps loader hooks until the process ends, so every folder registers them once.
const outsideFolders = new Map<string, Promise<ImportModule>>();

async function openOutsideFolder(folder: string): Promise<ImportModule> {
  // Loading tsx is slow, and most installations have no task folder.
  const { register: registerTsx } = await import('tsx/esm/api');
  const tsx = registerTsx({ namespace: `flowgate-tasks-${outsideFolders.size}` });
  // A regular import would load the contract a second time, and this instance would reject the Groovy of that one.
  const contract = await import('../task-types/task-contract.ts');
  Object.defineProperty(globalThis, Symbol.for(contractName), { value: contract, configurable: true });
  register(javascriptUrl(resolveHook(pathToFileURL(folder).href, Object.keys(contract))));
  return (url) => tsx.import(url, import.meta.url);
}

const contractName = '@flowgate/flowgate/task';

/**
 * Source of a Node loader hook: it resolves `@flowgate/flowgate/task` to the contract of this process, and treats files
 * without a package.json as ES modules, which Node would treat as CommonJS. It runs after tsx, which adds `%3F...` to
 * what it considers CommonJS. The format is TypeScript, which includes JavaScript, so that tsx reports the position of
 * problems.
 */
function resolveHook(folderUrl: string, exported: readonly string[]): string {
  const contract = `export const { ${exported.join(', ')} } = globalThis[Symbol.for(${JSON.stringify(contractName)})];`;
  return `
    export async function resolve(specifier, context, next) {
      if (specifier === ${JSON.stringify(contractName)}) return { url: ${JSON.stringify(javascriptUrl(contract))}, format: 'module', shortCircuit: true };
      const found = await next(specifier, context);
      if (!found.url.startsWith(${JSON.stringify(`${folderUrl}/`)}) || found.url.includes('/node_modules/')) return found;
      return /\\.m?[jt]s(\\?|%3F|$)/i.test(found.url) ? { ...found, format: 'module-typescript' } : found;
    }`;
}

function javascriptUrl(source: string): string {
  return `data:text/javascript,${encodeURIComponent(source)}`;
}
