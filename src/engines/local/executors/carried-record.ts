import { maxCarriedFiles, type Carried, type CarriedFile } from '../../../language/execution-plan/segment.ts';
import { withoutItems } from '../../../language/execution-plan/task-path.ts';
import type { CarriedTexts, SecretPlaces } from '../../../store/executions/record/carried-texts.ts';

/** What a running execution passes on, as its record contains it. */
export class CarriedRecord {
  readonly #executionId: string;
  readonly #places: SecretPlaces;
  readonly #files: Map<string, CarriedFile>;
  readonly #items: Carried['items'];
  #read: () => CarriedTexts = () => ({ outputs: new Map() });

  /** @param before what the record contains; its files are in the workspace, and kept with this execution */
  constructor(executionId: string, before: Carried, places: SecretPlaces) {
    this.#executionId = executionId;
    this.#places = places;
    this.#items = before.items;
    this.#files = new Map(before.files.map((file) => [file.path, { ...file, execution: executionId }]));
  }

  /** @param read returns the texts of the tasks so far */
  take(read: () => CarriedTexts): void {
    this.#read = read;
  }

  /** @param path of a task, see task-path.ts */
  keep(path: string, files: readonly string[]): void {
    const task = withoutItems(path).split('/')[0] ?? '';
    for (const file of files) {
      // One more than the limit shows that there are too many.
      if (this.#files.size > maxCarriedFiles && !this.#files.has(file)) return;
      this.#files.set(file, { path: file, task, execution: this.#executionId });
    }
  }

  get hasTooManyFiles(): boolean {
    return this.#files.size > maxCarriedFiles;
  }

  get all(): Carried {
    const { outputs, items = this.#items } = this.#places.hide(this.#read());
    return { outputs, files: [...this.#files.values()], ...(items !== undefined && { items }) };
  }
}
