import { severity, type Finding } from '../../finding.ts';
import type { Span } from '../../groovy/syntax.ts';
import type { ByHand } from '../drafts/draft-flow.ts';

/** What became of a statement or directive: by hand, approximated if something differs, or mapped. */
type Became = (ByHand | { readonly differs?: readonly string[] | undefined; readonly note?: string | undefined }) & {
  /** The id of the task, input, variable or trigger. */
  readonly target?: string | undefined;
};

export function findingOf({ start, end }: Span, construct: string, became: Became): Finding {
  const { target } = became;
  const place = { start, end, construct, ...(target !== undefined && { target }) };
  if ('byHand' in became) return { ...place, outcome: 'by hand', message: became.byHand };
  const { differs = [], note } = became;
  const message = differs.length > 0 ? [...new Set(differs)].join('; ') : note;
  const outcome = differs.length > 0 ? 'approximated' : 'mapped';
  return { ...place, outcome, ...(message !== undefined && { message }) };
}

/** What became of each statement of a job. */
export class Findings {
  readonly #findings = new Map<string, Finding>();

  /** In the order of the source, the outer one first. */
  get all(): readonly Finding[] {
    return [...this.#findings.values()].toSorted((a, b) => a.start - b.start || b.end - a.end);
  }

  add(span: Span, construct: string, became: Became): void {
    this.report(findingOf(span, construct, became));
  }

  /** Keeps the worst outcome of a statement that is mapped several times, such as one of a method that is called twice. */
  report(finding: Finding): void {
    const key = `${finding.start}-${finding.end}-${finding.construct}`;
    const former = this.#findings.get(key);
    if (former === undefined || severity[finding.outcome] > severity[former.outcome]) this.#findings.set(key, finding);
  }

  /** Adds what differs to the finding of what retries or tolerates failures at a place. */
  noteOpen(span: Span, differs: string): void {
    for (const [key, finding] of this.#findings) {
      const isInside = finding.start >= span.start && finding.end <= span.end;
      const isAround = finding.start <= span.start && finding.end >= span.end;
      if (!repeating.test(finding.construct) || finding.outcome === 'by hand' || !(isInside || isAround)) continue;
      if (finding.message?.includes(differs) === true) continue;
      const message = finding.outcome === 'mapped' ? differs : `${finding.message ?? ''}; ${differs}`;
      this.#findings.set(key, { ...finding, outcome: 'approximated', message });
    }
  }

  /** Makes the statements behind an input, a variable or a trigger by hand; returns whether any were found. */
  demoteTarget(target: string, why: string): boolean {
    return this.#demote(why, (finding) => finding.target === target);
  }

  /** Makes everything inside a place by hand: what was mapped there turned out not to be valid. */
  demote(span: Span, why: string): void {
    this.#demote(
      why,
      ({ start, end, outcome, construct }) =>
        // Whatever the flow is, it stays disabled.
        start >= span.start && end <= span.end && outcome !== 'by hand' && construct !== 'option disabled',
    );
  }

  #demote(why: string, isMeant: (finding: Finding) => boolean): boolean {
    const found = [...this.#findings].filter(([, finding]) => isMeant(finding));
    for (const [key, finding] of found) this.#findings.set(key, { ...finding, outcome: 'by hand', message: why });
    return found.length > 0;
  }
}

/** What retries or tolerates failures. */
const repeating = /^(?:catchError|warnError|try|retry|option retry)$/;
