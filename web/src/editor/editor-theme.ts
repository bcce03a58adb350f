import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.content ?? '';

/**
 * Colours from the tokens, so that both schemes need one theme. The marks of problems replace those of the library,
 * which are `data:` images that the content security policy forbids.
 */
const theme = EditorView.theme({
  '&': { backgroundColor: 'var(--bg)', color: 'var(--text)', fontSize: 'var(--text-body)' },
  '&.cm-focused': { outline: 'none' }, // the host has it, because gutters would cover it here
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '20px' },
  '.cm-content': { caretColor: 'var(--text)', padding: '8px 0' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--accent) 18%, var(--bg))',
  },
  '.cm-gutters': { backgroundColor: 'var(--bg)', color: 'var(--faint)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--accent) 5%, transparent)' },
  '.cm-placeholder': { color: 'var(--faint)' },
  '.cm-marked': { backgroundColor: 'var(--selected)' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--text)' },
  '.cm-foldPlaceholder': { background: 'var(--neutral-tint)', border: 'none', color: 'var(--muted)' },
  '.cm-tooltip': {
    border: '1px solid var(--border)',
    borderRadius: 'var(--radius-control)',
    background: 'var(--bg)',
    color: 'var(--text)',
    boxShadow: 'var(--shadow)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxHeight: '240px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px', lineHeight: '18px' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-completionDetail': { fontStyle: 'normal', color: 'var(--muted)', marginLeft: '1.5em' },
  '.cm-tooltip.cm-completionInfo': { padding: '8px 10px', maxWidth: 'min(60ch, 80vw)' },
  '.cm-tooltip .markdown': {
    whiteSpace: 'normal',
    maxHeight: '50vh',
    overflow: 'auto',
    font: 'var(--text-body) / 20px var(--font)',
    maxWidth: 'min(60ch, 90vw)',
  },
  '.cm-tooltip-hover .markdown, .markdown.cm-tooltip': { padding: '8px 10px' },
  '.markdown > *': { margin: '0 0 6px' },
  '.markdown > :last-child': { marginBottom: '0' },
  '.markdown :is(ul, ol)': { paddingLeft: '18px' },
  '.markdown pre': { padding: '6px 8px', overflow: 'auto', background: 'var(--sunken)' },
  '.markdown code': { overflowWrap: 'anywhere' },
  '.cm-snippetField': { backgroundColor: 'var(--running-tint)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--selected)',
    color: 'var(--text)',
  },
  '.cm-panels': { background: 'var(--surface)', color: 'var(--text)' },
  '.cm-searchMatch': { backgroundColor: 'var(--warning-tint)', outline: '1px solid var(--warning)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--selected)', outline: '1px solid var(--accent)' },
  '.cm-textfield': {
    border: '1px solid var(--edge)',
    background: 'var(--bg)',
    color: 'var(--text)',
    fontSize: 'inherit',
  },
  '.cm-button': { border: '1px solid var(--edge)', background: 'var(--bg)', color: 'var(--text)', fontSize: 'inherit' },
  '.cm-diagnostic': { fontFamily: 'var(--font)', padding: '6px 10px', maxWidth: '60ch' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--failed)' },
  '.cm-diagnostic-warning': { borderLeft: '3px solid var(--warning)' },
  '.cm-lintRange-error': { background: 'none', textDecoration: 'underline wavy var(--failed)' },
  '.cm-lintRange-warning': { background: 'none', textDecoration: 'underline wavy var(--warning)' },
  '.cm-lintRange-active': { background: 'var(--warning-tint)' },
  '.cm-lintPoint::after': { borderBottomColor: 'var(--failed)' },
  '.cm-gutter-lint': { width: '18px' },
  '.cm-gutter-lint .cm-lint-marker': { content: 'normal', width: 'auto', height: 'auto', textAlign: 'center' },
  '.cm-lint-marker-error::before': { content: '"✕"', color: 'var(--failed)', fontWeight: '700' },
  '.cm-lint-marker-warning::before': { content: '"▲"', color: 'var(--warning)', fontSize: '10px' },
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': { backgroundColor: paleOf('--failed-tint') },
  '&.cm-merge-b .cm-changedLine, .cm-inlineChangedLine, .cm-insertedLine': {
    backgroundColor: paleOf('--success-tint'),
  },
  // No ground is darker than the tints, on which all colours of text are readable.
  '&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText': {
    background: 'var(--failed-tint)',
    boxShadow: 'inset 0 -2px var(--failed)',
  },
  '&.cm-merge-b .cm-changedText': { background: 'var(--success-tint)', boxShadow: 'inset 0 -2px var(--success)' },
  '&.cm-merge-a .cm-changedLineGutter, .cm-deletedLineGutter': { background: 'var(--failed)' },
  '&.cm-merge-b .cm-changedLineGutter': { background: 'var(--success)' },
  '.cm-collapsedLines': {
    background: 'var(--sunken)',
    color: 'var(--muted)',
    fontFamily: 'var(--font)',
    padding: '2px 12px',
  },
  // The library's own signs are missing in many fonts.
  '.cm-collapsedLines::before, .cm-collapsedLines::after': { content: '"…"' },
});

/** A ground that is between the page and a tint. */
function paleOf(tint: string): string {
  return `color-mix(in srgb, var(${tint}) 55%, var(--bg))`;
}

const highlighting = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--ansi-blue)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--ansi-green)' },
  { tag: [tags.keyword, tags.controlKeyword], color: 'var(--ansi-magenta)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--ansi-cyan)' },
  { tag: [tags.typeName, tags.labelName, tags.standard(tags.name)], color: 'var(--ansi-yellow)' },
  { tag: tags.comment, color: 'var(--faint)', fontStyle: 'italic' },
  { tag: tags.invalid, color: 'var(--failed)' },
]);

/** How every editor looks. Its styles carry the nonce of the page. */
export const editorTheme: Extension = [EditorView.cspNonce.of(nonce), theme, syntaxHighlighting(highlighting)];
