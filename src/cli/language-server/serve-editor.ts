import { Writable } from 'node:stream';
import {
  createConnection,
  LSPErrorCodes,
  ResponseError,
  TextDocumentSyncKind,
  type Connection,
  type ServerCapabilities,
  type TextDocumentPositionParams,
} from 'vscode-languageserver/node';
import type { LanguageService } from '../../language-service/language-service.ts';
import type { ReportedProblem } from '../../problem/problem.ts';
import type { Terminal } from '../terminal.ts';
import { Diagnostics } from './diagnostics.ts';
import { OpenDocuments, type OpenDocument } from './open-documents.ts';
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
  const documents = new OpenDocuments();
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
  connection.onDidOpenTextDocument(({ textDocument: { uri, version, text } }) => {
    diagnostics.checkNow(documents.set(uri, { version, text }));
  });
  connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
    const last = contentChanges.at(-1);
    if (last !== undefined) diagnostics.checkSoon(documents.set(uri, { version, text: last.text }));
  });
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
    documents.close(uri);
    diagnostics.clear(uri);
  });
  connection.listen();
  return new Promise(() => undefined);
}

const capabilities: ServerCapabilities = {
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Full },
  completionProvider: { triggerCharacters: ['.', '{', ' '] },
  hoverProvider: true,
  definitionProvider: true,
  referencesProvider: true,
  renameProvider: { prepareProvider: true },
  documentSymbolProvider: true,
};

interface AnswerDeps extends EditorDeps {
  readonly documents: OpenDocuments;
  readonly hasSnippets: boolean;
}

/** Registers what answers the requests of the editor. Documents that are not open or not flows have no answers. */
function answer(connection: Connection, { service, documents, hasSnippets }: AnswerDeps): void {
  const at = <Result>(
    { textDocument, position }: TextDocumentPositionParams,
    ask: (document: OpenDocument, offset: number) => Result,
  ): Result | null => {
    const document = documents.find(textDocument.uri);
    return document === undefined ? null : ask(document, document.positions.offsetAt(position));
  };
  connection.onCompletion((params) =>
    at(params, ({ text, positions }, offset) =>
      service
        .complete(text, offset)
        .map((each, order) => asCompletionItem(each, { range: positions.rangeOf(each.range), order, hasSnippets })),
    ),
  );
  connection.onHover((params) =>
    at(params, ({ text, positions }, offset) => {
      const hover = service.hover(text, offset);
      return hover === undefined ? null : { contents: asMarkup(hover.markdown), range: positions.rangeOf(hover.range) };
    }),
  );
  connection.onDefinition((params) =>
    at(params, ({ uri, text, positions }, offset) => {
      const range = service.definition(text, offset);
      return range === undefined ? null : { uri, range: positions.rangeOf(range) };
    }),
  );
  connection.onReferences((params) =>
    at(params, ({ uri, text, positions }, offset) => {
      const { declaration, uses = [] } = service.references(text, offset) ?? {};
      const own = params.context.includeDeclaration && declaration !== undefined ? [declaration] : [];
      return [...own, ...uses].map(({ range }) => ({ uri, range: positions.rangeOf(range) }));
    }),
  );
  connection.onPrepareRename((params) =>
    at(params, ({ text, positions }, offset) => {
      const found = service.references(text, offset);
      return found?.declaration === undefined ? null : positions.rangeOf(found.range);
    }),
  );
  connection.onRenameRequest((params) =>
    at(params, ({ uri, text, positions }, offset) => {
      const renamed = service.rename(text, offset, params.newName);
      if ('refusal' in renamed) return new ResponseError(LSPErrorCodes.RequestFailed, renamed.refusal);
      const edits = renamed.edits.map(({ range, newText }) => ({ range: positions.rangeOf(range), newText }));
      return { changes: { [uri]: edits } };
    }),
  );
  connection.onDocumentSymbol(({ textDocument: { uri } }) => {
    const document = documents.find(uri);
    if (document === undefined) return null;
    return service.symbols(document.text).map((each) => asSymbol(each, document.positions.rangeOf(each.range)));
  });
}
