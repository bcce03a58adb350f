import { severity, type Finding, type Outcome } from './finding.ts';
import type { Span } from './groovy/syntax.ts';
import { TextPlaces } from './text-places.ts';

/** How much of a Jenkins job its flow says. */
export interface Coverage {
  readonly statements: number;
  readonly mapped: number;
  readonly approximated: number;
  readonly byHand: number;
  /** Mapped and approximated statements in percent, rounded down; 100 for a job without statements, which lacks nothing. */
  readonly percent: number;
  /** Lines with code: neither empty, nor only a comment, nor only brackets. */
  readonly lines: number;
  /** Lines with code that are not by hand in percent, rounded down; 100 without such lines. */
  readonly linesPercent: number;
}

/** A text with its comments, such as a `GroovyFile`. */
interface CoveredSource {
  readonly text: string;
  readonly comments: readonly Span[];
}

/** @param findings with places in the text of the source */
export function coverageOf(findings: readonly Finding[], { text, comments }: CoveredSource): Coverage {
  const count = (outcome: Outcome) => findings.filter((finding) => finding.outcome === outcome).length;
  const [mapped, approximated, byHand] = [count('mapped'), count('approximated'), count('by hand')];
  const outcomes = lineOutcomes(findings, text);
  const code = blanked(text, comments)
    .split('\n')
    .flatMap((line, index) => (/[^\s{}()[\];,]/.test(line) ? [index] : []));
  const linesByHand = code.filter((index) => outcomes[index] === 'by hand').length;
  return {
    statements: findings.length,
    mapped,
    approximated,
    byHand,
    percent: percentOf(mapped + approximated, findings.length),
    lines: code.length,
    linesPercent: percentOf(code.length - linesByHand, code.length),
  };
}

/** Rounded down, so that 100 means all; 100 of nothing. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 100 : Math.floor((part * 100) / whole);
}

/**
 * The outcome of each line of a text: that of the innermost statement on it, and of several statements side by side the
 * worst. Lines outside of all statements have none.
 */
export function lineOutcomes(findings: readonly Finding[], text: string): readonly (Outcome | undefined)[] {
  const places = new TextPlaces(text);
  const owners: (Finding | undefined)[] = Array.from({ length: places.lines });
  const outerFirst = findings.toSorted((a, b) => a.start - b.start || b.end - a.end);
  for (const finding of outerFirst) {
    const content = text.slice(finding.start, finding.end).trimEnd();
    const last = places.at(finding.start + Math.max(0, content.length - 1)).line;
    for (let line = places.at(finding.start).line; line <= last; line++) {
      const owner = owners[line - 1];
      if (owner === undefined || isInside(finding, owner) || severity[finding.outcome] > severity[owner.outcome])
        owners[line - 1] = finding;
    }
  }
  return owners.map((owner) => owner?.outcome);
}

/** @param outer starts no later */
function isInside(inner: Span, outer: Span): boolean {
  return inner.end < outer.end || (inner.end === outer.end && inner.start > outer.start);
}

/** The text with spaces in place of its comments. */
function blanked(text: string, comments: readonly Span[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of comments.toSorted((a, b) => a.start - b.start)) {
    parts.push(text.slice(from, start), text.slice(start, end).replace(/[^\n]/g, ' '));
    from = end;
  }
  return [...parts, text.slice(from)].join('');
}
