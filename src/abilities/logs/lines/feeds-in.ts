const lineFeed = 0x0a;

/** The number of line feeds. */
export function feedsIn(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) count++;
  return count;
}
