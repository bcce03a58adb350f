import { percentOf, type Coverage } from '../coverage.ts';
import type { Finding } from '../finding.ts';
import type { FoundJob } from '../jobs/found-job.ts';
import { groupOf } from '../mapping/context/construct-of.ts';
import { literalText } from '../pipeline/directive-block.ts';
import type { Library } from '../pipeline/pipeline.ts';

/** How much of the jobs of a Jenkins flows can say. */
export interface Audit {
  /** The jobs with a pipeline by coverage, the highest first; then the others, without folders. */
  readonly jobs: readonly AuditedJob[];
  /** How many jobs of each kind there are. */
  readonly kinds: Readonly<Record<string, number>>;
  /** The totals of all jobs. */
  readonly totals: Pick<Coverage, 'statements' | 'mapped' | 'approximated' | 'byHand' | 'percent'>;
  /** What is by hand most often, the most frequent first. */
  readonly obstacles: readonly Obstacle[];
  /** The shared libraries, the most frequent first. */
  readonly libraries: readonly { readonly name: string; readonly jobs: number }[];
  /** How many jobs could not be read. */
  readonly broken: number;
}

export interface AuditedJob {
  readonly name: string;
  readonly kind: FoundJob['kind'];
  readonly coverage?: Coverage;
  readonly note?: string;
  readonly isBroken?: true;
}

interface Obstacle {
  /** Such as `script block` or `variable`: the constructs of a job without the names of its own. */
  readonly construct: string;
  /** How many statements. */
  readonly count: number;
  /** In how many jobs. */
  readonly jobs: number;
}

/** Counts jobs one by one; keeps a line of each, and nothing of their sources. */
export class AuditTally {
  readonly #jobs: AuditedJob[] = [];
  #folders = 0;
  readonly #obstacles = new Map<string, { count: number; jobs: number }>();
  readonly #libraries = new Map<string, number>();

  /** @param result of the import of a job with a pipeline */
  add(
    { name, kind, note, isBroken, pipeline }: FoundJob,
    result?: { readonly findings: readonly Finding[]; readonly coverage: Coverage },
  ): void {
    if (kind === 'folder') {
      this.#folders += 1;
      return;
    }
    this.#jobs.push({
      name,
      kind,
      ...(result !== undefined && { coverage: result.coverage }),
      ...(note !== undefined && { note }),
      ...(isBroken !== undefined && { isBroken }),
    });
    const libraries = new Set(pipeline?.libraries.flatMap(namesOf));
    for (const library of libraries) this.#libraries.set(library, (this.#libraries.get(library) ?? 0) + 1);
    const byHand = (result?.findings ?? []).filter(({ outcome }) => outcome === 'by hand');
    const constructs = byHand.map(({ construct }) => groupOf(construct));
    for (const construct of constructs) this.#obstacle(construct).count += 1;
    for (const construct of new Set(constructs)) this.#obstacle(construct).jobs += 1;
  }

  finish(): Audit {
    const kinds: Record<string, number> = this.#folders === 0 ? {} : { folder: this.#folders };
    for (const { kind } of this.#jobs) kinds[kind] = (kinds[kind] ?? 0) + 1;
    const sum = (field: 'statements' | 'mapped' | 'approximated' | 'byHand') =>
      this.#jobs.reduce((total, { coverage }) => total + (coverage?.[field] ?? 0), 0);
    const [statements, mapped, approximated, byHand] = [
      sum('statements'),
      sum('mapped'),
      sum('approximated'),
      sum('byHand'),
    ];
    return {
      jobs: this.#jobs.toSorted((a, b) => shareOf(b) - shareOf(a) || (a.name < b.name ? -1 : 1)),
      kinds,
      totals: { statements, mapped, approximated, byHand, percent: percentOf(mapped + approximated, statements) },
      obstacles: [...this.#obstacles]
        .map(([construct, counts]) => ({ construct, ...counts }))
        .toSorted((a, b) => b.count - a.count || b.jobs - a.jobs || (a.construct < b.construct ? -1 : 1)),
      libraries: [...this.#libraries]
        .map(([name, jobs]) => ({ name, jobs }))
        .toSorted((a, b) => b.jobs - a.jobs || (a.name < b.name ? -1 : 1)),
      broken: this.#jobs.filter(({ isBroken }) => isBroken).length,
    };
  }

  #obstacle(construct: string): { count: number; jobs: number } {
    const counts = this.#obstacles.get(construct) ?? { count: 0, jobs: 0 };
    this.#obstacles.set(construct, counts);
    return counts;
  }
}

/** The share of the statements that is mapped; less than 0 without an import. */
function shareOf({ coverage }: AuditedJob): number {
  if (coverage === undefined) return -1;
  const { statements, byHand } = coverage;
  return statements === 0 ? 1 : (statements - byHand) / statements;
}

/** The names in `@Library(['tools@1.2', 'deploy'])` without their versions. */
function namesOf({ arguments: given }: Library): readonly string[] {
  return given
    .filter(({ name }) => name === undefined || name === 'value' || name === 'identifier')
    .flatMap(({ value }) => (value.kind === 'list' ? value.items : [value]))
    .flatMap((value) => literalText(value) ?? [])
    .map((text) => text.split('@')[0] ?? text);
}
