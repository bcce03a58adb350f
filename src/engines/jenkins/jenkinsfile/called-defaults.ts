import type { CalledSecretDefault } from '../../../language/execution-plan/called-secrets.ts';
import { inputVariable } from '../../../language/expressions/reference.ts';
import { flowName, type FlowKey } from '../../../language/flow/flow-key.ts';
import { groovy, type GroovyCode } from '../../../language/groovy/groovy-code.ts';
import { groovyString } from '../../../language/groovy/quote.ts';
import { namedCredential } from '../../../language/input-types/secret-reference.ts';
import type { JobParameter } from './job-parameter.ts';

/** The default of a secret input of a called flow, as a build gets it. */
export interface CalledDefault extends CalledSecretDefault {
  /** The parameter for the id of a credential with the value; undefined if the default names a credential itself. */
  readonly parameter?: string;
}

/**
 * Collects the defaults of the secret inputs of called flows. A flow that is called several times has each default
 * once.
 */
export class CalledDefaults {
  readonly #defaults = new Map<string, CalledDefault>();

  get all(): readonly CalledDefault[] {
    return [...this.#defaults.values()];
  }

  /** The default of an input, which is the same for all calls of one revision. */
  add({ namespace, id }: FlowKey, revision: number | undefined, inputId: string, value: string): CalledDefault {
    const key = JSON.stringify([namespace, id, revision ?? null, inputId]);
    const known = this.#defaults.get(key);
    if (known !== undefined) return known;
    const isNamed = namedCredential(value) !== undefined;
    const number = this.all.filter(({ parameter }) => parameter !== undefined).length + 1;
    const parameter = isNamed ? undefined : `FLOWGATE_DEFAULT_${number}_${inputVariable(inputId)}`;
    const added = { flow: { namespace, id }, inputId, value, ...(parameter !== undefined && { parameter }) };
    this.#defaults.set(key, added);
    return added;
  }
}

/** The id of the credential for a default, as the build finds it; plain text is never in a Jenkinsfile. */
export function defaultCredential({
  value,
  parameter,
}: Pick<CalledDefault, 'value' | 'parameter'>): GroovyCode | undefined {
  const credential = namedCredential(value);
  if (credential !== undefined) return groovyString(credential);
  return parameter === undefined ? undefined : groovy`params.get(${groovyString(parameter)})`;
}

/** The parameters for defaults in plain text. */
export function defaultParameters(defaults: readonly CalledDefault[]): readonly JobParameter[] {
  return defaults.flatMap(({ flow, inputId, parameter }) =>
    parameter === undefined
      ? []
      : [
          {
            name: parameter,
            description: `Set by Flowgate: the default of ${inputId} of the flow ${flowName(flow)}.`,
            kind: 'credentials',
            defaultValue: '',
            required: false,
          } as const,
        ],
  );
}
