import { endedTasks, type TaskProgress } from '../../language/execution-plan/task-state.ts';
import { isFinal, type ExecutionState } from '../../lifecycle/execution-state.ts';
import type { Fields } from './backup-record.ts';

const reason =
  'It had not ended when the backup that Flowgate was restored from was made. Flowgate does not follow its build.';

/**
 * The fields of an execution as a restore writes them. One that was open has ended: the installation that was backed up
 * may have continued to build it, and it must never be built twice.
 */
export function endedFields(fields: Fields, at: Date): Fields {
  if (isFinal(fields.state as ExecutionState)) return fields; // the store writes nothing else
  const history = fields.history ?? '';
  const last = new Date(history.slice(history.lastIndexOf(' ') + 1));
  const end = last > at ? last : at; // it was accepted while the backup was made
  const {
    waiting: _waiting,
    trouble: _trouble,
    troubleSince: _since,
    waitingFor: _waitingFor,
    tasks,
    ...kept
  } = fields;
  return {
    ...kept,
    state: 'KILLED',
    history: `${history}\nKILLED ${end.toISOString()}`,
    reason,
    waiting: '',
    ...(tasks && { tasks: JSON.stringify(endedTasks(JSON.parse(tasks) as TaskProgress[], end)) }), // written by the store
  };
}
