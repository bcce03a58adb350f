import { LRUCache } from 'lru-cache';
import type { PreparedFlow } from '../../engine.ts';
import type { AskPrinter, PrintedFlow } from '../../flow-printer.ts';
import type { JenkinsJob } from '../client/jenkins-gateway.ts';
import { defaultParameters, type CalledDefault } from '../jenkinsfile/called-defaults.ts';
import { fileParameters, jobParameters } from '../jenkinsfile/compose-parameters.ts';

/** A flow as Jenkins receives it. */
export interface PrintedJob {
  readonly job: JenkinsJob;
  /** The digest of the script that a build must find when it starts. */
  readonly digest: string;
  /** The defaults of secret inputs of called flows, which builds receive as parameters. */
  readonly calledDefaults: readonly CalledDefault[];
}

// In memory, a Jenkinsfile takes one byte per character.
const cachedCharacters = 16 * 1024 * 1024;

/** Prints the jobs of flows. The same flow always gets the same job. */
export class JobPrinter {
  readonly #print: AskPrinter;
  /** By the digest of the flow. */
  readonly #recent = new LRUCache<string, PrintedFlow>({
    maxSize: cachedCharacters,
    sizeCalculation: ({ jenkinsfile }) => jenkinsfile.length,
  });

  constructor(print: AskPrinter) {
    this.#print = print;
  }

  /** @throws {AppError} `too-busy` */
  async print(prepared: PreparedFlow): Promise<PrintedJob> {
    const { flow } = prepared;
    const { jenkinsfile, digest, calledDefaults } = await this.#printed(prepared);
    return {
      job: {
        key: { namespace: flow.namespace, id: flow.id },
        description: flow.description ?? '',
        parameters: [
          ...jobParameters(flow.inputs),
          ...fileParameters(flow.inputs),
          ...defaultParameters(calledDefaults),
        ],
        script: jenkinsfile,
        durability: flow.durability,
        label: flow.workerGroup,
      },
      digest,
      calledDefaults,
    };
  }

  async #printed({ flow, called, revision, digest, owner }: PreparedFlow): Promise<PrintedFlow> {
    const known = digest === undefined ? undefined : this.#recent.get(digest);
    if (known !== undefined) return known;
    const printed = await this.#print({ flow, called, revision, parameters: 'external' }, owner);
    if (digest !== undefined) this.#recent.set(digest, printed);
    return printed;
  }
}
