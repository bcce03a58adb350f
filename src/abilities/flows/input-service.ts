import type { Caller } from '../../access/caller.ts';
import type { JsonObject } from '../../base/text/json-value.ts';
import { flowName, type FlowKey } from '../../language/flow/flow-key.ts';
import type { InputSchema } from '../../language/inputs/input-schema.ts';
import type { Input } from '../../language/inputs/input.ts';
import type { InputValidation } from '../../language/inputs/validate-inputs.ts';
import { usableFlow } from './check/flow-checker.ts';
import type { FlowRecord, FlowService } from './flow-service.ts';
import { notForAgents } from './inputs/agent-rules.ts';
import { inInputOrder, type InputValidator } from './inputs/input-validator.ts';

export interface InputsOptions {
  readonly caller: Caller;
  readonly revision?: number | undefined;
  /** Whether an agent sent the values, which may then only refer to secrets. */
  readonly isFromAgent?: boolean;
}

/** Validates values for the inputs of stored flows (docs/reference/inputs.md). */
export class InputService {
  readonly #deps;

  constructor(deps: {
    readonly flows: FlowService;
    readonly inputSchema: (inputs: readonly Input[], title: string) => InputSchema;
    readonly files: InputValidator;
  }) {
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
  async validate(
    key: FlowKey,
    values: JsonObject,
    { caller, revision, isFromAgent = false }: InputsOptions,
  ): Promise<InputValidation & { readonly record: FlowRecord }> {
    const record = await this.#deps.flows.read(key, { revision, owner: caller.key });
    const flow = usableFlow(record.checked);
    const check = { user: caller.user, owner: caller.key, mayDescribe: true };
    const { violations, ...validation } = await this.#deps.files.validate(flow, values, check);
    const plain = isFromAgent ? notForAgents(flow.inputs, values) : [];
    const others = violations.filter(({ inputId }) => !plain.some((secret) => secret.inputId === inputId));
    return { ...validation, record, violations: inInputOrder(flow, [...plain, ...others]) };
  }
}
