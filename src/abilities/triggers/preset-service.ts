import type { Caller } from '../../access/caller.ts';
import { maskText } from '../../base/masking/mask-text.ts';
import { AppError } from '../../base/problem/app-error.ts';
import { writeJson } from '../../base/text/exact-json.ts';
import { utf8Size } from '../../base/text/utf8-size.ts';
import { flowName, type FlowKey } from '../../language/flow/flow-key.ts';
import { isFile, isSecret, type Input } from '../../language/inputs/input.ts';
import type { InputViolation } from '../../language/inputs/validate-inputs.ts';
import { maxPresets, type Preset } from '../../store/presets/preset.ts';
import type { RedisPresetStore } from '../../store/presets/redis-preset-store.ts';
import { usableFlow } from '../flows/check/flow-checker.ts';
import { rejected } from '../flows/check/flow-errors.ts';
import type { FlowService } from '../flows/flow-service.ts';

const maxBytes = 64 * 1024;

/** Saved input values of flows (docs/reference/inputs.md). */
export class PresetService {
  readonly #deps;

  constructor(deps: {
    readonly flows: Pick<FlowService, 'read' | 'stored'>;
    readonly store: RedisPresetStore;
    readonly now: () => Date;
  }) {
    this.#deps = deps;
  }

  /** The presets of a flow by name. @throws {AppError} flow-not-found */
  async list(flow: FlowKey): Promise<readonly Preset[]> {
    await this.#deps.flows.stored(flow);
    const presets = await this.#deps.store.list(flow);
    return presets.toSorted((left, right) => (left.name < right.name ? -1 : 1));
  }

  /**
   * Values need not be valid, but each must be one of an input of the latest revision that is neither a secret nor a file.
   * @returns the violations if they are not
   * @throws {AppError} as FlowService.read; invalid-request for a name that cannot be in a path, body-too-large, too-many-presets
   */
  async save(
    flow: FlowKey,
    { name: given, inputs, labels }: Pick<Preset, 'name' | 'inputs' | 'labels'>,
    caller: Caller,
  ): Promise<{ readonly preset: Preset } | { readonly violations: readonly InputViolation[] }> {
    const name = given.trim();
    // Clients resolve them as parts of the path: to delete the preset would delete its flow.
    if (/^\.{0,2}$/.test(name))
      throw new AppError('invalid-request', 'The name of a preset must not be blank, "." or "..".');
    const { checked } = await this.#deps.flows.read(flow, { owner: caller.key });
    const declared = usableFlow(checked).inputs;
    const violations = Object.keys(inputs).flatMap((id) => violationOf(id, declared));
    if (violations.length > 0) return { violations };
    const preset = { name, inputs, labels, savedAt: this.#deps.now().toISOString(), savedBy: caller.subject };
    if (utf8Size(writeJson(preset)) > maxBytes)
      throw new AppError('body-too-large', `A preset can have at most ${maxBytes / 1024} KiB.`);
    const outcome = await this.#deps.store.save(flow, preset);
    if (outcome === 'missing') throw rejected(flow, { outcome });
    if (outcome === 'full')
      throw new AppError(
        'too-many-presets',
        `The flow ${flowName(flow)} has ${maxPresets} presets, the maximum. Delete or replace one.`,
      );
    return { preset };
  }

  /** @throws {AppError} flow-not-found */
  async delete(flow: FlowKey, name: string): Promise<void> {
    await this.#deps.flows.stored(flow);
    await this.#deps.store.remove(flow, name.trim());
  }
}

function violationOf(inputId: string, declared: readonly Input[]): readonly InputViolation[] {
  const input = declared.find(({ id }) => id === inputId);
  if (input === undefined) return [{ inputId, message: 'The flow has no such input', providedValue: maskText }];
  if (!isSecret(input) && !isFile(input)) return [];
  const kind = isSecret(input) ? 'a secret' : 'a file';
  return [{ inputId, message: `It is ${kind}, which a preset cannot contain`, providedValue: maskText }];
}
