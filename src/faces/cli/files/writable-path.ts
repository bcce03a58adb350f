/**
 * Whether a path of another machine, separated by `/`, can be written below a folder of this one: never outside of it,
 * never on a device, and under exactly this name.
 * @param platform as `process.platform`
 */
export function isWritablePath(path: string, platform: NodeJS.Platform = process.platform): boolean {
  // Lines of output are names of files.
  // oxlint-disable-next-line no-control-regex -- it looks for control characters
  if (/[\u0000-\u001f\u007f]/.test(path)) return false;
  const names = path.split('/');
  if (names.some((name) => name === '' || name === '.' || name === '..')) return false;
  return platform !== 'win32' || names.every(isWindowsName);
}

/** Windows reads `\\` as a separator and `:` as a drive or stream, and ignores dots and spaces at the end of a name. */
function isWindowsName(name: string): boolean {
  return (
    !/[\\:*?"<>|]|[. ]$/.test(name) &&
    !/^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])(?:\.|$)/i.test(name)
  );
}
