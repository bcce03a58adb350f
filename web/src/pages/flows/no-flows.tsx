import { useQuery } from '@tanstack/react-query';
import { may } from '../../api/may.ts';
import { whoAmIQuery } from '../../api/system-queries.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ExampleGallery } from './example-gallery.tsx';

/** The namespace of the examples. */
const exampleNamespace = 'examples';

/** Why there are no flows: nobody has stored one, or the user may read none. */
export function NoFlows() {
  const { data } = useQuery(whoAmIQuery());
  if (data === undefined) return undefined;
  const readable = data.rights.flatMap(({ rights, namespaces }) => (rights.includes('read') ? namespaces : []));
  if (readable.length === 0)
    return (
      <EmptyState kind="no-right" title="No flows that you may see">
        <p>You do not have the right read in any namespace. Ask the administrators of this Flowgate for it.</p>
      </EmptyState>
    );
  const where = readable.includes('*') ? '' : ` in the namespaces that you may read: ${readable.join(', ')}`;
  return (
    <EmptyState kind="none" title={`No flows yet${where}`}>
      {may(data, 'write', exampleNamespace) ? (
        <>
          <p>
            Store an example to see how a flow looks and runs, or apply your own: <code>flowgate apply</code>
          </p>
          <ExampleGallery />
        </>
      ) : (
        <p>Flows appear here as soon as someone stores one.</p>
      )}
    </EmptyState>
  );
}
