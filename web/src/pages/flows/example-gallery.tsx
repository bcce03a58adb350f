import { createFlow } from '../../api/flow-changes.ts';
import { queryKeys } from '../../api/read.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../components/button.tsx';
import { ErrorBox } from '../../components/error-box.tsx';
import { examples, type Example } from './examples.ts';
import './flows-page.css';

/** Example flows; one click adds one. */
export function ExampleGallery() {
  const store = useAction({
    run: ({ source }: Example) => createFlow({ text: source, mediaType: 'application/x-yaml' }),
    invalidates: [queryKeys.flows],
    done: ({ namespace, id }) => `Added ${namespace}/${id}`,
  });
  return (
    <>
      <ErrorBox what="Could not add the example" problem={store.problem} />
      <ul className="example-gallery">
        {examples.map((example) => (
          <li key={example.name}>
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
