import { expect, test } from 'vitest';
import { parseGroovy } from '../../../src/import/groovy/parse-groovy.ts';
import { snippets } from './snippets.ts';

const pieces = [...new Set(snippets.flatMap(({ source }) => source.match(/\w+|\s+|[^\w\s]/g) ?? []))];

test('mutated snippets never throw, and each part of their trees is within the one around it', () => {
  const random = newRandom(31);
  for (let count = 0; count < 4_000; count++) {
    const source = mutate(snippets[random(snippets.length)]!.source, random);
    const { statements, problems } = parseGroovy(source);
    const { misplaced, hasUnreadable } = check([statements, problems], source.length);
    expect({ source, misplaced, isSilent: hasUnreadable && problems.length === 0 }).toEqual({
      source,
      misplaced: [],
      isSilent: false,
    });
  }
});

/** Removes, repeats, replaces or inserts pieces at random places. */
function mutate(source: string, random: (limit: number) => number): string {
  let text = source;
  for (let count = random(3); count >= 0; count--) {
    const start = random(text.length + 1);
    const end = start + random(4);
    const kept = [text.slice(start, end).repeat(2), '', pieces[random(pieces.length)]!][random(3)]!;
    text = text.slice(0, start) + kept + text.slice(random(2) === 0 ? start : end);
  }
  return text;
}

interface Node {
  readonly kind?: string;
  readonly start?: number;
  readonly end?: number;
}

function check(root: unknown, length: number): { readonly misplaced: Node[]; readonly hasUnreadable: boolean } {
  const misplaced: Node[] = [];
  let hasUnreadable = false;
  const visit = (value: unknown, from: number, to: number, isInNew: boolean): void => {
    if (typeof value !== 'object' || value === null) return;
    const node: Node = value;
    const { start = from, end = to } = node;
    if (start < from || end > to || start > end) misplaced.push(node);
    if (node.kind === 'unreadable' && !isInNew) hasUnreadable = true;
    for (const child of Object.values(value))
      visit(child, start, end, node.kind === 'new' || (isInNew && node.kind === undefined));
  };
  visit(root, 0, length, false);
  return { misplaced, hasUnreadable };
}

/** A generator of reproducible numbers from 0 to below a limit (mulberry32). */
function newRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}
