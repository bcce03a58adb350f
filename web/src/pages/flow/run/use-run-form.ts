import { useEffect, useRef, useState } from 'react';
import type { ResponseBody } from '../../../../../src/api-client/operation-types.ts';
import { asProblem, type ApiProblem } from '../../../api/api-problem.ts';
import type { FieldValue } from './field-value.ts';
import type { FormInput } from './form-input.ts';
import { requestValues, type FormProblems, type FormValues } from './form-values.ts';
import { replayChanges } from './replay-changes.ts';
import { RunKey } from './run-key.ts';
import { checkValues, startRun, valueProblems, type RunTarget } from './run-request.ts';
import { visibleInputs } from './visible-inputs.ts';

export interface RunFormOptions {
  readonly target: RunTarget;
  readonly inputs: readonly FormInput[];
  readonly initial: FormValues;
  readonly labels: Readonly<Record<string, string>>;
  readonly onStarted: (execution: ResponseBody<'runFlow'>) => void;
}

export interface RunForm {
  readonly values: FormValues;
  readonly visible: readonly FormInput[];
  /** For changed fields; for all fields after an attempt to run. */
  readonly problems: FormProblems;
  /** Why the flow did not start, if the values are not the reason. */
  readonly failure: ApiProblem | undefined;
  readonly isBusy: boolean;
  /** The number of failed attempts to run. */
  readonly attempts: number;
  /** Ids of the secrets that were sent, which are no longer shown. */
  readonly sentSecrets: ReadonlySet<string>;
  readonly change: (id: string, value: FieldValue) => void;
  readonly submit: () => void;
}

const settledMilliseconds = 300;
const nothing: FormProblems = new Map();

/** The state of a form that runs a flow. Values stay in this state: no cache, no storage and no address holds them. */
export function useRunForm({ target, inputs, initial, labels, onStarted }: RunFormOptions): RunForm {
  const [values, setValues] = useState(initial);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [visible, setVisible] = useState<readonly FormInput[]>(() =>
    inputs.filter(({ condition }) => condition === undefined),
  );
  const [found, setFound] = useState(nothing);
  // What only running reports, such as a secret that a replay needs again. It stays until the field changes.
  const [rejected, setRejected] = useState(nothing);
  const [failure, setFailure] = useState<ApiProblem>();
  const [isBusy, setBusy] = useState(false);
  const [attempts, setAttempts] = useState(0);
  const [sentSecrets, setSentSecrets] = useState<ReadonlySet<string>>(new Set());
  const isRunning = useRef(false);
  const key = useRef(new RunKey());

  useEffect(() => {
    let isCurrent = true;
    const show = async () => {
      const shown = await visibleInputs(inputs, values);
      if (isCurrent) setVisible(shown);
    };
    void show();
    return () => {
      isCurrent = false;
    };
  }, [inputs, values]);

  useEffect(() => {
    if (touched.size === 0 && attempts === 0) return;
    const stopped = new AbortController();
    const timer = setTimeout(() => {
      const { inputs: given, problems } = requestValues(visible, values, 'check');
      // Without a response, the old messages stay; running reports what is wrong.
      checkValues(target, given, stopped.signal).then(
        (answer) => setFound(new Map([...answer, ...problems])),
        () => undefined,
      );
    }, settledMilliseconds);
    return () => {
      clearTimeout(timer);
      stopped.abort();
    };
  }, [target, visible, values, touched, attempts]);

  const run = async () => {
    const shown = await visibleInputs(inputs, values);
    setVisible(shown);
    const { inputs: given, problems } = requestValues(shown, values, 'run');
    if (problems.size > 0 || target.replay !== undefined) {
      // Reports all problems at once: a replay checks for missing secrets first.
      const answer = await checkValues(target, requestValues(shown, values, 'check').inputs);
      const all = new Map([...answer, ...problems]);
      if (all.size > 0) {
        setFound(all);
        setAttempts((count) => count + 1);
        return;
      }
    }
    setSentSecrets(new Set(shown.flatMap(({ id, type }) => (type === 'SECRET' && id in given ? [id] : []))));
    const sent =
      target.replay === undefined ? given : replayChanges(shown, given, { recorded: target.replay.recorded, values });
    const content = { inputs: sent, labels };
    onStarted(await startRun(target, content, key.current.of(JSON.stringify([target, content]))));
  };

  const submit = () => {
    // The second click of a double click arrives before the button is busy.
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setFailure(undefined);
    run()
      .catch((error: unknown) => {
        const problem = asProblem(error);
        const problems = valueProblems(problem);
        if (problems.size === 0) setFailure(problem);
        else {
          setRejected(problems);
          setAttempts((count) => count + 1);
        }
      })
      .finally(() => {
        isRunning.current = false;
        setBusy(false);
      });
  };

  const change = (id: string, value: FieldValue) => {
    setValues((before) => new Map(before).set(id, value));
    setTouched((before) => new Set(before).add(id));
    setRejected((before) => new Map([...before].filter(([each]) => each !== id)));
    setSentSecrets((before) => new Set([...before].filter((each) => each !== id)));
  };

  const shownIds = new Set(visible.map(({ id }) => id));
  const hidden = new Set(inputs.flatMap(({ id }) => (shownIds.has(id) ? [] : [id])));
  const problems = new Map(
    [...found, ...rejected].filter(([id]) => !hidden.has(id) && (attempts > 0 || touched.has(id))),
  );
  return { values, visible, problems, failure, isBusy, attempts, sentSecrets, change, submit };
}
