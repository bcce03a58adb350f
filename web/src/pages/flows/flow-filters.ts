import type { FilterChip } from '../../components/filter-chips.tsx';
import { labelProblem, namespaceProblem, type FilterKind } from '../../lists/filter-kinds.ts';
import { chipsOf } from '../../lists/list-filters.ts';
import { choiceParam, listParam, textParam, type Search } from '../../search-params.ts';

/** In the order in which they are offered; the first is the default. */
export const flowSorts = [
  { value: 'namespace', text: 'By namespace' },
  { value: 'id', text: 'By ID' },
  { value: '-updated', text: 'Recently changed first' },
] as const;

/** The filters of the list of flows, as they are in the address. */
export function flowsSearch(search: Search) {
  return {
    /** Words to search for. */
    q: textParam(search, 'q'),
    namespace: textParam(search, 'namespace'),
    label: listParam(search, 'label'),
    sort: choiceParam(
      search,
      'sort',
      flowSorts.map(({ value }) => value),
    ),
  };
}

export type FlowsSearch = Partial<ReturnType<typeof flowsSearch>>;

export const flowFilterKinds: readonly FilterKind[] = [
  { id: 'label', title: 'Label', phrase: 'label is', hint: 'name:value', problemOf: labelProblem },
  { id: 'namespace', title: 'Namespace', phrase: 'namespace is', hint: 'namespace', problemOf: namespaceProblem },
];

/** All filters in words, for a list that they have emptied. */
export function filterTexts(search: FlowsSearch): readonly Pick<FilterChip, 'id' | 'text'>[] {
  const { q } = search;
  const words = q === undefined ? [] : [{ id: 'q', text: `contains ${q}` }];
  return [...words, ...chipsOf(search, flowFilterKinds, () => undefined)];
}
