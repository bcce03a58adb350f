import { DiagnosticSeverity, type Diagnostic, type PublishDiagnosticsParams } from 'vscode-languageserver/node';
import type { ReportedProblem } from '../../problem/problem.ts';
import { problemHelp } from '../problems/problem-help.ts';
import type { OpenDocument } from './open-documents.ts';

export interface DiagnosticsDeps {
  readonly check: (text: string) => readonly ReportedProblem[];
  readonly publish: (found: PublishDiagnosticsParams) => void;
}

// Long enough that a document is not checked while one types, short enough to feel immediate.
const pauseMilliseconds = 250;

/** Checks documents, those that change after a pause, and publishes their problems. */
export class Diagnostics {
  readonly #deps: DiagnosticsDeps;
  readonly #waiting = new Map<string, NodeJS.Timeout>();

  constructor(deps: DiagnosticsDeps) {
    this.#deps = deps;
  }

  checkNow(document: OpenDocument | undefined): void {
    if (document === undefined) return;
    const { uri, version, text } = document;
    this.#forget(uri);
    this.#deps.publish({ uri, version, diagnostics: this.#deps.check(text).map(asDiagnostic) });
  }

  /** Replaces a check of an earlier version that waits. */
  checkSoon(document: OpenDocument | undefined): void {
    if (document === undefined) return;
    this.#forget(document.uri);
    this.#waiting.set(
      document.uri,
      setTimeout(() => this.checkNow(document), pauseMilliseconds),
    );
  }

  /** Removes the problems of a document from the editor. */
  clear(uri: string): void {
    this.#forget(uri);
    this.#deps.publish({ uri, diagnostics: [] });
  }

  /** Drops the checks that wait. */
  stop(): void {
    for (const uri of this.#waiting.keys()) this.#forget(uri);
  }

  #forget(uri: string): void {
    clearTimeout(this.#waiting.get(uri));
    this.#waiting.delete(uri);
  }
}

function asDiagnostic({ code, severity, message, ...place }: ReportedProblem): Diagnostic {
  const { line = 1, column = 1, endLine = line, endColumn = column } = place;
  return {
    range: {
      start: { line: line - 1, character: column - 1 },
      end: { line: endLine - 1, character: endColumn - 1 },
    },
    severity: severity === 'error' ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    code,
    codeDescription: { href: problemHelp(code) },
    source: 'flowgate',
    message,
  };
}
