import type { JsonObject } from '../../../base/text/json-value.ts';
import { ownEntry } from '../../../base/text/own-entry.ts';
import { argumentsOf } from '../../groovy/arguments-of.ts';
import type { Call } from '../../groovy/syntax.ts';
import { withReason, type Scope } from '../context/job-mapping.ts';
import type { ByHand, CommonProperties } from '../drafts/draft-flow.ts';
import { durationOf } from '../values/durations.ts';
import { textOf } from '../values/texts.ts';
import { constantOf } from '../values/values.ts';

/** What the options of a pipeline or a stage change: `common` is empty for a pipeline, whose flow gets them. */
interface MappedOptions {
  readonly common: CommonProperties;
  readonly scope: Scope;
}

/** Options that scripts must not run without: they hold them back, or end them. */
const holding = /lock|throttle|timeout|disableConcurrentBuilds|skipStagesAfterUnstable/i;

/** Maps `options { }`, or the options in `properties([...])`, and reports each. Of the pipeline (`flow`): adds to the flow. */
export function mapOptions(calls: readonly Call[], scope: Scope, place: 'flow' | 'stage'): MappedOptions {
  let common: CommonProperties = {};
  let inner = scope;
  for (const call of calls) {
    const read = ownEntry(optionReaders, call.name);
    const option = read?.(call, inner, place) ?? { byHand: 'flows have no option like this' };
    const construct = `option ${call.name}`;
    if ('byHand' in option) {
      scope.job.findings.add(call, construct, option);
      if (holding.test(call.name)) inner = withReason(inner, call, construct, option.byHand);
      continue;
    }
    const { lock, properties = {} } = option;
    if (lock !== undefined && !scope.job.flow.locks.includes(lock)) scope.job.flow.locks.push(lock);
    if (place === 'stage') common = { ...common, ...option.common };
    else
      for (const [name, value] of Object.entries({ ...option.common, ...properties }))
        scope.job.flow.properties.set(name, value);
    inner = option.scope ?? inner;
    scope.job.findings.add(call, construct, option);
  }
  return { common, scope: inner };
}

/** What an option changes, and what differs. */
interface ReadOption {
  /** For a stage, its task gets it; for a pipeline, its flow. */
  readonly common?: Pick<CommonProperties, 'timeout' | 'retry'>;
  /** Properties of the flow. */
  readonly properties?: JsonObject;
  readonly lock?: string;
  readonly scope?: Scope;
  readonly differs?: readonly string[];
  readonly note?: string;
}

type OptionReader = (call: Call, scope: Scope, place: 'flow' | 'stage') => ReadOption | ByHand;

const differs = (...what: readonly string[]): OptionReader => {
  return () => ({ differs: what });
};

const byHand = (why: string): OptionReader => {
  return () => ({ byHand: why });
};

const note = (text: string): OptionReader => {
  return () => ({ note: text });
};

/** The options of pipelines and stages, and the properties of jobs. */
const optionReaders: Readonly<Record<string, OptionReader>> = {
  timeout: readTimeout,
  retry: readRetry,
  lock: readLock,
  disableConcurrentBuilds: readConcurrency,
  durabilityHint: readDurability,
  parallelsAlwaysFailFast: (_call, scope) => ({ scope: { ...scope, failFast: true } }),

  timestamps: note('logs have the time of each line'),
  ansiColor: note('logs show colors'),
  skipDefaultCheckout: note('a flow checks out nothing by itself'),
  newContainerPerStage: note('each task has a container of its own'),
  quietPeriod: differs('an execution starts at once'),
  buildDiscarder: differs('the operator sets how long executions are kept'),
  disableResume: differs('an execution goes on after a restart of Jenkins'),
  preserveStashes: differs('the files that a task keeps stay with the execution'),
  disableRestartFromStage: differs('an execution can be restarted from a task'),
  overrideIndexTriggers: differs('flows have no branch indexing'),
  checkoutToSubdirectory: byHand(
    'a flow checks out nothing by itself: check the repository out into that folder in a task',
  ),
  skipStagesAfterUnstable: byHand('tasks are never unstable, so no stage would be skipped'),
  rateLimitBuilds: byHand('flows have no limit of executions per hour: use concurrency'),
  throttle: byHand('use a lock with permits to limit the executions of several flows'),
  throttleJobProperty: byHand('use a lock with permits to limit the executions of several flows'),
  disabled: () => ({ properties: { disabled: true }, note: 'the flow is disabled' }),
};

function readTimeout(call: Call, scope: Scope, place: 'flow' | 'stage'): ReadOption | ByHand {
  const given = argumentsOf(call);
  if (given.has('activity')) return { byHand: 'flows have no timeout for inactivity' };
  const timeout = durationOf(given, scope);
  if (typeof timeout !== 'string') return timeout;
  const late =
    place === 'flow' ? 'the execution fails, but Jenkins aborts it' : 'the task fails, but Jenkins aborts the build';
  return { common: { timeout }, differs: [late] };
}

function readRetry(call: Call, scope: Scope, place: 'flow' | 'stage'): ReadOption | ByHand {
  const given = argumentsOf(call);
  const count = given.get('count') ?? given.get('0');
  const attempts = count === undefined ? undefined : constantOf(count, scope);
  if (typeof attempts !== 'number' || !Number.isInteger(attempts))
    return { byHand: 'the number of attempts is not constant' };
  if (attempts < 2) return { note: 'one attempt is the default' };
  return {
    common: { retry: { max_attempt: attempts, interval: '1s' } },
    differs: [
      ...(place === 'flow' ? ['each task is attempted again, not the whole pipeline'] : []),
      ...(given.has('conditions') ? ['every failure is attempted again'] : []),
    ],
  };
}

function readLock(call: Call, scope: Scope): ReadOption | ByHand {
  const given = argumentsOf(call);
  const resource = given.get('resource') ?? given.get('0');
  const other = ['label', 'quantity', 'variable', 'extra'].find((name) => given.has(name));
  if (resource === undefined || other !== undefined)
    return { byHand: `flows lock by name only, not by ${other ?? 'label'}` };
  const name = textOf(resource, scope);
  if ('byHand' in name) return name;
  const isValid = /^[A-Za-z0-9._-]{1,128}$/.test(name.text.replace(/\{\{ inputs\.[\w.-]+ \}\}/g, 'x'));
  if (!isValid) return { byHand: `${name.text} is not a valid name of a lock` };
  return {
    lock: name.text,
    differs: [
      'the execution holds the lock from its start to its end; the locks of Jenkins and of Flowgate are separate',
      ...name.differs,
    ],
  };
}

function readConcurrency(call: Call, scope: Scope): ReadOption | ByHand {
  const abort = argumentsOf(call).get('abortPrevious');
  const isAborting = abort === undefined ? false : constantOf(abort, scope);
  if (typeof isAborting !== 'boolean') return { byHand: 'abortPrevious is not constant' };
  return {
    properties: { concurrency: { limit: 1, behavior: 'QUEUE' } },
    ...(isAborting && { differs: ['the next execution is held, but Jenkins aborts the one that runs'] }),
  };
}

function readDurability(call: Call, scope: Scope): ReadOption | ByHand {
  const given = argumentsOf(call);
  const hint = given.get('0') ?? given.get('hint');
  const value = hint === undefined ? undefined : constantOf(hint, scope);
  switch (value) {
    case 'PERFORMANCE_OPTIMIZED':
      return { properties: { durability: 'performance' } };
    case 'MAX_SURVIVABILITY':
      return { note: 'this is the default of flows' };
    case 'SURVIVABLE_NONATOMIC':
      return { differs: ['a flow also survives a crash of Jenkins'] };
    default:
      return { byHand: 'flows have no durability like this' };
  }
}
