import type { BuildKey, CallOptions, JenkinsGateway, LogRange } from '../../engine/jenkins/jenkins-gateway.ts';
import { SecretMask } from '../../masking/secret-mask.ts';

// Longer logs are unreadable; they are available in Jenkins for as long as it keeps the build.
const maxCharacters = 32 * 1024 * 1024;

/** The last line of a log that was too long to store completely. */
const cutText = '\n[Flowgate: this log is cut off after 32 MiB; see the build in Jenkins for the rest]\n';

export interface BuildLogOptions {
  readonly gateway: Pick<JenkinsGateway, 'log'>;
  readonly build: BuildKey;
  /** The strings to mask. */
  readonly secrets: readonly string[];
}

/**
 * The masked log of a build from its beginning, in chunks as they arrive from Jenkins. All readers of a build see the
 * same text, so an offset is valid for all of them. Read until `isComplete`.
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

  /** Whether everything that the build has written or will write was read. */
  get isComplete(): boolean {
    return this.#complete;
  }

  /** The text since the last call, which may be empty. @throws {JenkinsError} */
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
