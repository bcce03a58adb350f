// oxlint-disable-next-line no-control-regex -- it looks for control characters
const unservable = /[*?\\\u0000-\u001f\u007f]/;

/**
 * Whether Jenkins serves exactly the file at an artifact's path. In each part of the path it treats `*` and `?` as
 * wildcards unless a file has that exact name; `*zip*` and `*plain*` always mean archives and lists, which include
 * hidden folders. A backslash separates folders on Windows, and a control character or a backslash makes its server
 * reject the request. All of this happens after decoding.
 */
export function isServablePath(path: string): boolean {
  const isServable = (name: string) => name !== '' && name !== '.' && name !== '..' && !unservable.test(name);
  return path.split('/').every(isServable);
}
