import type { Abilities } from '../abilities/open-abilities.ts';
import type { Parts } from '../abilities/parts/parts.ts';
import type { Pace } from '../base/timers/pace.ts';
import { setTimeout } from '../base/timers/timers.ts';
import { BullStartWorker } from '../store/executions/redis/bull-start-worker.ts';
import { LeaderLoop, type Round } from '../store/leases/leader-loop.ts';
import { connectWaitingRedis, type RedisAddress } from '../store/redis/connect-redis.ts';

export interface WorkParts extends Pick<Parts, 'ports' | 'patterns' | 'tracing' | 'logger' | 'report'> {
  readonly abilities: Pick<Abilities, 'services' | 'work'>;
  readonly address: RedisAddress;
  readonly pace: Pace;
}

// A controller can hang; another process continues what is not finished.
const maxFinish = 3_000;

/** Starts the work of a worker: that of the engines and of the abilities. Returns a function that stops it. */
export function startWorking({ abilities, address, ...parts }: WorkParts): () => Promise<void> {
  const { ports, pace, report } = parts;
  const { engines, preparation, executionFiles: files, waits } = abilities.services;
  const connection = connectWaitingRedis(address);
  const ofEngines = engines.work({ ...parts, preparation, waits, files });
  const ofAbilities = abilities.work({ connection, pace }, { canRun: ofEngines !== undefined });
  const startWorkers = (ofEngines?.lanes ?? []).map(
    ({ controller, start }) =>
      new BullStartWorker({ connection, controller, start, report: (error) => report(error, 'start executions') }),
  );
  const rounds = [...(ofEngines?.rounds ?? []), ...ofAbilities.rounds];
  const loops = [...byLease(rounds)].map(
    ([lease, ofLease]) => new LeaderLoop({ leases: ports.leases, lease, rounds: ofLease, report, pace }),
  );
  for (const loop of loops) loop.start();
  return async () => {
    const interruption = setTimeout(() => ofEngines?.interrupt(), maxFinish);
    await Promise.all([...startWorkers.map((worker) => worker.stop()), ...loops.map((loop) => loop.stop())]);
    await Promise.all([ofEngines?.stop(), ofAbilities.stop()]);
    clearTimeout(interruption);
    connection.disconnect();
  };
}

function byLease(rounds: readonly Round[]): ReadonlyMap<string, readonly Round[]> {
  const leases = new Map<string, readonly Round[]>();
  for (const round of rounds) {
    const { lease = 'leader' } = round;
    leases.set(lease, [...(leases.get(lease) ?? []), round]);
  }
  return leases;
}
