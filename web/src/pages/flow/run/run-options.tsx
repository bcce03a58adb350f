import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { describedBy, Field } from '../../../components/field.tsx';
import { flowPage } from '../../../links.ts';
import { parseSearch } from '../../../search-params.ts';
import { controlId } from './control-props.ts';
import type { FormInput } from './form-input.ts';
import type { FormValues } from './form-values.ts';
import { inputParams } from './input-params.ts';
import { linkTo } from './run-link.ts';
import type { RunTarget } from './run-request.ts';

export interface RunOptionsProps {
  readonly target: RunTarget;
  readonly inputs: readonly FormInput[];
  readonly values: FormValues;
  readonly labelText: string;
  readonly onLabelText: (text: string) => void;
  readonly labelProblem: string | undefined;
}

/** Options that few runs need: labels of the execution, and a revision other than the latest. */
export function RunOptions({ target, inputs, values, labelText, onLabelText, labelProblem }: RunOptionsProps) {
  const labels = {
    // An input may have the id `labels`, but none with a colon.
    id: controlId('labels:'),
    hint: 'One per line, as name: value. You can filter executions by label.',
    problems: labelProblem === undefined ? [] : [labelProblem],
  };
  return (
    <details className="run-more" open={labelProblem !== undefined || target.revision !== undefined || undefined}>
      <summary>Labels and revision</summary>
      <Field {...labels} label="Labels">
        <textarea
          id={labels.id}
          rows={2}
          aria-describedby={describedBy(labels)}
          aria-invalid={labelProblem !== undefined}
          placeholder="reason: nightly"
          value={labelText}
          onChange={(event) => onLabelText(event.target.value)}
        />
      </Field>
      {target.replay === undefined && <RevisionField target={target} inputs={inputs} values={values} />}
    </details>
  );
}

/** Opens the form of another revision, with the same values as far as an address may carry them. */
function RevisionField({ target, inputs, values }: Pick<RunOptionsProps, 'target' | 'inputs' | 'values'>) {
  const { namespace, flowId, revision } = target;
  const navigate = useNavigate();
  const [text, setText] = useState(revision === undefined ? '' : String(revision));
  const id = controlId('revision:');
  const isValid = /^[1-9]\d{0,8}$/.test(text) || text === '';
  return (
    <Field id={id} label="Revision">
      <span className="run-row row">
        <input
          id={id}
          type="text"
          inputMode="numeric"
          placeholder="Latest"
          aria-invalid={!isValid}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button
          isDisabled={!isValid || text === String(revision ?? '')}
          onPress={() =>
            void navigate({
              ...flowPage({ namespace, id: flowId }),
              search: {
                ...inputParams(parseSearch(linkTo(inputs, values) ?? '')),
                tab: 'run',
                revision: text === '' ? undefined : text,
              },
            })
          }
        >
          Use this revision
        </Button>
      </span>
    </Field>
  );
}
