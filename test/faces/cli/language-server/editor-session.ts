import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type Diagnostic,
  type InitializeResult,
  type Position,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  type TextDocumentContentChangeEvent,
  type TextEdit,
} from 'vscode-languageserver-protocol/node';

const program = join(import.meta.dirname, '../../../../scripts/flowgate.mjs');

/** An editor with one open flow, and `flowgate lsp` in a process of its own. */
export class EditorSession {
  readonly uri: string;
  readonly connection: ProtocolConnection;
  readonly child: ChildProcess;
  /** The exit status; null if a signal ended it. */
  readonly end: Promise<number | null>;
  text = '';
  stderr = '';
  #version = 0;
  readonly #published: PublishDiagnosticsParams[] = [];
  #whenPublished: () => void = () => undefined;

  constructor(uri = 'file:///flows/a.yaml') {
    this.uri = uri;
    const child = spawn(process.execPath, [program, 'lsp', '--stdio']);
    this.child = child;
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.end = new Promise((resolve) => child.once('close', (status) => resolve(status)));
    this.connection = createProtocolConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    this.connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
      this.#published.push(params);
      this.#whenPublished();
    });
    this.connection.listen();
  }

  async initialize(): Promise<InitializeResult> {
    const result = await this.connection.sendRequest<InitializeResult>('initialize', {
      processId: process.pid,
      rootUri: null,
      capabilities: { textDocument: { completion: { completionItem: { snippetSupport: true } } } },
    });
    await this.connection.sendNotification('initialized', {});
    return result;
  }

  async open(text: string): Promise<void> {
    this.text = text;
    const textDocument = { uri: this.uri, languageId: 'yaml', version: ++this.#version, text };
    await this.connection.sendNotification('textDocument/didOpen', { textDocument });
  }

  async change(text: string): Promise<void> {
    this.text = text;
    await this.#sendChange({ text });
  }

  /** Replaces the first occurrence of a text, and sends only this edit. */
  async replace(before: string, after: string): Promise<void> {
    const start = this.text.indexOf(before);
    const range = { start: this.positionOf(start), end: this.positionOf(start + before.length) };
    this.text = this.text.replace(before, after);
    await this.#sendChange({ range, text: after });
  }

  #sendChange(change: TextDocumentContentChangeEvent): Promise<void> {
    const textDocument = { uri: this.uri, version: ++this.#version };
    return this.connection.sendNotification('textDocument/didChange', { textDocument, contentChanges: [change] });
  }

  /** What the server has reported so far. */
  get published(): readonly PublishDiagnosticsParams[] {
    return this.#published;
  }

  /** Waits for the problems of the current version. */
  async diagnostics(): Promise<readonly Diagnostic[]> {
    for (;;) {
      const found = this.#published.findLast(({ version }) => version === this.#version);
      if (found !== undefined) return found.diagnostics;
      await new Promise<void>((resolve) => (this.#whenPublished = resolve));
    }
  }

  /** Sends a request about the place after the given text. */
  ask<Result>(method: string, after: string, params: object = {}): Promise<Result> {
    const position = this.positionOf(this.text.indexOf(after) + after.length);
    return this.connection.sendRequest<Result>(method, { textDocument: { uri: this.uri }, position, ...params });
  }

  positionOf(offset: number): Position {
    const lines = this.text.slice(0, offset).split('\n');
    return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
  }

  /** The text after edits that do not overlap. */
  edited(edits: readonly TextEdit[]): string {
    const starts = [0, ...[...this.text.matchAll(/\n/g)].map(({ index }) => index + 1)];
    const offsetOf = ({ line, character }: Position) => (starts[line] ?? 0) + character;
    return edits
      .toSorted((left, right) => offsetOf(right.range.start) - offsetOf(left.range.start))
      .reduce(
        (text, { range, newText }) => text.slice(0, offsetOf(range.start)) + newText + text.slice(offsetOf(range.end)),
        this.text,
      );
  }

  async shutDown(): Promise<number | null> {
    await this.connection.sendRequest('shutdown');
    await this.connection.sendNotification('exit');
    return this.end;
  }
}
