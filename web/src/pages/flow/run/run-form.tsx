import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useRef, useState, type KeyboardEvent } from 'react';
import { queryKeys } from '../../../api/read.ts';
import { Button } from '../../../components/button.tsx';
import { ErrorBox } from '../../../components/callout.tsx';
import { executionPage } from '../../../links.ts';
import { controlKey } from '../../../shell/use-key.ts';
import { controlId } from './control-props.ts';
import type { FormInput } from './form-input.ts';
import type { FormValues } from './form-values.ts';
import { labelLines, readLabels } from './labels-text.ts';
import { ProblemSummary } from './problem-summary.tsx';
import { replayChanges } from './replay-changes.ts';
import { RunCommands } from './run-commands-view.tsx';
import { RunFields } from './run-fields.tsx';
import { RunKey } from './run-key.ts';
import { RunOptions } from './run-options.tsx';
import { checkValues, startRun, type RunTarget } from './run-request.ts';
import { SavedValues } from './saved-values.tsx';
import { useFocusOnProblem, useRunForm, type RunFormOptions } from './use-run-form.ts';
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
  const key = useRef(new RunKey());
  const check = useCallback<NonNullable<RunFormOptions['check']>>(
    (given, signal) => checkValues(target, given, signal),
    [target],
  );
  const form = useRunForm({ inputs, initial, check });
  const { values, visible, problems, failure, isBusy, attempts } = form;
  useFocusOnProblem(visible, problems, attempts);

  const submit = () => {
    if (labelProblem !== undefined) return document.getElementById(controlId('labels:'))?.focus();
    const { replay } = target;
    // A replay checks for missing secrets before anything else.
    return form.submit(async (given, { visible: shown, values: all }) => {
      const sent = replay === undefined ? given : replayChanges(shown, given, { ...replay, values: all });
      const content = { inputs: sent, labels };
      const { id } = await startRun(target, content, key.current.of(JSON.stringify([target, content])));
      void client.invalidateQueries({ queryKey: queryKeys.executions });
      void navigate(executionPage(id));
    }, replay !== undefined);
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
      {target.replay === undefined && inputs.length > 0 && (
        <SavedValues {...{ target, inputs, labels, form }} onLabels={(saved) => setLabelText(labelLines(saved))} />
      )}
      <RunFields form={form} inputs={visible} target={target} />
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
        <span className="keyboard-only muted">
          <kbd>{controlKey}</kbd> <kbd>Enter</kbd>
        </span>
      </div>
    </form>
  );
}
