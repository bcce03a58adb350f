// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const unservable = /[*?\\\u0000-\u001f\u007f]/;

/**
 * Whether Jenkins serves what is at a path among the artifacts of a build, and nothing else. In a part of the path it reads
 * `*` and `?` as wildcards where no file has that very name; `*zip*` and `*plain*` stand for archives and lists, which
 * include hidden folders, even where a file has that name. A backslash separates folders on Windows, and a
 * control character or a backslash makes its server reject the request. All of this happens after decoding.
 */
export function isServablePath(path: string): boolean {
  const isServable = (name: string) => name !== '' && name !== '.' && name !== '..' && !unservable.test(name);
  return path.split('/').every(isServable);
}
