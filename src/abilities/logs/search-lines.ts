import { feedsIn } from './lines/feeds-in.ts';
import type { LogChunk } from './lines/log-reading.ts';

/** A place in a log: where a line begins. */
export interface LinePlace {
  /** From 1. */
  readonly line: number;
  /** In bytes. */
  readonly offset: number;
}

export interface FoundLine extends LinePlace {
  /** The part of the line around the first match. */
  readonly text: string;
}

const maxText = 500;
/** How much of a long line is shown before its match. */
const textBefore = 100;
const lineFeed = 0x0a;

/**
 * The lines of a part of a log that contain a text, in any case.
 * @param place of its first line
 * @returns the place after it, or of the line that only begins in it
 */
export function searchLines(
  chunk: LogChunk,
  wanted: string,
  place: LinePlace,
): { readonly found: readonly FoundLine[]; readonly next: LinePlace } {
  const lower = wanted.toLowerCase();
  const found: FoundLine[] = [];
  let { line } = place;
  for (const { start, bytes } of chunk.texts) {
    if (!bytes.toString().toLowerCase().includes(lower)) {
      line += feedsIn(bytes);
      continue;
    }
    for (let at = 0; at < bytes.length;) {
      const feed = bytes.indexOf(lineFeed, at);
      const text = bytes.toString('utf8', at, feed === -1 ? bytes.length : feed);
      const index = text.toLowerCase().indexOf(lower);
      if (index !== -1 && found.at(-1)?.line !== line) {
        const from = index + lower.length <= maxText ? 0 : index - textBefore;
        found.push({ line, offset: start + at, text: text.slice(from, from + maxText) });
      }
      if (feed === -1) break;
      at = feed + 1;
      line++;
    }
  }
  return { found, next: { line, offset: chunk.end } };
}
