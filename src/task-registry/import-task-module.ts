import { register } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ownTaskFolder } from './task-folder.ts';

/**
 * Imports a task module and returns its exports. Flowgate's own modules load as the rest of Flowgate does; a module of
 * another folder may be TypeScript or JavaScript, imports the contract as `flowgate/task`, and needs no package.json.
 * @throws whatever the module throws when it is loaded
 */
export async function importTaskModule(path: string): Promise<Readonly<Record<string, unknown>>> {
  const url = pathToFileURL(path).href;
  if (dirname(path) === ownTaskFolder().tasks) return import(url);
  const importFrom = outsideFolders.get(dirname(path)) ?? openOutsideFolder(dirname(path));
  outsideFolders.set(dirname(path), importFrom);
  return (await importFrom)(url);
}

type ImportModule = (url: string) => Promise<Readonly<Record<string, unknown>>>;

// Node keeps its loader hooks until the process ends, so every folder gets them once.
const outsideFolders = new Map<string, Promise<ImportModule>>();

async function openOutsideFolder(folder: string): Promise<ImportModule> {
  // Loading tsx takes its time, and most installations have no folder of their own.
  const { register: registerTsx } = await import('tsx/esm/api');
  const tsx = registerTsx({ namespace: `flowgate-tasks-${outsideFolders.size}` });
  register(`data:text/javascript,${encodeURIComponent(resolveHook(pathToFileURL(folder).href))}`);
  return (url) => tsx.import(url, import.meta.url);
}

/**
 * Source of a Node loader hook: Node finds `flowgate/task` only from inside the package, and takes a file without a
 * package.json for CommonJS. It asks tsx first and answers after it; tsx adds `%3F...` to what it takes for CommonJS, and
 * says where a fault is in TypeScript alone, which JavaScript is too.
 */
function resolveHook(folderUrl: string): string {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const contract = new URL(`task-contract.${extension}`, import.meta.url).href;
  return `
    export async function resolve(specifier, context, next) {
      if (specifier === 'flowgate/task') return next(${JSON.stringify(contract)}, context);
      const found = await next(specifier, context);
      if (!found.url.startsWith(${JSON.stringify(`${folderUrl}/`)}) || found.url.includes('/node_modules/')) return found;
      return /\\.m?[jt]s(\\?|%3F|$)/i.test(found.url) ? { ...found, format: 'module-typescript' } : found;
    }`;
}
