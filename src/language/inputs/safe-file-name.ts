import { utf8Size } from '../../base/text/utf8-size.ts';

const maxNameLength = 200;

/**
 * The name under which an agent stores a file (docs/reference/files.md). Keeps letters and digits of any script, spaces
 * and `. _ - + = @ , ( )`, and replaces everything else with `_`: what is left runs no command, even if a script passes
 * the path to another shell without quotes. The name is never hidden, never looks like an option, has at most 200 bytes
 * and is never empty.
 */
export function safeFileName(filename: string): string {
  const base = filename.split(/[\\/]/).at(-1) ?? '';
  const name = base
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}._+=@,() -]+/gu, '_')
    .replace(outer, '');
  const extension = /\.[A-Za-z0-9]{1,16}(?:\.[A-Za-z0-9]{1,16})?$/.exec(name)?.[0] ?? '';
  const stem = withinBytes(name.slice(0, name.length - extension.length), maxNameLength - extension.length);
  return `${stem}${extension}`.replace(outer, '') || 'file';
}

// Windows removes the last ones.
const outer = /^[. -]+|[. ]+$/g;

/** Cut at a character boundary. */
function withinBytes(text: string, bytes: number): string {
  let cut = '';
  let size = 0;
  for (const character of text) {
    size += utf8Size(character);
    if (size > bytes) break;
    cut += character;
  }
  return cut;
}
