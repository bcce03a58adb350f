/** The log written so far, which can be read in parts. */
export interface LogBytes {
  readonly size: number;
  /** Returns at most this many bytes from an offset on; fewer where the log ends. */
  read(start: number, bytes: number): Promise<Buffer>;
}

/** The bytes from `start` (inclusive) to `end` (exclusive). */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Moves both ends to the next character boundary, so that no part contains half a character and adjacent parts lose
 * none. A part within one character gets the next one.
 */
export async function wholeCharacters(log: LogBytes, range: ByteRange): Promise<ByteRange> {
  const start = await behindCharacter(log, range.start);
  return { start, end: await behindCharacter(log, Math.max(range.end, start + 1)) };
}

async function behindCharacter(log: LogBytes, offset: number): Promise<number> {
  if (offset === 0 || offset >= log.size) return Math.min(offset, log.size);
  const bytes = await log.read(offset, maxCharacterLength);
  const length = bytes.findIndex((byte) => !isContinuation(byte));
  return offset + (length === -1 ? bytes.length : length);
}

/** The bytes of a range, in chunks. */
export async function* bytesOf(log: LogBytes, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  for (let offset = start; offset < end;) {
    const piece = await log.read(offset, Math.min(pieceBytes, end - offset));
    if (piece.length === 0) return;
    yield piece;
    offset += piece.length;
  }
}

const pieceBytes = 256 * 1024;
// In UTF-8.
const maxCharacterLength = 4;

/** Whether a byte of UTF-8 continues a character. */
export function isContinuation(byte: number): boolean {
  return (byte & 0b1100_0000) === 0b1000_0000;
}
