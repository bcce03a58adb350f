import type { ExecutionFilter, WaitFilter } from '../../api/execution-queries.ts';
import { executionStates, type ExecutionState } from '../../api/execution-states.ts';
import { flowNameProblem, labelProblem, namespaceProblem, type FilterKind } from '../../lists/filter-kinds.ts';
import { chipsOf } from '../../lists/list-filters.ts';
import { rangeParams, timeText } from '../../lists/time-range.ts';
import { choiceParam, listParam, textParam, type Search } from '../../search-params.ts';

const waitFilterWords: Readonly<Record<WaitFilter, string>> = {
  approval: 'approval',
  time: 'a time',
  signal: 'a signal',
  executions: 'executions',
  mine: 'my approval',
};
const waitFilters = Object.keys(waitFilterWords) as readonly WaitFilter[]; // of that object

/** The filters of a list of executions, as they are in the address. */
export function executionsSearch(search: Search) {
  const words = listParam(search, 'state');
  const state: readonly ExecutionState[] | undefined = words && executionStates.filter((each) => words.includes(each));
  return {
    namespace: textParam(search, 'namespace'),
    /** The id of a flow, in any namespace without `namespace`. */
    flow: textParam(search, 'flow'),
    state,
    waiting: choiceParam(search, 'waiting', waitFilters),
    label: listParam(search, 'label'),
    actor: textParam(search, 'actor'),
    parent: textParam(search, 'parent'),
    archived: choiceParam(search, 'archived', ['true']),
    ...rangeParams(search),
  };
}

export type ExecutionsSearch = Partial<ReturnType<typeof executionsSearch>>;

export const executionFilterKinds: readonly FilterKind[] = [
  { id: 'flow', title: 'Flow', phrase: 'flow is', hint: 'namespace/id', problemOf: flowNameProblem },
  { id: 'namespace', title: 'Namespace', phrase: 'namespace is', hint: 'namespace', problemOf: namespaceProblem },
  { id: 'label', title: 'Label', phrase: 'label is', hint: 'name:value', problemOf: labelProblem },
  {
    id: 'waiting',
    title: 'Waiting for',
    phrase: 'waiting for',
    hint: 'Approval, …',
    values: waitFilters.map((value) => ({ value, text: waitFilterWords[value] })),
    isClosed: true,
  },
  { id: 'actor', title: 'Started by', phrase: 'started by', hint: 'user or schedule:<id>' },
  { id: 'parent', title: 'Called by', phrase: 'called by', hint: 'id of an execution', problemOf: idProblem },
];

function idProblem(text: string): string | undefined {
  return /^[0-9A-HJKMNP-TV-Z]{26}$/.test(text) ? undefined : 'An execution has an id of 26 letters and digits';
}

export function filterOf({
  namespace,
  flow,
  state,
  waiting,
  label,
  actor,
  parent,
  archived,
  range,
  from,
  to,
}: ExecutionsSearch): ExecutionFilter {
  const waits = waiting && [waiting];
  const time = { range, from, to };
  const where = archived === undefined ? {} : { archived: true };
  return { namespace, flow_id: flow, state, waiting_for: waits, label, actor, parent, time, ...where };
}

/** All filters in words, for a list that they have emptied. */
export function filterTexts(
  search: ExecutionsSearch,
  wordOf: (state: ExecutionState) => string,
): readonly { readonly id: string; readonly text: string }[] {
  const { state = [], archived, range, from, to } = search;
  const states = state.map(wordOf).join(' or ');
  const text = timeText({ range, from, to });
  return [
    ...chipsOf(search, executionFilterKinds, () => undefined),
    ...(states === '' ? [] : [{ id: 'state', text: `state is ${states}` }]),
    ...(text === undefined ? [] : [{ id: 'time', text }]),
    ...(archived === undefined ? [] : [{ id: 'archived', text: 'in the archive' }]),
  ];
}
