import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '../components/toasts.tsx';
import { asProblem, type ApiProblem } from './api-problem.ts';

export interface ActionOptions<Variables, Result> {
  readonly run: (variables: Variables) => Promise<Result>;
  /** Query keys that are out of date afterwards. */
  readonly invalidates?: readonly (readonly unknown[])[];
  /** What was done, for a toast; nothing is shown without it. */
  readonly done?: (result: Result, variables: Variables) => string;
  /** Called after success, for example to navigate. */
  readonly onDone?: (result: Result, variables: Variables) => void;
}

export interface Action<Variables> {
  readonly start: (variables: Variables) => void;
  readonly isBusy: boolean;
  /** Show it in an ErrorBox beside the button, where it stays. */
  readonly problem: ApiProblem | undefined;
  readonly dismiss: () => void;
}

/** A change through the API: confirms success in a toast, and keeps the problem of a failure. */
export function useAction<Variables = void, Result = unknown>({
  run,
  invalidates = [],
  done,
  onDone,
}: ActionOptions<Variables, Result>): Action<Variables> {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: run,
    onSuccess: (result, variables) => {
      for (const queryKey of invalidates) void client.invalidateQueries({ queryKey });
      if (done !== undefined) showToast(done(result, variables));
      onDone?.(result, variables);
    },
  });
  return {
    start: (variables) => mutation.mutate(variables),
    isBusy: mutation.isPending,
    problem: mutation.error === null ? undefined : asProblem(mutation.error),
    dismiss: () => mutation.reset(),
  };
}
