import { unwrap } from '../../api/api-problem.ts';
import { api } from '../../api/client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../components/button.tsx';
import { ErrorBox } from '../../components/error-box.tsx';
import { examples, type Example } from './examples.ts';
import './flows-page.css';

/** Flows to begin with; one click stores one. */
export function ExampleGallery() {
  const store = useAction({
    run: ({ source }: Example) =>
      unwrap(
        api.POST('/flows', {
          headers: { 'content-type': 'application/x-yaml' },
          // Strings are sent unchanged; the type is the one of binary data.
          body: source as never,
        }),
      ),
    invalidates: [queryKeys.flows],
    done: ({ namespace, id }) => `Added ${namespace}/${id}`,
  });
  return (
    <>
      {store.problem !== undefined && <ErrorBox what="Could not add the example" problem={store.problem} />}
      <ul className="example-gallery">
        {examples.map((example) => (
          <li key={example.name}>
            <strong>{example.name}</strong>
            <p>{example.description}</p>
            <Button isBusy={store.isBusy} aria-label={`Add ${example.name}`} onPress={() => store.start(example)}>
              Store
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
