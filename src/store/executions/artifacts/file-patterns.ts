/**
 * The Ant patterns that a pattern of a task may stand for, without the workspace that it was written for: one that is the
 * name of a file or folder means that file, or everything in that folder.
 */
export function filePatterns(pattern: string): readonly string[] {
  const plain = plainPattern(pattern);
  if (plain === '') return [];
  if (plain === '**') return ['**'];
  const name = plain.replace(/\/$/, '').replaceAll(',', '?');
  const parts = plain.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
  // An empty pattern means every file in Ant.
  return [...(parts.length === 0 ? ['**'] : parts), name, `${name}/**`];
}

/** A pattern without `./`; a `/` at its end means everything in a folder. */
export function plainPattern(pattern: string): string {
  const trimmed = pattern.trim();
  if (trimmed === '') return '';
  const plain = `/${trimmed}`.replaceAll(/(?:\/\.)+(?=\/|$)/g, '').replace(/\/+$/, '/');
  return plain === '' || plain === '/' ? '**' : plain.slice(1);
}
