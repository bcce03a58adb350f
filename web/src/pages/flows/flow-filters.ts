import type { FilterChip } from '../../components/filter-chips.tsx';
import { labelProblem, namespaceProblem, type FilterKind } from '../../lists/filter-kinds.ts';

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

export type FlowFilterKind = 'namespace' | 'label';

export const flowFilterKinds: readonly FilterKind<FlowFilterKind>[] = [
  { id: 'label', title: 'Label', phrase: 'label is', hint: 'name:value', problemOf: labelProblem },
  { id: 'namespace', title: 'Namespace', phrase: 'namespace is', hint: 'namespace', problemOf: namespaceProblem },
];

export function withFilter(search: FlowsSearch, kind: FlowFilterKind, value: string): FlowsSearch {
  return kind === 'namespace'
    ? { ...search, namespace: value }
    : { ...search, label: [...new Set([...(search.label ?? []), value])] };
}

/** A chip for each filter, except for the search, which has a field. */
export function chipsOf(
  { namespace, label = [] }: FlowsSearch,
  change: (changed: FlowsSearch) => void,
): readonly FilterChip[] {
  return [
    ...(namespace === undefined
      ? []
      : [{ id: 'namespace', text: `namespace is ${namespace}`, onRemove: () => change({ namespace: undefined }) }]),
    ...label.map((each) => ({
      id: `label ${each}`,
      text: `label is ${each}`,
      onRemove: () => {
        const others = label.filter((other) => other !== each);
        change({ label: others.length === 0 ? undefined : others });
      },
    })),
  ];
}

/** All filters in words, for a list that they have emptied. */
export function filterTexts(search: FlowsSearch): readonly Pick<FilterChip, 'id' | 'text'>[] {
  const { q } = search;
  const ofSearch = q === undefined ? [] : [{ id: 'q', text: `id or namespace starts with ${q}` }];
  return [...ofSearch, ...chipsOf(search, () => undefined)];
}
