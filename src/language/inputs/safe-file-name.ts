import { utf8Size } from '../../problem/utf8-size.ts';
const maxNameLength = 200;

/**
 * The name under which a worker stores a file (docs/reference/files.md): letters and digits of any script, `.`, `_`,
 * `-`, `+`, `=`, `@` and `,` stay, everything else becomes `_`. Never hidden, never an option, never longer than 200
 * bytes, never empty.
 */
export function safeFileName(filename: string): string {
  const base = filename.split(/[\\/]/).at(-1) ?? '';
  const name = base
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}._+=@,-]+/gu, '_')
    .replace(/^[.-]+/, '');
  const extension = /\.[A-Za-z0-9]{1,16}(?:\.[A-Za-z0-9]{1,16})?$/.exec(name)?.[0] ?? '';
  const stem = withinBytes(name.slice(0, name.length - extension.length), maxNameLength - extension.length);
  return `${stem}${extension}`.replace(/^[.-]+/, '') || 'file';
}

/** Cut where a character ends. */
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
