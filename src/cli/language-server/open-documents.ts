import { TextPositions } from '../../language-service/text-positions.ts';

export interface OpenDocument {
  readonly uri: string;
  /** As the editor counts. */
  readonly version: number;
  readonly text: string;
  readonly positions: TextPositions;
}

/** The flows that the editor has open, as it last sent them. */
export class OpenDocuments {
  readonly #documents = new Map<string, OpenDocument>();

  /** Undefined for a document that is not a flow. */
  set(uri: string, { version, text }: Pick<OpenDocument, 'version' | 'text'>): OpenDocument | undefined {
    if (isTestFile(uri)) return undefined;
    const document: OpenDocument = { uri, version, text, positions: new TextPositions(text) };
    this.#documents.set(uri, document);
    return document;
  }

  find(uri: string): OpenDocument | undefined {
    return this.#documents.get(uri);
  }

  close(uri: string): void {
    this.#documents.delete(uri);
  }
}

/** Whether it is a file with tests of flows (docs/reference/flow-tests.md). */
function isTestFile(uri: string): boolean {
  return /\.test\.ya?ml$/.test(uri);
}
