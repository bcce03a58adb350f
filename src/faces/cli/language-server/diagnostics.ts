import type { TextDocument } from 'vscode-languageserver-textdocument';
import { DiagnosticSeverity, type Diagnostic, type PublishDiagnosticsParams } from 'vscode-languageserver/node';
import type { ReportedProblem } from '../../../base/problem/problem.ts';
import { setTimeout } from '../../../base/timers/timers.ts';
import { problemHelp } from '../problems/report-context.ts';

// Long enough not to check while the user types, short enough to feel immediate.
const pauseMilliseconds = 250;

/** Checks documents when they open, and a moment after they change, and publishes their problems. */
export class Diagnostics {
  readonly #deps;
  /** The last pending check of each open document. */
  readonly #pending = new Map<string, NodeJS.Timeout | undefined>();

  constructor(deps: {
    readonly check: (text: string) => readonly ReportedProblem[];
    readonly publish: (found: PublishDiagnosticsParams) => void;
  }) {
    this.#deps = deps;
  }

  /** Checks a new document at once, and a changed one after a pause; replaces a pending check of an earlier version. */
  check(document: TextDocument): void {
    const { uri } = document;
    const check = () => this.#publish(document);
    clearTimeout(this.#pending.get(uri));
    if (this.#pending.has(uri)) this.#pending.set(uri, setTimeout(check, pauseMilliseconds));
    else {
      this.#pending.set(uri, undefined);
      check();
    }
  }

  /** Removes the problems of a document from the editor. */
  clear(uri: string): void {
    this.#forget(uri);
    this.#deps.publish({ uri, diagnostics: [] });
  }

  /** Cancels pending checks. */
  stop(): void {
    for (const uri of this.#pending.keys()) this.#forget(uri);
  }

  #publish(document: TextDocument): void {
    const { uri, version } = document;
    this.#deps.publish({ uri, version, diagnostics: this.#deps.check(document.getText()).map(asDiagnostic) });
  }

  #forget(uri: string): void {
    clearTimeout(this.#pending.get(uri));
    this.#pending.delete(uri);
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
