import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { createFlow } from '../../api/flow-changes.ts';
import { may } from '../../api/may.ts';
import { queryKeys } from '../../api/read.ts';
import { whoAmIQuery } from '../../api/system-queries.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../components/button.tsx';
import { ErrorBox } from '../../components/callout.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { flowPage } from '../../links.ts';
import { examples, type Example } from './examples.ts';
import './flows-page.css';

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
            Add an example to see what a flow looks like and how it runs,{' '}
            <Link to="/ui/new-flow">write one yourself</Link>, <Link to="/ui/import">import a Jenkinsfile</Link>, or
            apply your own: <code>flowgate apply</code>
          </p>
          <ExampleGallery />
        </>
      ) : (
        <p>Flows appear here as soon as someone saves one.</p>
      )}
    </EmptyState>
  );
}

/** Example flows; one click adds one and opens it, because running it is the next step. */
export function ExampleGallery() {
  const navigate = useNavigate();
  const store = useAction({
    run: ({ source }: Example) => createFlow({ text: source, mediaType: 'application/x-yaml' }),
    invalidates: [queryKeys.flows],
    done: ({ namespace, id }) => `Added ${namespace}/${id}`,
    onDone: ({ namespace, id }) => void navigate(flowPage({ namespace, id })),
  });
  return (
    <>
      <ErrorBox what="Could not add the example" problem={store.problem} />
      <ul className="example-gallery stack">
        {examples.map((example) => (
          <li key={example.name} className="framed">
            <strong>{example.name}</strong>
            <p>{example.description}</p>
            <Button isBusy={store.isBusy} aria-label={`Add ${example.name}`} onPress={() => store.start(example)}>
              Add
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
