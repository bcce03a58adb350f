import { isUtf8 } from 'node:buffer';
import { statSync } from 'node:fs';
import type { CalledFlowSource, FoundRevision } from '../../abilities/flows/subflows/called-flow-source.ts';
import { readRegularFile } from '../../base/config/read-regular-file.ts';
import { isJsonObject } from '../../base/text/json-value.ts';
import type { FlowLimits } from '../../language/document/flow-limits.ts';
import { parseFlowDocument } from '../../language/document/parse-flow-document.ts';
import { flowName, type FlowKey } from '../../language/flow/flow-key.ts';
import { findFlowFiles } from './find-flow-files.ts';
import { asFoundRevision, FlowFilesError, type FlowFile } from './flow-file.ts';

export interface FlowCatalogueOptions {
  /** Absolute paths of files and of folders, whose subfolders count too. */
  readonly roots: readonly string[];
  readonly limits: FlowLimits;
  /** The name of a file in messages. */
  readonly nameOf: (path: string) => string;
}

/**
 * The flows in files, by namespace and id. Files are read when a flow is first looked for, and only once: a catalogue
 * shows the files of one moment.
 */
export class FlowCatalogue implements CalledFlowSource {
  readonly #options: FlowCatalogueOptions;
  readonly #found = new Map<string, FlowFile>();
  readonly #broken = new Set<FlowFile>();
  #files: readonly TextFile[] | undefined;

  constructor(options: FlowCatalogueOptions) {
    this.#options = options;
  }

  /** The files of the flows that were looked for and found, by `namespace/id`. */
  get found(): ReadonlyMap<string, FlowFile> {
    return this.#found;
  }

  /** The files that might contain a flow that was looked for and not found, if they could be parsed. */
  get broken(): ReadonlySet<FlowFile> {
    return this.#broken;
  }

  /**
   * The flow of a file, whatever the revision: files have none.
   * @throws {FlowFilesError} if several files contain the flow, or the files cannot be read
   */
  async read(key: FlowKey): Promise<FoundRevision | undefined> {
    const file = this.#find(key);
    return file && asFoundRevision(file);
  }

  #find(key: FlowKey): FlowFile | undefined {
    const name = flowName(key);
    const known = this.#found.get(name);
    if (known !== undefined) return known;
    const candidates = this.#all.filter(({ text }) => mayContain(text, key));
    const keys = candidates.map(({ file, text }) => ({ file, key: this.#keyOf(text) }));
    const [first, second] = keys.filter((each) => each.key !== undefined && flowName(each.key) === name);
    if (second !== undefined)
      throw new FlowFilesError(`the flow ${name} is in two files: ${first?.file.name} and ${second.file.name}.`);
    if (first === undefined)
      for (const { file } of keys.filter((each) => each.key === undefined)) this.#broken.add(file);
    else this.#found.set(name, first.file);
    return first?.file;
  }

  get #all(): readonly TextFile[] {
    const { roots, limits, nameOf } = this.#options;
    this.#files ??= findFlowFiles(roots)
      .filter((path) => isUsable(path, limits))
      .flatMap((path) => {
        const bytes = readRegularFile(path, { maxBytes: limits.flowBytes });
        return isUtf8(bytes) ? [{ file: { name: nameOf(path), path, bytes }, text: bytes.toString() }] : [];
      });
    return this.#files;
  }

  /** Undefined if the text cannot be parsed; empty names if it is not a flow. */
  #keyOf(text: string): FlowKey | undefined {
    const value = parseFlowDocument({ text, format: 'yaml' }, this.#options.limits).document?.value;
    if (value === undefined) return undefined;
    const { namespace, id } = isJsonObject(value) ? value : {};
    return typeof namespace === 'string' && typeof id === 'string' ? { namespace, id } : { namespace: '', id: '' };
  }
}

interface TextFile {
  readonly file: FlowFile;
  readonly text: string;
}

/** Whether it can be a flow: neither a pipe or device, nor larger than a flow may be. */
function isUsable(path: string, { flowBytes }: FlowLimits): boolean {
  const found = statSync(path);
  return found.isFile() && found.size <= flowBytes;
}

/** Whether a document can have these ids, which is much quicker than parsing it. Only a backslash can hide letters. */
function mayContain(text: string, { namespace, id }: FlowKey): boolean {
  return text.includes('\\') || (text.includes(namespace) && text.includes(id));
}
