import type { FilterChip } from '../components/filter-chips.tsx';
import { splitFlowName, type FilterKind } from './filter-kinds.ts';

/** The filters of a list as they are in the address; each list has some of them. */
interface ListSearch {
  readonly namespace?: string;
  /** The id of a flow, in any namespace without `namespace`. */
  readonly flow?: string;
  readonly label?: readonly string[];
}

/** The filters with one more, or with another value of a kind that has only one. */
export function withFilter<Search extends ListSearch>(search: Search, kind: string, value: string): Search {
  if (kind === 'flow') return { ...search, ...splitFlowName(value) };
  if (kind === 'namespace') return { ...search, namespace: value, flow: undefined };
  if (kind === 'label') return { ...search, label: [...new Set([...(search.label ?? []), value])] };
  return { ...search, [kind]: value };
}

/** A chip for each filter of these kinds, in their order. */
export function chipsOf(
  search: ListSearch,
  kinds: readonly FilterKind[],
  change: (changed: ListSearch) => void,
): readonly FilterChip[] {
  return kinds.flatMap((kind) =>
    valuesOf(search, kind.id).map(({ value, without }) => {
      const text = `${kind.phrase} ${kind.values?.find((each) => each.value === value)?.text ?? value}`;
      return { id: text, text, onRemove: () => change(without) };
    }),
  );
}

/** The values of a kind, each with the change that removes it. */
function valuesOf(
  search: ListSearch,
  kind: string,
): readonly { readonly value: string; readonly without: ListSearch }[] {
  const { namespace, flow, label = [] } = search;
  if (kind === 'label')
    return label.map((value) => {
      const others = label.filter((other) => other !== value);
      return { value, without: { label: others.length === 0 ? undefined : others } };
    });
  if (kind === 'flow' && flow !== undefined) {
    const value = namespace === undefined ? flow : `${namespace}/${flow}`;
    return [{ value, without: { namespace: undefined, flow: undefined } }];
  }
  // A chip for a flow shows its namespace too.
  const value = kind === 'namespace' && flow !== undefined ? undefined : search[kind as keyof ListSearch];
  return typeof value === 'string' ? [{ value, without: { [kind]: undefined } }] : [];
}
