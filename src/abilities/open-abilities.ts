import { openControllers } from './controllers/open-controllers.ts';
import { openFiles } from './files/open-files.ts';
import { openFlows } from './flows/open-flows.ts';
import { openHome } from './home/open-home.ts';
import { openKeep } from './keep/open-keep.ts';
import { openLocks } from './locks/open-locks.ts';
import { openLogs } from './logs/open-logs.ts';
import { openNotify, type NotifyParts } from './notify/open-notify.ts';
import type { Ability, Work, WorkTools } from './parts/ability.ts';
import type { Parts } from './parts/parts.ts';
import { openRecords } from './records/open-records.ts';
import { openRuns } from './runs/open-runs.ts';
import { openTokens } from './tokens/open-tokens.ts';
import { openTriggers } from './triggers/open-triggers.ts';
import { openWaits } from './waits/open-waits.ts';

/** All that Flowgate can do. Each ability uses only those above it. */
export async function openAbilities(parts: Parts & NotifyParts) {
  const tokens = openTokens(parts);
  const flows = openFlows(parts);
  const records = openRecords(parts, flows.api);
  const logs = openLogs(parts, records.api);
  const files = openFiles(parts, { ...flows.api, ...records.api });
  const locks = openLocks(parts);
  const waits = openWaits(parts, { ...flows.api, ...records.api, ...files.api });
  const runs = openRuns(parts, { ...flows.api, ...records.api, ...files.api, ...waits.api });
  const triggers = openTriggers(parts, { ...flows.api, ...runs.api });
  const notify = await openNotify(parts, { ...flows.api, ...logs.api });
  const keep = openKeep(parts, { ...flows.api, ...records.api, ...notify.api });
  const home = openHome(parts, { ...flows.api, ...records.api });
  const controllers = openControllers(parts);
  const all = { tokens, flows, records, logs, files, locks, waits, runs, triggers, notify, keep, home, controllers };
  const { engines, taskTypes, space, memory } = parts;
  return {
    services: { ...apisOf(all), engines, taskTypes, space, memory },
    /** @param canRun whether there is an engine; without one, what is stored is kept, and nothing else can happen */
    work: (tools: WorkTools, { canRun }: { readonly canRun: boolean }): Required<Work> => {
      const works = (canRun ? Object.values(all) : [keep]).flatMap((ability: Ability): readonly Work[] =>
        ability.work === undefined ? [] : [ability.work(tools)],
      );
      return {
        rounds: works.flatMap(({ rounds = [] }) => rounds),
        stop: async () => void (await Promise.all(works.map((work) => work.stop?.()))),
      };
    },
    close: async (): Promise<void> =>
      void (await Promise.all(Object.values<Ability>(all).map((ability) => ability.close?.()))),
  };
}

/** What all of them offer together; the names differ. */
function apisOf<All extends Readonly<Record<string, Ability>>>(all: All): AllOf<All[keyof All]['api']> {
  return Object.assign({}, ...Object.values(all).map(({ api }) => api)) as AllOf<All[keyof All]['api']>; // see above
}

/** A type that has all members of a union. */
type AllOf<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

export type Abilities = Awaited<ReturnType<typeof openAbilities>>;

/** What the abilities offer, for the faces that show it. */
export type Services = Abilities['services'];
