import { flowIdRule, isId, namespaceRule } from '../../../language/document/id-rule.ts';
import type { FlowKey } from '../../../language/flow/flow-key.ts';
import { UsageError } from '../terminal.ts';

export interface KeyChoice {
  readonly namespace?: string | undefined;
  readonly id?: string | undefined;
}

const fallbackNamespace = 'imported';

/** Chooses the namespaces and ids of imported flows; no two flows of an instance have the same. */
export class FlowKeys {
  readonly #choice: KeyChoice;
  readonly #used = new Set<string>();

  /** @throws {UsageError} for a namespace or an id that no flow can have */
  constructor(choice: KeyChoice) {
    const { namespace, id } = choice;
    if (namespace !== undefined && !isId(namespace, namespaceRule))
      throw new UsageError(`--namespace must consist of ${namespaceRule.words}.`);
    if (id !== undefined && !isId(id, flowIdRule)) throw new UsageError(`--id must consist of ${flowIdRule.words}.`);
    this.#choice = choice;
  }

  /** @param name the full name of a job, such as `team/app`, whose folders become the namespace */
  ofJob(name: string): FlowKey {
    const parts = name.split('/').filter((part) => part !== '');
    const folders = parts.slice(0, -1).map((folder) => words(folder).toLowerCase());
    return this.#unique({
      namespace: folders.filter((folder) => folder !== '').join('.'),
      id: words(parts.at(-1) ?? ''),
    });
  }

  /** @param path with `/`: the id is the name of the file, or of its folder if that is just `Jenkinsfile` */
  ofFile(path: string): FlowKey {
    const [file = '', folder = ''] = path.split('/').toReversed();
    const stem = file.replace(/^Jenkinsfile[.-]?/i, '').replace(/\.(?:jenkinsfile|groovy|xml|txt)$/i, '');
    return this.#unique({ namespace: '', id: words(stem) || words(folder) });
  }

  #unique({ namespace, id }: FlowKey): FlowKey {
    const chosen = {
      namespace: this.#choice.namespace ?? (namespace.slice(0, maxLength) || fallbackNamespace),
      id: this.#choice.id ?? (id.slice(0, maxLength) || 'job'),
    };
    for (let number = 1; ; number++) {
      const key = number === 1 ? chosen : { ...chosen, id: `${chosen.id}-${number}` };
      const name = `${key.namespace}/${key.id}`.toLowerCase(); // file systems and Jenkins can ignore case
      if (this.#used.has(name)) continue;
      this.#used.add(name);
      return key;
    }
  }
}

/** Leaves room for a number within the limit of ids. */
const maxLength = 200;

/** A text as an id: other characters become `-`. */
function words(text: string): string {
  return text.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+|[-.]+$/g, '');
}
