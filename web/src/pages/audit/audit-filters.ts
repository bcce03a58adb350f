import { flowNameProblem, namespaceProblem, type FilterKind } from '../../lists/filter-kinds.ts';
import { rangeParams, type RangeWord } from '../../lists/time-range.ts';
import { choiceParam, textParam, type Search } from '../../search-params.ts';
import { auditActions, auditOutcomes, outcomeStyles, wordsOfAction } from './audit-words.ts';

/** The filters of the audit trail, as they are in the address. */
export function auditSearch(search: Search) {
  return {
    namespace: textParam(search, 'namespace'),
    flow: textParam(search, 'flow'),
    actor: textParam(search, 'actor'),
    action: choiceParam(search, 'action', auditActions),
    outcome: choiceParam(search, 'outcome', auditOutcomes),
    ...rangeParams(search),
  };
}

export type AuditSearch = Partial<ReturnType<typeof auditSearch>>;

/** The trail can be long: without a range, only the latest entries are shown. */
export const defaultRange: RangeWord = '24h';

export const auditFilterKinds: readonly FilterKind[] = [
  {
    id: 'action',
    title: 'Action',
    phrase: 'action is',
    hint: 'Run a flow, …',
    values: auditActions.map((value) => ({ value, text: wordsOfAction(value) })),
    isClosed: true,
  },
  { id: 'actor', title: 'Who', phrase: 'by', hint: 'user or webhook:<id>' },
  { id: 'flow', title: 'Flow', phrase: 'flow is', hint: 'namespace/id', problemOf: flowNameProblem },
  { id: 'namespace', title: 'Namespace', phrase: 'namespace is', hint: 'namespace', problemOf: namespaceProblem },
  {
    id: 'outcome',
    title: 'Outcome',
    phrase: 'outcome is',
    hint: 'Denied, …',
    values: auditOutcomes.map((value) => ({ value, text: outcomeStyles[value].word })),
    isClosed: true,
  },
];
