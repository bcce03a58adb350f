import { useQuery } from '@tanstack/react-query';
import { may } from '../../api/may.ts';
import { whoAmIQuery } from '../../api/system-queries.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ExampleGallery } from './example-gallery.tsx';

/** The namespace of the examples. */
const exampleNamespace = 'examples';

/** Why there are no flows: none exist yet, or the user cannot read any. */
export function NoFlows() {
  const { data } = useQuery(whoAmIQuery());
  if (data === undefined) return undefined;
  const readable = data.rights.flatMap(({ rights, namespaces }) => (rights.includes('read') ? namespaces : []));
  if (readable.length === 0)
    return (
      <EmptyState kind="no-right" title="No flows you can see">
        <p>You do not have the right to read any namespace. Ask an administrator for it.</p>
      </EmptyState>
    );
  const where = readable.includes('*') ? '' : ` in the namespaces you can read: ${readable.join(', ')}`;
  return (
    <EmptyState kind="none" title={`No flows yet${where}`}>
      {may(data, 'write', exampleNamespace) ? (
        <>
          <p>
            Add an example to see what a flow looks like and how it runs, or apply your own: <code>flowgate apply</code>
          </p>
          <ExampleGallery />
        </>
      ) : (
        <p>Flows appear here as soon as someone saves one.</p>
      )}
    </EmptyState>
  );
}
