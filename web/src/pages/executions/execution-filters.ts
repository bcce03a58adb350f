import type { ExecutionFilter } from '../../api/execution-queries.ts';
import type { ExecutionState } from '../../api/execution-states.ts';
import type { FilterChip } from '../../components/filter-chips.tsx';
import {
  flowNameProblem,
  labelProblem,
  namespaceProblem,
  splitFlowName,
  type FilterKind,
} from '../../lists/filter-kinds.ts';
import { timeText, type TimeRange } from '../../lists/time-range.ts';

/** The filters of a list of executions, as they are in the address. */
export interface ExecutionsSearch extends TimeRange {
  readonly namespace?: string;
  /** The id of a flow, in any namespace without `namespace`. */
  readonly flow?: string;
  readonly state?: readonly ExecutionState[];
  readonly label?: readonly string[];
  readonly actor?: string;
}

export type ExecutionFilterKind = 'flow' | 'namespace' | 'label' | 'actor';

export const executionFilterKinds: readonly FilterKind<ExecutionFilterKind>[] = [
  { id: 'flow', title: 'Flow', phrase: 'flow is', hint: 'namespace/id ( / )', problemOf: flowNameProblem },
  { id: 'namespace', title: 'Namespace', phrase: 'namespace is', hint: 'namespace ( / )', problemOf: namespaceProblem },
  { id: 'label', title: 'Label', phrase: 'label is', hint: 'name:value ( / )', problemOf: labelProblem },
  { id: 'actor', title: 'Started by', phrase: 'started by', hint: 'user or schedule:<id> ( / )' },
];

/** The filters with one more, or with another value of a kind that has only one. */
export function withFilter(search: ExecutionsSearch, kind: ExecutionFilterKind, value: string): ExecutionsSearch {
  switch (kind) {
    case 'flow':
      return { ...search, ...splitFlowName(value) };
    case 'namespace':
      return { ...search, namespace: value, flow: undefined };
    case 'label':
      return { ...search, label: [...new Set([...(search.label ?? []), value])] };
    case 'actor':
      return { ...search, actor: value };
  }
}

export function filterOf({ namespace, flow, state, label, actor, range, from, to }: ExecutionsSearch): ExecutionFilter {
  return { namespace, flow_id: flow, state, label, actor, time: { range, from, to } };
}

/** A chip for each filter, except for states and ranges that have controls of their own. */
export function chipsOf(
  { namespace, flow, label = [], actor }: ExecutionsSearch,
  change: (changed: ExecutionsSearch) => void,
): readonly FilterChip[] {
  return [
    ...(flow === undefined
      ? chip('namespace is', namespace, () => change({ namespace: undefined }))
      : chip('flow is', namespace === undefined ? flow : `${namespace}/${flow}`, () =>
          change({ namespace: undefined, flow: undefined }),
        )),
    ...label.flatMap((each) =>
      chip('label is', each, () => {
        const others = label.filter((other) => other !== each);
        change({ label: others.length === 0 ? undefined : others });
      }),
    ),
    ...chip('started by', actor, () => change({ actor: undefined })),
  ];
}

/** All filters in words, for a list that they have emptied. */
export function filterTexts(
  search: ExecutionsSearch,
  wordOf: (state: ExecutionState) => string,
): readonly { readonly id: string; readonly text: string }[] {
  const { state = [], range, from, to } = search;
  const states = state.map(wordOf).join(' or ');
  const text = timeText({ range, from, to });
  return [
    ...chipsOf(search, () => undefined),
    ...(states === '' ? [] : [{ id: 'state', text: `state is ${states}` }]),
    ...(text === undefined ? [] : [{ id: 'time', text }]),
  ];
}

function chip(phrase: string, value: string | undefined, onRemove: () => void): readonly FilterChip[] {
  return value === undefined ? [] : [{ id: `${phrase} ${value}`, text: `${phrase} ${value}`, onRemove }];
}
