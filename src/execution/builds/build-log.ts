import type { BuildKey, CallOptions, JenkinsGateway, LogRange } from '../../engine/jenkins/jenkins-gateway.ts';
import { SecretMask } from '../../masking/secret-mask.ts';

// Longer logs are no reading; whoever needs them finds them in Jenkins for as long as it keeps them.
const maxCharacters = 32 * 1024 * 1024;

/** What stands at the end of a log that was too long to be taken in. */
const cutText = '\n[Flowgate: the log is longer than 32 MiB; the rest is with the build in Jenkins]\n';

export interface BuildLogOptions {
  readonly gateway: Pick<JenkinsGateway, 'log'>;
  readonly build: BuildKey;
  /** What is masked. */
  readonly secrets: readonly string[];
}

/**
 * The masked log of a build from its beginning, in pieces as they come from Jenkins; every reader of the same build sees
 * the same text, so that a place in it means the same to all. A reader reads on until `isComplete`.
 */
export class BuildLog {
  readonly #options: BuildLogOptions;
  readonly #mask: SecretMask;
  #next = 0;
  #characters = 0;
  #complete = false;

  constructor(options: BuildLogOptions) {
    this.#options = options;
    this.#mask = new SecretMask(options.secrets);
  }

  /** Whether everything was read that the build has written or will write. */
  get isComplete(): boolean {
    return this.#complete;
  }

  /** What has come since the last call; an empty text when nothing has. @throws {JenkinsError} */
  async readOn(options?: CallOptions): Promise<string> {
    if (this.#complete) return '';
    const { gateway, build } = this.#options;
    const range = await gateway.log(build, this.#next, options);
    return range === undefined ? this.#end('') : this.#take(range);
  }

  #take({ text, next, more, truncated }: LogRange): string {
    this.#next = next;
    this.#characters += text.length;
    if (this.#characters > maxCharacters) return this.#end(text, cutText);
    return more || truncated ? this.#mask.push(text) : this.#end(text);
  }

  #end(text: string, closing = ''): string {
    this.#complete = true;
    return this.#mask.push(text) + this.#mask.end() + closing;
  }
}
