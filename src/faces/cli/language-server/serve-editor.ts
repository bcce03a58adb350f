import { Writable } from 'node:stream';
import { TextDocument } from 'vscode-languageserver-textdocument';
import {
  createConnection,
  LSPErrorCodes,
  ResponseError,
  TextDocuments,
  TextDocumentSyncKind,
  type Connection,
  type Location,
  type Range,
  type ServerCapabilities,
  type TextDocumentPositionParams,
} from 'vscode-languageserver/node';
import type { ReportedProblem, TextRange } from '../../../base/problem/problem.ts';
import type { LanguageService } from '../../../language/language-service/language-service.ts';
import type { Terminal } from '../terminal.ts';
import { Diagnostics } from './diagnostics.ts';
import { asCompletionItem, asMarkup, asSymbol } from './protocol-values.ts';

export interface EditorDeps {
  readonly service: LanguageService;
  readonly check: (text: string) => readonly ReportedProblem[];
}

/**
 * Serves one editor over standard input and output. Never returns: the library ends the process when the editor sends
 * `exit`, closes standard input or is no longer there, with 0 after a `shutdown` and else with 1.
 */
export function serveEditor(deps: EditorDeps, terminal: Terminal): Promise<never> {
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      terminal.stdout.writeDocument(chunk.toString());
      done();
    },
  });
  const connection = createConnection(terminal.stdin, output);
  const documents = new TextDocuments(TextDocument);
  const diagnostics = new Diagnostics({
    check: deps.check,
    publish: (found) => void connection.sendDiagnostics(found),
  });
  connection.onInitialize(({ capabilities: client }) => {
    const hasSnippets = client.textDocument?.completion?.completionItem?.snippetSupport === true;
    answer(connection, { ...deps, documents, hasSnippets });
    return { capabilities, serverInfo: { name: 'flowgate' } };
  });
  connection.onShutdown(() => diagnostics.stop());
  documents.onDidChangeContent(({ document }) => isTestFile(document) || diagnostics.check(document));
  documents.onDidClose(({ document: { uri } }) => diagnostics.clear(uri));
  documents.listen(connection);
  connection.listen();
  return new Promise(() => undefined);
}

const capabilities: ServerCapabilities = {
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
  completionProvider: { triggerCharacters: ['.', '{', ' '] },
  hoverProvider: true,
  definitionProvider: true,
  referencesProvider: true,
  renameProvider: { prepareProvider: true },
  documentSymbolProvider: true,
};

/** Whether it is a file with tests of flows (docs/reference/flow-tests.md), which the editor gets no help with. */
function isTestFile({ uri }: TextDocument): boolean {
  return /\.test\.ya?ml$/.test(uri);
}

/** Registers handlers for the requests of the editor. Documents that are not open or not flows get no answers. */
function answer(
  connection: Connection,
  {
    service,
    documents,
    hasSnippets,
  }: Pick<EditorDeps, 'service'> & { readonly documents: TextDocuments<TextDocument>; readonly hasSnippets: boolean },
): void {
  const flowIn = (uri: string) => {
    const document = documents.get(uri);
    return document === undefined || isTestFile(document) ? undefined : new OpenFlow(document);
  };
  const at = <Result>(
    { textDocument, position }: TextDocumentPositionParams,
    ask: (flow: OpenFlow, offset: number) => Result,
  ): Result | null => {
    const flow = flowIn(textDocument.uri);
    return flow === undefined ? null : ask(flow, flow.document.offsetAt(position));
  };
  connection.onCompletion((params) =>
    at(params, (flow, offset) =>
      service
        .complete(flow.text, offset)
        .map((each, order) => asCompletionItem(each, { range: flow.rangeOf(each.range), order, hasSnippets })),
    ),
  );
  connection.onHover((params) =>
    at(params, (flow, offset) => {
      const hover = service.hover(flow.text, offset);
      return hover === undefined ? null : { contents: asMarkup(hover.markdown), range: flow.rangeOf(hover.range) };
    }),
  );
  connection.onDefinition((params) =>
    at(params, (flow, offset) => {
      const range = service.definition(flow.text, offset);
      return range === undefined ? null : flow.locationOf(range);
    }),
  );
  connection.onReferences((params) =>
    at(params, (flow, offset) => {
      const { declaration, uses = [] } = service.references(flow.text, offset) ?? {};
      const own = params.context.includeDeclaration && declaration !== undefined ? [declaration] : [];
      return [...own, ...uses].map(({ range }) => flow.locationOf(range));
    }),
  );
  connection.onPrepareRename((params) =>
    at(params, (flow, offset) => {
      const found = service.references(flow.text, offset);
      return found?.declaration === undefined ? null : flow.rangeOf(found.range);
    }),
  );
  connection.onRenameRequest((params) =>
    at(params, (flow, offset) => {
      const renamed = service.rename(flow.text, offset, params.newName);
      if ('refusal' in renamed) return new ResponseError(LSPErrorCodes.RequestFailed, renamed.refusal);
      const edits = renamed.edits.map(({ range, newText }) => ({ range: flow.rangeOf(range), newText }));
      return { changes: { [flow.document.uri]: edits } };
    }),
  );
  connection.onDocumentSymbol(({ textDocument: { uri } }) => {
    const flow = flowIn(uri);
    return flow && service.symbols(flow.text).map((each) => asSymbol(each, flow.rangeOf(each.range)));
  });
}

/** A flow in the editor, whose offsets become positions of the protocol. */
class OpenFlow {
  readonly document: TextDocument;
  readonly text: string;

  constructor(document: TextDocument) {
    this.document = document;
    this.text = document.getText();
  }

  rangeOf({ start, end }: TextRange): Range {
    return { start: this.document.positionAt(start), end: this.document.positionAt(end) };
  }

  locationOf(range: TextRange): Location {
    return { uri: this.document.uri, range: this.rangeOf(range) };
  }
}
