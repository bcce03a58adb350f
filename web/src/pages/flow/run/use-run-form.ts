import { useEffect, useRef, useState } from 'react';
import { asProblem, type ApiProblem } from '../../../api/api-problem.ts';
import { controlId } from './control-props.ts';
import { unset, type FieldValue } from './field-value.ts';
import type { FormInput } from './form-input.ts';
import { requestValues, type FormProblems, type FormValues } from './form-values.ts';
import { valueProblems, type RunContent } from './run-request.ts';
import { visibleInputs } from './visible-inputs.ts';

export interface RunFormOptions {
  readonly inputs: readonly FormInput[];
  readonly initial: FormValues;
  /** Validates values at the gateway while they change; without it, only sending them does. */
  readonly check?: (given: Given, signal?: AbortSignal) => Promise<FormProblems>;
}

type Given = RunContent['inputs'];

/** Sends the values of the inputs that are visible. @throws {ApiProblem} */
type SendForm = (
  given: Given,
  form: { readonly visible: readonly FormInput[]; readonly values: FormValues },
) => Promise<void>;

export interface RunForm {
  readonly values: FormValues;
  readonly visible: readonly FormInput[];
  /** For changed fields; for all fields after an attempt to run. */
  readonly problems: FormProblems;
  /** Why sending failed, if the values are not the reason. */
  readonly failure: ApiProblem | undefined;
  readonly isBusy: boolean;
  /** The number of failed attempts to send it. */
  readonly attempts: number;
  /** Ids of the secrets that were sent, which are no longer shown. */
  readonly sentSecrets: ReadonlySet<string>;
  readonly change: (id: string, value: FieldValue) => void;
  /** Replaces the values of many fields; secrets and files keep theirs. */
  readonly fillIn: (values: FormValues) => void;
  /** @param isCheckedFirst whether all problems are wanted before it is sent, because sending reports only some */
  readonly submit: (send: SendForm, isCheckedFirst?: boolean) => void;
}

const settledMilliseconds = 300;
const nothing: FormProblems = new Map();
const noCheck = () => Promise.resolve(nothing);

/** The state of a form of inputs. Values stay in this state: no cache, no storage and no address holds them. */
export function useRunForm({ inputs, initial, check = noCheck }: RunFormOptions): RunForm {
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
      check(given, stopped.signal).then(
        (answer) => setFound(new Map([...answer, ...problems])),
        () => undefined,
      );
    }, settledMilliseconds);
    return () => {
      clearTimeout(timer);
      stopped.abort();
    };
  }, [check, visible, values, touched, attempts]);

  const run = async (send: SendForm, isCheckedFirst: boolean) => {
    const shown = await visibleInputs(inputs, values);
    setVisible(shown);
    const { inputs: given, problems } = requestValues(shown, values, 'run');
    if (problems.size > 0 || isCheckedFirst) {
      const answer = await check(requestValues(shown, values, 'check').inputs);
      const all = new Map([...answer, ...problems]);
      if (all.size > 0) {
        setFound(all);
        setAttempts((count) => count + 1);
        return;
      }
    }
    setSentSecrets(
      new Set(shown.flatMap(({ id, type }) => (type === 'SECRET' && Object.hasOwn(given, id) ? [id] : []))),
    );
    await send(given, { visible: shown, values });
  };

  const submit = (send: SendForm, isCheckedFirst = false) => {
    // The second click of a double click arrives before the button is busy.
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setFailure(undefined);
    run(send, isCheckedFirst)
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

  const fillIn = (next: FormValues) => {
    const filled = inputs.filter(({ type }) => type !== 'SECRET' && type !== 'FILE').map(({ id }) => id);
    setValues((before) => new Map([...before, ...filled.map((id) => [id, next.get(id) ?? unset] as const)]));
    setTouched((before) => new Set([...before, ...filled]));
    setRejected(nothing);
  };

  const shownIds = new Set(visible.map(({ id }) => id));
  const hidden = new Set(
    inputs.flatMap(({ id, condition }) => (condition === undefined || shownIds.has(id) ? [] : [id])),
  );
  const problems = new Map(
    [...found, ...rejected].filter(([id]) => !hidden.has(id) && (attempts > 0 || touched.has(id))),
  );
  return { values, visible, problems, failure, isBusy, attempts, sentSecrets, change, fillIn, submit };
}

/** Moves the focus to the first field with a problem, after each attempt to send the form. */
export function useFocusOnProblem(visible: readonly FormInput[], problems: FormProblems, attempts: number): void {
  useEffect(() => {
    if (attempts === 0) return;
    const first = visible.find(({ id }) => problems.has(id));
    if (first !== undefined) document.getElementById(controlId(first.id))?.focus();
    // Only an attempt moves the focus: the problems change while one types.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [attempts]);
}
