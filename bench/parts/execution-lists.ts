import { namespaceOf, rareUser } from '../rig/large-store.ts';

/** A request of a list; the path is another one in each round. */
export interface ListRequest {
  readonly what: string;
  readonly path: (round: number) => string;
}

const week = 7 * 24 * 60 * 60 * 1000;

/** Lists of ended executions. */
export const executionLists: readonly ListRequest[] = [
  { what: 'the latest executions', path: () => '/executions' },
  { what: 'executions of a week ago', path: () => `/executions?to=${new Date(Date.now() - week).toISOString()}` },
  { what: 'failed executions', path: () => '/executions?state=FAILED' },
  { what: 'failed or killed executions', path: () => '/executions?state=FAILED&state=KILLED' },
  { what: 'executions of a namespace', path: (round) => `/executions?namespace=${namespaceOf(round)}` },
  {
    what: 'failed executions of a namespace',
    path: (round) => `/executions?namespace=${namespaceOf(round)}&state=FAILED`,
  },
  { what: 'executions with a label', path: (round) => `/executions?label=owner:${round}` },
  {
    what: 'killed executions with a label of a namespace',
    path: (round) => `/executions?label=owner:${round}&namespace=${namespaceOf(round)}&state=KILLED`,
  },
  { what: 'executions of a user', path: (round) => `/executions?actor=user-${round}` },
  { what: 'failed executions of a schedule', path: () => '/executions?actor=schedule:nightly&state=FAILED' },
  { what: 'the only execution of a user', path: () => `/executions?actor=${rareUser}` },
  {
    what: 'executions of a flow',
    path: (round) => `/executions?flow_id=flow-${round}&namespace=${namespaceOf(round)}`,
  },
  { what: 'executions of a flow, in brief', path: (round) => `/flows/${namespaceOf(round)}/flow-${round}/executions` },
  { what: 'a flow id in any namespace', path: (round) => `/executions?flow_id=flow-${round}` },
];
