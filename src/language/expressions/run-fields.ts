import { plainTypes, type InputTypeName } from '../input-types/input-types.ts';
import { secretType } from '../input-types/secret-type.ts';

/** A section of tasks; `TaskSection` of a flow. */
type Section = 'tasks' | 'errors' | 'finally';

/** A value that describes the running flow, for its tasks. */
export interface RunField {
  readonly type: InputTypeName;
  /** Its environment variable. */
  readonly name: `FLOWGATE_${string}`;
  /** The sections whose tasks can refer to it. */
  readonly sections: readonly Section[];
  /** Whether only flows that wait for a signal have it. */
  readonly isForSignals?: true;
  /** For users, as a sentence. */
  readonly description: string;
}

const lastSections = ['errors', 'finally'] as const;
const allSections = ['tasks', ...lastSections] as const;

/**
 * The roots of references to the run itself, with their fields (docs/reference/expressions.md). A field is added here,
 * with its value on each engine: `runtime-run-values.ts` of `engines/jenkins/jenkinsfile`, `run-context.ts` of
 * `engines/local/interpreter`.
 */
export const runRoots = {
  failure: {
    task: {
      type: plainTypes.string,
      name: 'FLOWGATE_FAILED_TASK',
      sections: lastSections,
      description: 'The id of the task whose failure ended `tasks`. No value if no task failed.',
    },
    message: {
      type: plainTypes.string,
      name: 'FLOWGATE_FAILURE_MESSAGE',
      sections: lastSections,
      description: 'Why the flow failed, as a sentence without a full stop. No value if it did not fail.',
    },
  },
  execution: {
    id: {
      type: plainTypes.string,
      name: 'FLOWGATE_EXECUTION_ID',
      sections: lastSections,
      description: 'The id of the execution. No value in a Jenkins build that was started by hand.',
    },
    url: {
      type: plainTypes.string,
      name: 'FLOWGATE_EXECUTION_URL',
      sections: lastSections,
      description: 'The page of the execution in the console. No value without `FLOWGATE_PUBLIC_URL`.',
    },
    signal_url: {
      type: secretType.name,
      name: 'FLOWGATE_SIGNAL_URL',
      sections: allSections,
      isForSignals: true,
      description:
        'The URL for signals, to which the sender adds `/` and the name of the signal. Only in flows that wait for a signal. No value without `FLOWGATE_AGENT_URL` or `FLOWGATE_PUBLIC_URL`.',
    },
  },
} as const satisfies Record<string, Readonly<Record<string, RunField>>>;

type RunRoots = typeof runRoots;

export type RunRoot = keyof RunRoots;

/** A reference to a field of the run. */
export type RunReference = {
  readonly [Root in RunRoot]: { readonly root: Root; readonly field: keyof RunRoots[Root] & string };
}[RunRoot];

/** A field of the run as authors write it: `failure.task`. */
export type RunFieldName = { readonly [Root in RunRoot]: `${Root}.${keyof RunRoots[Root] & string}` }[RunRoot];

export const runRootNames = Object.keys(runRoots) as readonly RunRoot[]; // its own keys

/** All fields, in the order of their declaration. */
export const runReferences: readonly RunReference[] = runRootNames.flatMap((root) =>
  Object.keys(runRoots[root]).map((field) => ({ root, field }) as RunReference),
);

export function isRunRoot(root: string): root is RunRoot {
  return Object.hasOwn(runRoots, root);
}

export function runField({ root, field }: RunReference): RunField {
  return (runRoots[root] as Readonly<Record<string, RunField>>)[field]!; // as the type of the reference says
}

export function runFieldName({ root, field }: RunReference): RunFieldName {
  return `${root}.${field}` as RunFieldName;
}

/** The fields that are set when error and final tasks begin. */
export type EndFieldName = Exclude<RunFieldName, 'execution.signal_url'>;

export const endReferences = runReferences.filter((reference) => runField(reference).isForSignals !== true);

/** The id under which an execution has the value of `execution.signal_url` as a secret; no input has such an id. */
export const signalUrlInput = 'execution:signal_url';

/** The tasks that can refer to a field, for messages: `tasks of errors and finally`. */
export function placesOf(reference: RunReference): string {
  if (runField(reference).sections.includes('tasks')) return 'tasks';
  return `tasks of ${runField(reference).sections.join(' and ')}`;
}
