import { Caller } from '../../access/caller.ts';
import { AppError } from '../../base/problem/app-error.ts';
import type { ExecutionPreparation, PreparedExecution } from '../../engines/engine.ts';
import type { CalledSecretDefault } from '../../language/execution-plan/called-secrets.ts';
import { secretReference } from '../../language/input-types/secret-reference.ts';
import { ownWork } from '../../language/safe-patterns/bounded-runner.ts';
import type { ExecutionRecord } from '../../lifecycle/execution-record.ts';
import type { ExecutionPorts } from '../../store/executions/execution-ports.ts';
import { keyNotConfigured } from '../../store/secrets/secret-box.ts';
import type { FlowPreparation } from '../flows/preparation/flow-preparation.ts';
import { hiddenDefaults } from './recorded-inputs.ts';

/** Prepares accepted executions for the engine that runs them. */
export class PreparedExecutions implements ExecutionPreparation {
  readonly #deps;

  constructor(deps: Pick<ExecutionPorts, 'store' | 'vault'> & { readonly flowPreparation: FlowPreparation }) {
    this.#deps = deps;
  }

  async ofExecution(record: ExecutionRecord): Promise<PreparedExecution> {
    const { store, vault, flowPreparation } = this.#deps;
    const source = await store.source(record.id);
    if (source === undefined) throw new AppError('execution-not-found', `The execution ${record.id} was not found.`);
    if (vault === undefined) throw keyNotConfigured('the secrets of executions');
    const secrets = (await vault.open(record.id)) ?? new Map<string, string>();
    const caller = Caller.trusted(record.actor, record.flow.namespace);
    const { revision, subflows: pinned } = record;
    const prepared = await flowPreparation.prepare(source, { revision, pinned, caller, owner: ownWork });
    return { ...prepared, secrets, named: namedByDefaults(prepared.calledDefaults, secrets) };
  }
}

function namedByDefaults(
  defaults: readonly CalledSecretDefault[],
  secrets: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  return new Map(
    hiddenDefaults(defaults).flatMap(({ name, value }) => {
      const secret = secretReference(value) && secrets.get(name);
      return secret === undefined ? [] : [[value, secret]];
    }),
  );
}
