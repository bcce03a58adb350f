/** A flow that is stopped at a random moment of its first seconds, long before it would end. */
export interface StoppedFlow {
  readonly id: string;
  /** A description of its tasks. */
  readonly description: string;
  readonly text: string;
  /** The latest moment for the stop, in milliseconds after the request. */
  readonly window: number;
}

// Tasks print their names and the time, so that Jenkins' log alone shows what ran.
const clock = '$(date +%s%3N)';
const mark = (section: string, name: string, scope = 'flow') => `echo "mark ${section} ${scope} ${name} ${clock}"`;
const shell = 'type: dev.vendor.plugin.core.shell.Shell';

/** The flow that others call, which must be stored first; `call` identifies the caller. */
export const calledFlow = flow('stops-called', 'A flow that is called.', {
  inputs: ['  - {id: call, type: STRING}'],
  tasks: numbered(15, (number) => task(`short-${number}`, [mark('main', `short-${number}`, '{{ inputs.call }}')])),
  scope: '{{ inputs.call }}',
});

export const stoppedFlows: readonly StoppedFlow[] = [
  stopped('short', 'tasks that take no time', 20_000, numbered(150, short)),
  stopped(
    'long',
    'tasks that sleep a minute',
    15_000,
    numbered(3, (number) => task(`long-${number}`, [mark('main', `long-${number}`), 'sleep 60'])),
  ),
  stopped('deaf', 'tasks that ignore TERM', 15_000, numbered(3, deaf)),
  stopped('subflows', 'flows that are called, with a finally of their own', 15_000, numbered(4, call)),
  stopped('retries', 'tasks that fail and are tried again', 15_000, [
    ...numbered(5, (number) =>
      task(
        `often-${number}`,
        [mark('main', `often-${number}`), 'exit 1'],
        'retry: {max_attempt: 4, interval: 0.2s}, allow_failure: true',
      ),
    ),
    task('again', [mark('main', 'again'), 'exit 1'], 'retry: {max_attempt: 20, interval: 6s}'),
  ]),
  stopped(
    'tolerated',
    'tasks that may fail, and do',
    20_000,
    numbered(80, (number) =>
      task(`fails-${number}`, [mark('main', `fails-${number}`), 'exit 1'], 'allow_failure: true'),
    ),
  ),
  stopped(
    'errors',
    'a task that fails, and then tasks in `errors`',
    12_000,
    [short(1), task('breaks', [mark('main', 'breaks'), 'exit 1'])],
    numbered(20, (number) => task(`repair-${number}`, [mark('errors', `repair-${number}`), 'sleep 1'])),
  ),
  stopped('mixture', 'something of everything', 20_000, [
    ...numbered(5, short),
    call(1),
    task('often', [mark('main', 'often'), 'exit 1'], 'retry: {max_attempt: 2, interval: 1s}, allow_failure: true'),
    ...numbered(10, (number) => short(number + 5)),
    task('sleeps', [mark('main', 'sleeps'), 'sleep 4']),
    call(2),
    deaf(1),
    ...numbered(60, (number) => short(number + 15)),
  ]),
];

/** Whether a task in the record is one of `tasks` and does work itself. */
export function isMainTask(path: string): boolean {
  return !/(?:^|\/)(?:call|repair|clean|last)(?:-\d+)?$/.test(path);
}

/**
 * Ends so quickly that a stop is likely to arrive at its end; some of them print that they ran, all appear in the
 * record.
 */
function short(number: number): string {
  return task(`short-${number}`, number % 5 === 0 ? [mark('main', `short-${number}`)] : ['true']);
}

/** Continues for a minute, whatever signal it receives. */
function deaf(number: number): string {
  const name = `deaf-${number}`;
  return task(name, [
    "trap '' TERM",
    'seconds=0',
    `while [ $seconds -lt 60 ]; do ${mark('main', name)}; sleep 1; seconds=$((seconds + 1)); done`,
  ]);
}

function call(number: number): string {
  return `  - {id: call-${number}, type: dev.vendor.plugin.core.flow.Subflow, namespace: examples, flowId: stops-called, inputs: {call: call-${number}}}`;
}

function task(id: string, commands: readonly string[], more = ''): string {
  return `  - {id: ${id}, ${shell}, commands: ${JSON.stringify(commands)}${more && `, ${more}`}}`;
}

function numbered(count: number, make: (number: number) => string): string[] {
  return Array.from({ length: count }, (_, index) => make(index + 1));
}

function stopped(
  kind: string,
  description: string,
  window: number,
  tasks: readonly string[],
  errors: readonly string[] = [],
): StoppedFlow {
  const id = `stops-${kind}`;
  return { id, description, window, text: flow(id, description, { tasks, errors, scope: 'flow' }) };
}

interface FlowParts {
  readonly inputs?: readonly string[];
  readonly tasks: readonly string[];
  readonly errors?: readonly string[];
  /** The name of what runs: `flow`, or a call. */
  readonly scope: string;
}

function flow(id: string, description: string, { inputs = [], tasks, errors = [], scope }: FlowParts): string {
  // Long enough for a second stop to arrive during it.
  const clean = task('clean', [
    mark('finally', 'clean-begins', scope),
    'sleep 3',
    mark('finally', 'clean-ends', scope),
  ]);
  const section = (name: string, items: readonly string[]) => (items.length === 0 ? [] : [`${name}:`, ...items]);
  return [
    `id: ${id}`,
    'namespace: examples',
    `description: ${description}`,
    ...section('inputs', inputs),
    ...section('tasks', tasks),
    ...section('errors', errors),
    ...section('finally', [clean, task('last', [mark('finally', 'last', scope)])]),
    '',
  ].join('\n');
}
