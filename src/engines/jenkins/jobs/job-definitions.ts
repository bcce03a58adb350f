import { LRUCache } from 'lru-cache';
import { addedInputs } from '../../../language/execution-plan/added-inputs.ts';
import type { PreparedFlow } from '../../engine.ts';
import type { Transpilation, Transpile } from '../../flow-transpiler.ts';
import type { JenkinsJob } from '../client/jenkins-gateway.ts';
import { defaultParameters, type CalledDefault } from '../jenkinsfile/called-defaults.ts';
import { fileParameters, jobParameters, segmentParameters } from '../jenkinsfile/compose-parameters.ts';

/** A flow as Jenkins receives it. */
export interface JobDefinition {
  readonly job: JenkinsJob;
  /** The digest of the script that a build must find when it starts. */
  readonly digest: string;
  /** The defaults of secret inputs of called flows, which builds receive as parameters. */
  readonly calledDefaults: readonly CalledDefault[];
  /** Whether builds can begin after the first task. */
  readonly canBegin: boolean;
}

// In memory, a Jenkinsfile takes one byte per character.
const cachedCharacters = 16 * 1024 * 1024;

/** Defines the Jenkins jobs of flows. The same flow always gets the same job. */
export class JobDefinitions {
  readonly #transpile: Transpile;
  /** By the digest of the flow, and whether builds can begin after its first task although it does not wait. */
  readonly #recent = new LRUCache<string, Transpilation>({
    maxSize: cachedCharacters,
    sizeCalculation: ({ jenkinsfile }) => jenkinsfile.length,
  });

  constructor(transpile: Transpile) {
    this.#transpile = transpile;
  }

  /**
   * @param options `canBegin` is required for a build that begins after the first task
   * @throws {AppError} `too-busy`
   */
  async of(prepared: PreparedFlow, options: { readonly canBegin?: boolean } = {}): Promise<JobDefinition> {
    const { flow } = prepared;
    const inputs = [...flow.inputs, ...addedInputs(flow)];
    const { jenkinsfile, digest, calledDefaults, canBegin } = await this.#transpiled(prepared, options);
    return {
      job: {
        key: { namespace: flow.namespace, id: flow.id },
        description: flow.description ?? '',
        parameters: [
          ...jobParameters(inputs),
          ...fileParameters(inputs),
          ...defaultParameters(calledDefaults),
          ...(canBegin ? segmentParameters : []),
        ],
        script: jenkinsfile,
        durability: flow.durability,
        label: flow.workerGroup,
      },
      digest,
      calledDefaults,
      canBegin,
    };
  }

  async #transpiled(
    { flow, called, revision, digest, owner }: PreparedFlow,
    { canBegin = false }: { readonly canBegin?: boolean },
  ): Promise<Transpilation> {
    const name = digest === undefined ? undefined : `${digest} ${canBegin}`;
    const known = name === undefined ? undefined : this.#recent.get(name);
    if (known !== undefined) return known;
    const transpiled = await this.#transpile({ flow, called, revision, parameters: 'external', canBegin }, owner);
    if (name !== undefined) this.#recent.set(name, transpiled);
    return transpiled;
  }
}
