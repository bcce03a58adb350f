import { Link } from '@tanstack/react-router';
import { asProblem, unwrap } from '../../api/api-problem.ts';
import { api } from '../../api/client.ts';
import type { Execution } from '../../api/execution-queries.ts';
import { isFinal } from '../../api/execution-states.ts';
import { queryKeys } from '../../api/read.ts';
import { useMay } from '../../api/use-may.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { canRestart } from './restart/restart-task.ts';

interface BulkActionsProps {
  /** The executions in the list. */
  readonly executions: readonly Execution[];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (ids: ReadonlySet<string>) => void;
}

interface BulkAction {
  /** Around what is acted on: `Run … again`. */
  readonly words: readonly [before: string, after?: string];
  readonly past: readonly [before: string, after?: string];
  readonly meaning: string;
  readonly isDangerous: boolean;
  readonly applies: (execution: Execution) => boolean;
  readonly run: (id: string) => Promise<unknown>;
}

const pathOf = (id: string) => ({ params: { path: { execution_id: id } } });

const bulkActions: readonly BulkAction[] = [
  {
    words: ['Stop'],
    past: ['Stopping'],
    meaning: 'Running tasks are terminated, and later ones do not start. Tasks under finally still run.',
    isDangerous: true,
    applies: ({ state, stop }) => !isFinal(state) && stop === undefined,
    run: (id) => unwrap(api.POST('/executions/{execution_id}/stop', pathOf(id))),
  },
  {
    words: ['Restart'],
    past: ['Restarted'],
    meaning: 'Each starts again at the task that did not succeed, and keeps the outputs of the tasks before it.',
    isDangerous: false,
    applies: canRestart,
    run: (id) => unwrap(api.POST('/executions/{execution_id}/restart', { ...pathOf(id), body: {} })),
  },
  {
    words: ['Run', 'again'],
    past: ['Started', 'again'],
    meaning: 'Each starts from the beginning, with the same inputs and revision.',
    isDangerous: false,
    applies: ({ state }) => isFinal(state),
    run: (id) => unwrap(api.POST('/executions/{execution_id}/replay', pathOf(id))),
  },
];

/** What can be done with the chosen executions of a list; nothing while none is chosen. */
export function BulkActions({ executions, chosen, onChoose }: BulkActionsProps) {
  const may = useMay();
  const selected = executions.filter(({ id }) => chosen.has(id));
  if (selected.length === 0) return undefined;
  return (
    <div className="bulk-actions row" role="group" aria-label="Chosen executions">
      <span role="status">{selected.length} chosen</span>
      <CompareLink executions={selected} />
      {bulkActions.map((action) => {
        const concerned = selected.filter(
          (execution) => may('execute', execution.namespace) && action.applies(execution),
        );
        return (
          concerned.length > 0 && (
            <ConfirmButton
              key={action.words[0]}
              text={sentence(action.words, String(concerned.length))}
              title={`${sentence(action.words, counted(concerned.length))}?`}
              confirm={sentence(action.words, String(concerned.length))}
              failure="Could not change the executions"
              variant={action.isDangerous ? 'danger' : 'plain'}
              isDangerous={action.isDangerous}
              action={{
                run: () => runOnEach(action, concerned),
                invalidates: [queryKeys.executions],
                done: (failures) => summary(action, concerned.length, failures),
                onDone: () => onChoose(new Set()),
              }}
            >
              <p>{action.meaning}</p>
            </ConfirmButton>
          )
        );
      })}
      <Button variant="quiet" onPress={() => onChoose(new Set(executions.map(({ id }) => id)))}>
        Choose all {executions.length}
      </Button>
      <Button variant="quiet" onPress={() => onChoose(new Set())}>
        Choose none
      </Button>
    </div>
  );
}

/** The earlier execution of two is the left one. */
function CompareLink({ executions: [later, earlier, ...others] }: { readonly executions: readonly Execution[] }) {
  if (later === undefined || earlier === undefined || others.length > 0) return undefined;
  return (
    <Link to="/ui/compare" search={{ left: earlier.id, right: later.id }} className="button button-plain">
      Compare
    </Link>
  );
}

/** One after the other, so that a long list does not use up the rate limit at once. @returns what failed */
async function runOnEach(action: BulkAction, executions: readonly Execution[]): Promise<readonly string[]> {
  const failures: string[] = [];
  for (const { id, namespace, flowId } of executions) {
    try {
      await action.run(id);
    } catch (error) {
      failures.push(`${namespace}/${flowId}: ${asProblem(error).message}`);
    }
  }
  return failures;
}

function summary({ past }: BulkAction, count: number, failures: readonly string[]): string {
  if (failures.length === 0) return sentence(past, counted(count));
  return `${sentence(past, `${count - failures.length} of ${counted(count)}`)}. ${failures[0]}`;
}

function sentence([before, after]: BulkAction['words'], what: string): string {
  return [before, what, after].filter((word) => word !== undefined).join(' ');
}

function counted(count: number): string {
  return count === 1 ? '1 execution' : `${count} executions`;
}
