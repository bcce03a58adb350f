import type { FilterChip } from '../../components/filter-chips.tsx';
import { labelProblem, namespaceProblem, type FilterKind } from '../../lists/filter-kinds.ts';
import { chipsOf } from '../../lists/list-filters.ts';

/** The filters of the list of flows, as they are in the address. */
export interface FlowsSearch {
  /** The start of an id or a namespace. */
  readonly q?: string;
  readonly namespace?: string;
  readonly label?: readonly string[];
  readonly sort?: FlowSort;
}

export const flowSorts = ['namespace', 'id', '-updated'] as const;
export type FlowSort = (typeof flowSorts)[number];

export const flowFilterKinds: readonly FilterKind[] = [
  { id: 'label', title: 'Label', phrase: 'label is', hint: 'name:value', problemOf: labelProblem },
  { id: 'namespace', title: 'Namespace', phrase: 'namespace is', hint: 'namespace', problemOf: namespaceProblem },
];

/** All filters in words, for a list that they have emptied. */
export function filterTexts(search: FlowsSearch): readonly Pick<FilterChip, 'id' | 'text'>[] {
  const { q } = search;
  const prefix = q === undefined ? [] : [{ id: 'q', text: `ID or namespace starts with ${q}` }];
  return [...prefix, ...chipsOf(search, flowFilterKinds, () => undefined)];
}
