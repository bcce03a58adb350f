import type { FilterChip } from '../../components/filter-chips.tsx';
import { flowNameProblem, namespaceProblem, splitFlowName, type FilterKind } from '../../lists/filter-kinds.ts';
import type { RangeWord, TimeRange } from '../../lists/time-range.ts';
import {
  auditActions,
  auditOutcomes,
  outcomeLooks,
  wordsOfAction,
  type AuditAction,
  type AuditOutcome,
} from './audit-words.ts';

/** The filters of the audit trail, as they are in the address. */
export interface AuditSearch extends TimeRange {
  readonly namespace?: string;
  readonly flow?: string;
  readonly actor?: string;
  readonly action?: AuditAction;
  readonly outcome?: AuditOutcome;
}

/** The trail can be long: without a range, only the latest entries are shown, and the page says so. */
export const defaultRange: RangeWord = '24h';

export type AuditFilterKind = 'action' | 'actor' | 'flow' | 'namespace' | 'outcome';

export const auditFilterKinds: readonly FilterKind<AuditFilterKind>[] = [
  {
    id: 'action',
    title: 'Action',
    phrase: 'action is',
    hint: 'Run a flow, … ( / )',
    values: auditActions.map((value) => ({ value, text: wordsOfAction(value) })),
    isClosed: true,
  },
  { id: 'actor', title: 'Who', phrase: 'by', hint: 'user or webhook:<id> ( / )' },
  { id: 'flow', title: 'Flow', phrase: 'flow is', hint: 'namespace/id ( / )', problemOf: flowNameProblem },
  { id: 'namespace', title: 'Namespace', phrase: 'namespace is', hint: 'namespace ( / )', problemOf: namespaceProblem },
  {
    id: 'outcome',
    title: 'Outcome',
    phrase: 'outcome is',
    hint: 'Denied, … ( / )',
    values: auditOutcomes.map((value) => ({ value, text: outcomeLooks[value].word })),
    isClosed: true,
  },
];

export function withFilter(search: AuditSearch, kind: AuditFilterKind, value: string): AuditSearch {
  switch (kind) {
    case 'flow':
      return { ...search, ...splitFlowName(value) };
    case 'namespace':
      return { ...search, namespace: value, flow: undefined };
    case 'action':
      return { ...search, action: auditActions.find((action) => action === value) };
    case 'outcome':
      return { ...search, outcome: auditOutcomes.find((outcome) => outcome === value) };
    case 'actor':
      return { ...search, actor: value };
  }
}

/** A chip for each filter, except for the range, which has a control of its own. */
export function chipsOf(
  { namespace, flow, actor, action, outcome }: AuditSearch,
  change: (changed: AuditSearch) => void,
): readonly FilterChip[] {
  const chip = (phrase: string, value: string | undefined, cleared: AuditSearch): readonly FilterChip[] =>
    value === undefined ? [] : [{ id: phrase, text: `${phrase} ${value}`, onRemove: () => change(cleared) }];
  return [
    ...chip('action is', action && wordsOfAction(action), { action: undefined }),
    ...chip('outcome is', outcome && outcomeLooks[outcome].word, { outcome: undefined }),
    ...chip('by', actor, { actor: undefined }),
    ...(flow === undefined
      ? chip('namespace is', namespace, { namespace: undefined })
      : chip('flow is', namespace === undefined ? flow : `${namespace}/${flow}`, {
          namespace: undefined,
          flow: undefined,
        })),
  ];
}
