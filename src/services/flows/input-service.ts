import type { Caller } from '../../access/caller.ts';
import { flowName, type FlowKey } from '../../language/flow/flow-key.ts';
import type { InputSchema } from '../../language/inputs/input-schema.ts';
import type { Input } from '../../language/inputs/input.ts';
import type { InputValidation } from '../../language/inputs/validate-inputs.ts';
import type { JsonObject } from '../../text/json-value.ts';
import type { InputValidator } from '../executions/input-validator.ts';
import { usableFlow } from './flow-checker.ts';
import type { FlowRecord, FlowService } from './flow-service.ts';

export interface InputsOptions {
  readonly caller: Caller;
  readonly revision?: number;
}

export interface InputServiceDeps {
  readonly flows: FlowService;
  readonly inputSchema: (inputs: readonly Input[], title: string) => InputSchema;
  readonly files: InputValidator;
}

/** Validates values for the inputs of stored flows (docs/reference/inputs.md). */
export class InputService {
  readonly #deps: InputServiceDeps;

  constructor(deps: InputServiceDeps) {
    this.#deps = deps;
  }

  /** @throws {AppError} as FlowService.read */
  async schema(
    key: FlowKey,
    { caller, revision }: InputsOptions,
  ): Promise<{ readonly record: FlowRecord; readonly schema: InputSchema }> {
    const record = await this.#deps.flows.read(key, { revision, owner: caller.key });
    const flow = usableFlow(record.checked);
    return { record, schema: this.#deps.inputSchema(flow.inputs, flowName(flow)) };
  }

  /** Returns every violation at once, in input order. @throws {AppError} as FlowService.read, and too-busy */
  async validate(key: FlowKey, values: JsonObject, { caller, revision }: InputsOptions): Promise<InputValidation> {
    const { checked } = await this.#deps.flows.read(key, { revision, owner: caller.key });
    const { files } = this.#deps;
    const owner = caller.key;
    return files.validate(usableFlow(checked), values, { user: caller.user, owner, mayDescribe: true });
  }
}
