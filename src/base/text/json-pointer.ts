/** Writes a path as a JSON Pointer (RFC 6901); the root is the empty string. */
export function jsonPointer(path: readonly (string | number)[]): string {
  return path.map((part) => `/${escapedPart(String(part))}`).join('');
}

/** One part of a JSON Pointer. */
export function escapedPart(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The parts of a JSON Pointer, unescaped; none for the root. */
export function pointerParts(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}
