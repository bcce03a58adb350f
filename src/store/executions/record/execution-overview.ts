import type { ExecutionBrief } from './execution-brief.ts';

/** What happened in all namespaces, or in some of them. */
export interface ExecutionOverview {
  /** Failed since then, the latest failure first. Counts at most `maxFailures` of each namespace. */
  readonly failed: CountedExecutions;
  /** Those that run and wait for nothing, newest first. */
  readonly running: CountedExecutions;
  /** How many ended on each of the requested days. */
  readonly days: readonly DayCounts[];
  /** Of the requested namespaces. */
  readonly namespaces: ReadonlyMap<string, { readonly failed: number; readonly running: number }>;
}

export interface CountedExecutions {
  readonly count: number;
  /** The first ones. */
  readonly executions: readonly ExecutionBrief[];
}

export type DayCounts = Readonly<Record<(typeof countedStates)[number], number>>;
export const countedStates = ['SUCCESS', 'WARNING', 'FAILED', 'KILLED'] as const;

export interface OverviewQuery {
  /** Those with numbers of their own. */
  readonly namespaces: readonly string[];
  /** Whether everything else counts all namespaces, and not only these. */
  readonly isOfAll: boolean;
  readonly since: Date;
  /** In UTC, as `2026-01-02`. */
  readonly days: readonly string[];
  /** Of executions in a list. */
  readonly limit: number;
}

/** How many failures are counted. */
export const maxFailures = 10_000;
/** How many days of counts are kept. */
export const keptDays = 16;
/** How many days failures can be listed. */
export const failureDays = 2;
