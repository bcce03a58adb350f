import { yaml } from '@codemirror/lang-yaml';
import { StreamLanguage } from '@codemirror/language';
import { groovy } from '@codemirror/legacy-modes/mode/groovy';
import { EditorView, placeholder } from '@codemirror/view';
import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react';
import { lineOutcomes } from '../../../../src/import/coverage.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { ToggleChips } from '../../components/filter-chips.tsx';
import { SplitView } from '../../components/split-view.tsx';
import { useMedia, wideScreen } from '../../components/use-media.ts';
import { CodeEditor, type EditorHandle } from '../../editor/code-editor.tsx';
import { findingsAt, linesOf, type Side } from './findings-at.ts';
import { reportOf, type ImportedJob } from './import-report.ts';
import { outcomeGutter, setOutcomes } from './outcome-gutter.ts';

export interface SidesHandle {
  goTo(side: Side, line: number): void;
  /** Brings the lines of a finding in sight, on both sides. */
  show(index: number): void;
}

export interface ImportSidesProps {
  readonly source: string;
  /** Undefined until there is one for the source. */
  readonly job: ImportedJob | undefined;
  /** Indexes of findings, whose lines are marked. */
  readonly chosen: readonly number[];
  readonly onChange: (source: string) => void;
  /** Called with the findings of a line that the user goes to. */
  readonly onChoose: (chosen: readonly number[]) => void;
  readonly ref: Ref<SidesHandle>;
}

const titles: Readonly<Record<Side, string>> = { source: 'Jenkinsfile', flow: 'Flow' };

/** The source and its flow, side by side where there is room. */
export function ImportSides({ source, job, chosen, onChange, onChoose, ref }: ImportSidesProps) {
  const isWide = useMedia(wideScreen);
  const [shown, setShown] = useState<Side>('source');
  const editors = { source: useRef<EditorHandle>(null), flow: useRef<EditorHandle>(null) };
  const current = useRef(job);
  /** Whether this page moves a cursor, not the user. */
  const isMoving = useRef(false);
  const goTo = (side: Side, line: number | undefined) => {
    isMoving.current = true;
    if (line !== undefined) editors[side].current?.goToLine(line);
    isMoving.current = false;
  };
  const show = (index: number, sides: readonly Side[]) => {
    const finding = current.current?.findings[index];
    if (finding !== undefined) for (const side of sides) goTo(side, linesOf(finding, side)?.from);
  };
  const choose = (side: Side, line: number) => {
    const { findings, source: imported } = current.current ?? {};
    if (isMoving.current || findings === undefined || editors.source.current?.text() !== imported) return;
    const found = findingsAt(findings, side, line);
    onChoose(found);
    if (found[0] !== undefined) show(found[0], [side === 'source' ? 'flow' : 'source']);
  };
  useImperativeHandle(ref, () => ({ goTo, show: (index) => show(index, ['source', 'flow']) }));
  useEffect(() => {
    current.current = job;
    if (job === undefined) {
      if (source.trim() === '') editors.flow.current?.setText('');
      return;
    }
    isMoving.current = true;
    // The script of a config.xml: the places are in it.
    if (job.kind !== 'freestyle' && job.source !== source) editors.source.current?.setText(job.source);
    editors.flow.current?.setText(job.flow);
    editors.source.current?.apply(setOutcomes.of(lineOutcomes(reportOf(job).findings, job.source)));
    isMoving.current = false;
    // oxlint-disable-next-line react/exhaustive-deps -- the editors own the texts
  }, [job, isWide, source.trim() === '']);
  useEffect(() => {
    for (const side of ['source', 'flow'] as const) {
      const lines = chosen.flatMap((index) => {
        const finding = current.current?.findings[index];
        return (finding && linesOf(finding, side)) ?? [];
      });
      editors[side].current?.mark(lines);
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the editors are the same
  }, [chosen, job, isWide]);
  const [extensions] = useState(() => ({
    source: [
      StreamLanguage.define(groovy),
      outcomeGutter,
      placeholder('Paste a Jenkinsfile or the config.xml of a job, or drop a file here.'),
      dropsFiles((text) => editors.source.current?.setText(text)),
    ],
    flow: [yaml(), placeholder('The flow appears here.')],
  }));
  const panes = {
    source: (
      <div className="import-side stack gap-8" hidden={!isWide && shown !== 'source'}>
        <div className="row apart import-head">
          <h2>{titles.source}</h2>
          <OpenFile onText={(text) => editors.source.current?.setText(text)} />
        </div>
        <CodeEditor
          ref={editors.source}
          initialText={source}
          label={titles.source}
          extensions={extensions.source}
          onChange={onChange}
          onLine={(line) => choose('source', line)}
        />
      </div>
    ),
    flow: (
      <div className="import-side stack gap-8" hidden={!isWide && shown !== 'flow'}>
        <div className="row apart import-head">
          <h2>{titles.flow}</h2>
          {job !== undefined && <CopyButton text={job.flow} what="flow" />}
        </div>
        <CodeEditor
          ref={editors.flow}
          initialText={job?.flow ?? ''}
          label={titles.flow}
          isReadOnly
          extensions={extensions.flow}
          onLine={(line) => choose('flow', line)}
        />
      </div>
    ),
  };
  return isWide ? (
    <SplitView label="Width of the source" storageKey="flowgate.import-width">
      {panes.source}
      {panes.flow}
    </SplitView>
  ) : (
    <div className="stack gap-8">
      <ToggleChips
        label="Side"
        options={(['source', 'flow'] as const).map((value) => ({ value, text: titles[value] }))}
        chosen={[shown]}
        onChange={() => setShown(shown === 'source' ? 'flow' : 'source')}
      />
      {panes.source}
      {panes.flow}
    </div>
  );
}

function OpenFile({ onText }: { readonly onText: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Jenkinsfile to open"
        onChange={({ target }) => {
          void target.files?.[0]?.text().then(onText);
          target.value = '';
        }}
      />
      <Button onPress={() => input.current?.click()}>Open a file</Button>
    </>
  );
}

/** A file that is dropped replaces the text. */
function dropsFiles(onText: (text: string) => void) {
  return EditorView.domEventHandlers({
    drop(event) {
      const file = event.dataTransfer?.files[0];
      if (file === undefined) return false;
      event.preventDefault();
      void file.text().then(onText);
      return true;
    },
  });
}
