import type { Redis } from 'ioredis';
import type { ExecutionState } from '../../src/lifecycle/execution-state.ts';
import { newExecutionId } from '../../src/store/executions/record/execution-id.ts';
import { failureDays, keptDays } from '../../src/store/executions/record/execution-overview.ts';
import { redisKey } from '../../src/store/redis/redis-key.ts';
import { RedisRevisionStore } from '../../src/store/revisions/redis-revision-store.ts';
import { sourceDigest } from '../../src/store/revisions/source-digest.ts';
import { revisionOf } from './revision-of.ts';

export interface StoreSize {
  readonly flows: number;
  readonly executions: number;
}

export const namespaces = 2_000;
/** The user who started one execution, long ago. */
export const rareUser = 'user-rare';
const days = 30;
const dayMilliseconds = 24 * 60 * 60 * 1000;
const [running, waiting] = [1_000, 200];
const portion = 1_000;

export function namespaceOf(flow: number): string {
  return `team-${String(flow % namespaces).padStart(4, '0')}`;
}

/** Stores flows without checking them. */
export async function storeFlows(redis: Redis, { flows }: StoreSize): Promise<void> {
  const store = new RedisRevisionStore(redis);
  for (let first = 0; first < flows; first += portion)
    await Promise.all(
      range(first, Math.min(first + portion, flows)).map((flow) =>
        store.create({
          ...revisionOf(keyOf(flow), textOf(flow)),
          description: 'Builds an image every night, and tells the team.',
          labels: labelsOf(flow),
          tasks: ['build', 'test', `push-${flow}`, 'tell'].map((id) => ({ id, type: `docker.${id}` })),
          time: new Date(Date.UTC(2026, 0, 1) + flow * 1_000),
        }),
      ),
    );
}

// As the scripts of the store leave an execution of this machine, without its log.
const storeScript = `
local function index(scope, id) redis.call('ZADD', '{flowgate}:executions:' .. scope, 0, id) end
local firstFailure, firstDay = ARGV[1], ARGV[2]
for argument = 3, #ARGV do
  local new = cjson.decode(ARGV[argument])
  local id, namespace, state, flow = new.id, new.namespace, new.state, new.namespace .. '/' .. new.flowId
  local execution = '{flowgate}:execution:' .. id
  redis.call('HINCRBY', '{flowgate}:source:' .. new.sha256, 'uses', 1)
  redis.call('HSET', execution, 'namespace', namespace, 'flowId', new.flowId, 'state', state, 'accepted', new.accepted,
    'labels', new.labels, 'sha256', new.sha256, 'format', 'yaml', 'mediaType', 'application/x-yaml', 'limit', 0,
    'waiting', '', 'attempts', 1, 'actor', new.actor, 'history', new.history, 'engine', 'local', 'tasks', new.tasks,
    'carried', '{"outputs":{},"files":[]}', 'number', redis.call('HINCRBY', '{flowgate}:flow:' .. flow, 'lastNumber', 1))
  for _, scope in ipairs({ 'all', 'namespace:' .. namespace, 'flow:' .. flow }) do index(scope, id) end
  redis.call('ZADD', '{flowgate}:executions:flows', 0, new.flowId .. '/' .. namespace)
  for name, value in pairs(cjson.decode(new.labels)) do index('label:' .. name .. '=' .. value, id) end
  index('actor:' .. new.actor, id)
  if new.waitingFor then
    redis.call('HSET', execution, 'waitingFor', new.waitingFor)
    index('waits:approval', id)
  else index('state:' .. state, id) end
  if state == 'RUNNING' then
    redis.call('SADD', '{flowgate}:executions:slots:' .. flow, id)
    if not new.waitingFor then index('running:' .. namespace, id) end
  end
  if state == 'FAILED' then redis.call('HSET', execution, 'reason', 'Task test failed', 'failedTask', 'test') end
  for _, scope in ipairs({ '*', namespace }) do
    local failures = '{flowgate}:executions:failed:' .. scope
    if state == 'FAILED' and new.ended >= firstFailure then
      redis.call('ZADD', failures, 0, new.ended .. ' ' .. id)
      redis.call('ZREMRANGEBYRANK', failures, 0, -10001)
    end
    if state ~= 'RUNNING' and new.ended >= firstDay then
      redis.call('HINCRBY', '{flowgate}:executions:days:' .. string.sub(new.ended, 1, 10), scope .. ' ' .. state, 1)
    end
  end
end`;

/** Over 30 days: 15% have failed, and of the latest ones, some run or wait for an approval. Few flows have most of them. */
export async function storeExecutions(redis: Redis, size: StoreSize): Promise<void> {
  const now = Date.now();
  const daysAgo = (count: number) => new Date(now - count * dayMilliseconds).toISOString();
  for (let first = 0; first < size.executions; first += portion) {
    const made = range(first, Math.min(first + portion, size.executions)).map((number) =>
      JSON.stringify(executionOf(number, size, now)),
    );
    await redis.eval(
      storeScript,
      1,
      redisKey.executionIndex('all'),
      daysAgo(failureDays),
      daysAgo(keptDays).slice(0, 10),
      ...made,
    );
  }
}

function executionOf(number: number, { flows, executions }: StoreSize, now: number) {
  const created = now - ((executions - number) * days * dayMilliseconds) / executions;
  const id = newExecutionId(new Date(created));
  const flow = Math.floor(flows * random(number) ** 3);
  const fromEnd = executions - number;
  const waits = fromEnd % 10 === 0 && fromEnd <= 10 * waiting;
  const state = waits || (fromEnd % 2 === 1 && fromEnd <= 2 * running) ? 'RUNNING' : endOf(number);
  const times = [0, 5, 10, 60_000].map((later) => new Date(created + later).toISOString());
  const passed = ['CREATED', 'QUEUED', 'RUNNING', ...(state === 'RUNNING' ? [] : [state])];
  const [, , startedAt, endedAt] = times;
  const labels = number % 1_000 === 0 ? { ...labelsOf(flow), release: String(number) } : labelsOf(flow);
  const actor = actorOf(number, executions);
  const accepted = { id, flow: keyOf(flow), revision: 1, subflows: [], actor, labels, inputs: {}, messages: [] };
  const approval = { kind: 'approval', task: 'test', since: startedAt, version: 1, message: 'Go on?' };
  return {
    id,
    namespace: namespaceOf(flow),
    flowId: keyOf(flow).id,
    actor,
    state,
    accepted: JSON.stringify(accepted),
    labels: JSON.stringify(labels),
    sha256: sourceDigest(Buffer.from(textOf(flow))),
    history: passed.map((each, index) => `${each} ${times[index]}`).join('\n'),
    tasks: JSON.stringify([{ path: 'test', state, startedAt, ...(state !== 'RUNNING' && { endedAt }) }]),
    ended: endedAt,
    ...(waits && { waitingFor: JSON.stringify(approval) }),
  };
}

function endOf(number: number): ExecutionState {
  const share = random(number + 0.5);
  if (share < 0.15) return 'FAILED';
  return share < 0.18 ? 'WARNING' : share < 0.2 ? 'KILLED' : 'SUCCESS';
}

function actorOf(number: number, executions: number): string {
  if (number === Math.floor(executions / 3)) return rareUser;
  return number % 2 === 0 ? 'schedule:nightly' : `user-${Math.floor(1_000 * random(-number) ** 2)}`;
}

/** The same for each number, from 0 to 1. */
function random(number: number): number {
  const value = Math.sin(number * 12.9898 + 1) * 43_758.5453;
  return value - Math.floor(value);
}

const keyOf = (flow: number) => ({ namespace: namespaceOf(flow), id: `flow-${flow}` });
const textOf = (flow: number) => `id: flow-${flow}\nnamespace: ${namespaceOf(flow)}\n`;
const labelsOf = (flow: number): Record<string, string> => ({ owner: String(flow % 1_000) });

function range(first: number, end: number): number[] {
  return Array.from({ length: end - first }, (_, index) => first + index);
}
