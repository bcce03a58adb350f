import type { Finding } from './finding.ts';
export interface Coverage { readonly statements: number; readonly mapped: number; readonly approximated: number; readonly byHand: number; readonly percent: number; readonly lines: number; readonly linesPercent: number }
export function coverageOf(findings: readonly Finding[], _source: string): Coverage {
  const count = (o: Finding['outcome']) => findings.filter(({ outcome }) => outcome === o).length;
  const byHand = count('by hand');
  return { statements: findings.length, mapped: count('mapped'), approximated: count('approximated'), byHand, percent: findings.length === 0 ? 100 : Math.round(100 * (findings.length - byHand) / findings.length), lines: 0, linesPercent: 0 };
}
