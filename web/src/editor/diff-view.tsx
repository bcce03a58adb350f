import { yaml } from '@codemirror/lang-yaml';
import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../components/button.tsx';
import { useMedia, wideScreen } from '../components/use-media.ts';
import { editorTheme } from './editor-theme.ts';
import './code-editor.css';

export interface DiffViewProps {
  readonly before: DiffSide;
  readonly after: DiffSide;
  /** Default: side by side on wide screens. */
  readonly layout?: 'side-by-side' | 'unified';
}

interface DiffSide {
  /** For screen readers, such as `Revision 3`. */
  readonly label: string;
  readonly text: string;
}

// The library's own limit replaces long changes as a whole.
const diffConfig = { timeout: 1_000 };
const collapseUnchanged = { margin: 3, minSize: 6 };

/** What differs between two texts. */
export function DiffView({ before, after, layout }: DiffViewProps) {
  const host = useRef<HTMLDivElement>(null);
  const [showsAll, setShowsAll] = useState(false);
  const isWide = useMedia(wideScreen);
  const isUnified = layout === undefined ? !isWide : layout === 'unified';
  const { label: beforeLabel, text: beforeText } = before;
  const { label: afterLabel, text: afterText } = after;
  useEffect(() => {
    const parent = host.current!;
    const settings = { diffConfig, gutter: true, ...(!showsAll && { collapseUnchanged }) };
    const left = { doc: beforeText, extensions: sideExtensions(beforeLabel) };
    const right = { doc: afterText, extensions: sideExtensions(afterLabel) };
    const view = isUnified
      ? new EditorView({
          parent,
          doc: afterText,
          extensions: [
            sideExtensions(`${beforeLabel} and ${afterLabel}`),
            unifiedMergeView({ original: beforeText, mergeControls: false, ...settings }),
          ],
        })
      : new MergeView({ parent, a: left, b: right, ...settings });
    return () => view.destroy();
  }, [beforeLabel, beforeText, afterLabel, afterText, isUnified, showsAll]);
  return (
    <div className="diff stack gap-4">
      <p className="diff-labels row muted" aria-hidden="true" data-layout={isUnified ? 'unified' : 'side-by-side'}>
        <span>{beforeLabel}</span>
        {isUnified && <span>→</span>}
        <span>{afterLabel}</span>
      </p>
      <div ref={host} className="diff-view" data-layout={isUnified ? 'unified' : 'side-by-side'} />
      <Button variant="quiet" onPress={() => setShowsAll(!showsAll)}>
        {showsAll ? 'Show only differences' : 'Show all lines'}
      </Button>
    </div>
  );
}

function sideExtensions(label: string): Extension {
  return [
    editorTheme,
    lineNumbers(),
    yaml(),
    EditorState.readOnly.of(true),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true' }),
  ];
}
