import {
  CompletionItemKind,
  InsertTextFormat,
  InsertTextMode,
  MarkupKind,
  SymbolKind,
  type CompletionItem,
  type DocumentSymbol,
  type MarkupContent,
  type Range,
} from 'vscode-languageserver/node';
import type { Completion } from '../../../language/language-service/completion.ts';
import type { FlowSymbol } from '../../../language/language-service/language-service.ts';

const completionKinds: Readonly<Record<Completion['kind'], CompletionItemKind>> = {
  property: CompletionItemKind.Property,
  value: CompletionItemKind.EnumMember,
  type: CompletionItemKind.Class,
  reference: CompletionItemKind.Variable,
  snippet: CompletionItemKind.Snippet,
};

export function asCompletionItem(
  { label, kind, detail, documentation, newText, placeholders = [] }: Completion,
  { range, order, hasSnippets }: { readonly range: Range; readonly order: number; readonly hasSnippets: boolean },
): CompletionItem {
  const isSnippet = hasSnippets && placeholders.length > 0;
  return {
    label,
    kind: completionKinds[kind],
    ...(detail !== undefined && { detail }),
    ...(documentation !== undefined && { documentation: asMarkup(documentation) }),
    sortText: String(order).padStart(4, '0'),
    insertTextFormat: isSnippet ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
    // The lines are indented already.
    insertTextMode: InsertTextMode.asIs,
    textEdit: { range, newText: isSnippet ? snippetText(newText, placeholders) : newText },
  };
}

/** The text in the snippet syntax of the protocol: `${1:default}` for each placeholder. */
function snippetText(text: string, placeholders: NonNullable<Completion['placeholders']>): string {
  let snippet = '';
  let written = 0;
  for (const [index, { start, end }] of placeholders.entries()) {
    snippet += `${escaped(text.slice(written, start))}\${${index + 1}:${escaped(text.slice(start, end))}}`;
    written = end;
  }
  return snippet + escaped(text.slice(written));
}

function escaped(text: string): string {
  return text.replaceAll(/[\\$}]/g, String.raw`\$&`);
}

export function asMarkup(value: string): MarkupContent {
  return { kind: MarkupKind.Markdown, value };
}

const symbolKinds: Readonly<Record<FlowSymbol['kind'], SymbolKind>> = {
  input: SymbolKind.Field,
  variable: SymbolKind.Variable,
  task: SymbolKind.Function,
};

export function asSymbol({ kind, name, block }: FlowSymbol, range: Range): DocumentSymbol {
  const detail = block === undefined ? kind : `${kind} in ${block}`;
  return { name, detail, kind: symbolKinds[kind], range, selectionRange: range };
}
