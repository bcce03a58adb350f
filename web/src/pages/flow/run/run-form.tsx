import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { queryKeys } from '../../../api/read.ts';
import { Button } from '../../../components/button.tsx';
import { ErrorBox } from '../../../components/callout.tsx';
import { executionPage } from '../../../links.ts';
import { controlId } from './control-props.ts';
import { unset } from './field-value.ts';
import type { FormInput } from './form-input.ts';
import type { FormProblems, FormValues } from './form-values.ts';
import { readLabels } from './labels-text.ts';
import { RunCommands } from './run-commands-view.tsx';
import { RunField } from './run-field.tsx';
import { RunOptions } from './run-options.tsx';
import type { RunTarget } from './run-request.ts';
import { useRunForm } from './use-run-form.ts';
import './run-form.css';

export interface RunFormProps {
  readonly target: RunTarget;
  readonly inputs: readonly FormInput[];
  readonly initial: FormValues;
}

/** The form that runs a flow. */
export function RunForm({ target, inputs, initial }: RunFormProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [labelText, setLabelText] = useState('');
  const { labels, problem: labelProblem } = readLabels(labelText);
  const form = useRunForm({
    target,
    inputs,
    initial,
    labels,
    onStarted: ({ id }) => {
      void client.invalidateQueries({ queryKey: queryKeys.executions });
      void navigate(executionPage(id));
    },
  });
  const { values, visible, problems, failure, isBusy, attempts, sentSecrets, change } = form;
  useFocusOnProblem(visible, problems, attempts);

  const submit = () => {
    if (labelProblem === undefined) form.submit();
    else document.getElementById(controlId('labels:'))?.focus();
  };
  const submitByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit();
  };
  return (
    // Enter in a field must not run a flow by accident; Ctrl+Enter does.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      className="run-form stack"
      aria-label="Run the flow"
      noValidate
      autoComplete="off"
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={submitByKey}
    >
      {attempts > 0 && problems.size > 0 && <ProblemSummary inputs={visible} problems={problems} />}
      {inputs.length === 0 && <p className="muted">This flow has no inputs.</p>}
      {visible.map((input) => (
        <RunField
          key={input.id}
          input={input}
          value={values.get(input.id) ?? unset}
          problems={problems.get(input.id) ?? []}
          isSent={sentSecrets.has(input.id)}
          target={target}
          onChange={change}
        />
      ))}
      <RunOptions
        target={target}
        inputs={inputs}
        values={values}
        labelText={labelText}
        onLabelText={setLabelText}
        labelProblem={labelProblem}
      />
      <RunCommands target={target} inputs={visible} values={values} labels={labels} />
      <ErrorBox what="Could not start the flow" problem={failure} />
      <div className="run-foot row gap-12">
        <Button variant="primary" isBusy={isBusy} onPress={submit}>
          {target.replay === undefined ? 'Run' : 'Run again'}
        </Button>
        <span className="muted">
          <kbd>Ctrl</kbd> <kbd>Enter</kbd>
        </span>
      </div>
    </form>
  );
}

/** Moves the focus to the first field with a problem, after each attempt to run. */
function useFocusOnProblem(visible: readonly FormInput[], problems: FormProblems, attempts: number): void {
  useEffect(() => {
    if (attempts === 0) return;
    const first = visible.find(({ id }) => problems.has(id));
    if (first !== undefined) document.getElementById(controlId(first.id))?.focus();
    // Only an attempt moves the focus: the problems change while one types.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [attempts]);
}

interface ProblemSummaryProps {
  readonly inputs: readonly FormInput[];
  readonly problems: FormProblems;
}

function ProblemSummary({ inputs, problems }: ProblemSummaryProps) {
  const titles = new Map(inputs.map(({ id, title }) => [id, title]));
  const order = [...titles.keys()];
  const ordered = [...problems].toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other));
  return (
    <div role="alert" className="callout tone-failed">
      <strong>
        {problems.size === 1 ? 'One input needs a different value' : `${problems.size} inputs need different values`}
      </strong>
      <ul>
        {ordered.map(([id, messages]) => (
          <li key={id}>
            {titles.has(id) ? (
              <a
                href={`#${encodeURIComponent(controlId(id))}`}
                onClick={(event) => {
                  // The address stays as it is.
                  event.preventDefault();
                  document.getElementById(controlId(id))?.focus();
                }}
              >
                {titles.get(id)}
              </a>
            ) : (
              id
            )}
            : {messages.join('; ')}
          </li>
        ))}
      </ul>
    </div>
  );
}
