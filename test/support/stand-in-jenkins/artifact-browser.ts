import picomatch from 'picomatch';
import { page, plain, redirect, type Answer } from './answer.ts';
import { zipOf } from './zip-of.ts';

/**
 * What Jenkins serves below `artifact/` of a build, with all paths that its folder browser gives another meaning
 * (`DirectoryBrowserSupport.serveFile`): wildcards, unless a file has such a name; archives, including hidden folders;
 * lists. As there, the path is decoded first.
 * @param files content by path
 * @param path after `artifact`, encoded, with its leading slash, or empty
 * @param address of this page, encoded
 */
export function browseArtifacts(files: ReadonlyMap<string, string>, path: string, address: string): Answer {
  // Jetty rejects them in any path.
  if (/%5c|%[01][0-9a-f]|%7f/i.test(path)) return page(400);
  if (path.includes(';')) return page(400, 'Semicolons are not allowed in the request URI');
  const asked = decodeURIComponent(path);
  if (asked.includes('/../')) return page(400);
  const { base, rest, kind } = split(asked, files);
  const content = files.get(base);
  if (content !== undefined)
    return rest === '' || rest === '*view*' ? plain(200, { 'content-type': 'text/plain' }, content) : page(200);
  const below = [...files]
    .filter(([name]) => base === '' || name.startsWith(`${base}/`))
    .map(([name, text]) => [base === '' ? name : name.slice(base.length + 1), text] as const);
  if (below.length === 0) return page(404);
  if (kind === 'zip') {
    const isMeant = picomatch(rest === '' ? '**' : rest, { dot: true });
    return plain(200, { 'content-type': 'application/zip' }, zipOf(below.filter(([name]) => isMeant(name))));
  }
  const children = [...new Set(below.map(([name]) => name.replace(/(?<=\/).*/, '')))];
  if (kind === 'plain')
    return plain(200, { 'content-type': 'text/plain;charset=UTF-8' }, children.map((name) => `${name}\n`).join(''));
  if (rest === '') return asked.endsWith('/') ? listing(children) : redirect(`${address}/`);
  const isMeant = picomatch(rest, { dot: true });
  return listing(below.map(([name]) => name).filter((name) => isMeant(name)));
}

interface Question {
  /** Without wildcards. */
  readonly base: string;
  readonly rest: string;
  readonly kind: 'file' | 'zip' | 'plain';
}

function split(asked: string, files: ReadonlyMap<string, string>): Question {
  const base: string[] = [];
  const rest: string[] = [];
  let isBase = true;
  for (const name of asked.split('/').filter((part) => part !== '')) {
    const here = [...base, name].join('/');
    if (/[?*]/.test(name) && isBase && ![...files.keys()].some((file) => file === here || file.startsWith(`${here}/`)))
      isBase = false;
    if (name === '*zip*' || name === '*plain*')
      return { base: base.join('/'), rest: rest.join('/'), kind: name === '*zip*' ? 'zip' : 'plain' };
    (isBase ? base : rest).push(name);
  }
  return { base: base.join('/'), rest: rest.join('/'), kind: 'file' };
}

function listing(names: readonly string[]): Answer {
  const { headers } = page(200);
  return plain(
    200,
    headers,
    `<!DOCTYPE html><html><body>${names.map((name) => `<a href="${name}">${name}</a>`).join('\n')}</body></html>`,
  );
}
