import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { namespacesQuery } from '../../api/flow-queries.ts';
import type { FlowsSearch } from './flow-filters.ts';
import { namespaceTree, type NamespaceNode } from './namespace-tree.ts';

interface NamespaceNavProps {
  readonly search: FlowsSearch;
}

/** The namespaces as a tree, each a filter of the list; nothing where there is only one. */
export function NamespaceNav({ search }: NamespaceNavProps) {
  const { data } = useQuery(namespacesQuery());
  const namespaces = data?.namespaces.filter(({ flows }) => flows > 0) ?? [];
  if (namespaces.length < 2) return undefined;
  return (
    <nav className="namespace-nav small" aria-label="Namespaces">
      <Link to="/ui/flows" search={{ ...search, namespace: undefined }} aria-current={search.namespace === undefined}>
        All namespaces
      </Link>
      <NamespaceList nodes={namespaceTree(namespaces)} search={search} />
      {data?.truncated === true && <p className="muted">The first {namespaces.length} are listed.</p>}
    </nav>
  );
}

function NamespaceList({ nodes, search }: NamespaceNavProps & { readonly nodes: readonly NamespaceNode[] }) {
  return (
    <ul>
      {nodes.map(({ namespace, title, flows, children }) => (
        <li key={namespace}>
          {flows === 0 ? (
            <span className="muted">{title}</span>
          ) : (
            <Link
              to="/ui/flows"
              search={{ ...search, namespace }}
              aria-current={search.namespace === namespace}
              title={namespace}
            >
              <span className="cut">{title}</span>
              <span className="muted">{flows}</span>
            </Link>
          )}
          {children.length > 0 && <NamespaceList nodes={children} search={search} />}
        </li>
      ))}
    </ul>
  );
}
