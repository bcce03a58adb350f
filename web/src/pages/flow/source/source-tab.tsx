import { useNavigate } from '@tanstack/react-router';
import { Suspense, useRef, useState } from 'react';
import type { ResponseBody, Schema } from '../../../../../src/faces/api-client/operation-types.ts';
import { queryKeys } from '../../../api/read.ts';
import { useAction } from '../../../api/use-action.ts';
import { useMay, useMayChange } from '../../../api/use-may.ts';
import { Button } from '../../../components/button.tsx';
import { Callout, ErrorBox } from '../../../components/callout.tsx';
import { RelativeTime } from '../../../components/times.tsx';
import type { EditorHandle } from '../../../editor/code-editor.tsx';
import { editedText } from '../../../editor/line-breaks.ts';
import { executionPage, flowPage } from '../../../links.ts';
import { loadedPart } from '../../../load-part.ts';
import { useKey } from '../../../shell/use-key.ts';
import { RunKey } from '../run/run-key.ts';
import { checkValues, startRun } from '../run/run-request.ts';
import { counted } from './counted-problem.ts';
import { FlowTextEditor } from './flow-text-editor.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { useFlowText } from './use-flow-text.ts';
import './source.css';

/** The source of a flow: to read, or to edit and save. */
export function SourceTab({ flow }: { readonly flow: Schema<'Flow'> }) {
  if (useMayChange(flow)) return <EditableSource flow={flow} />;
  return <ReadOnlySource key={flow.revision} flow={flow} />;
}

function ReadOnlySource({ flow: { source, mediaType } }: { readonly flow: Schema<'Flow'> }) {
  const editor = useRef<EditorHandle>(null);
  return <FlowTextEditor ref={editor} initialText={editedText(source)} mediaType={mediaType} isReadOnly />;
}

const ConflictView = loadedPart(() => import('./conflict-view.tsx'), 'ConflictView');

function EditableSource({ flow }: { readonly flow: Schema<'Flow'> }) {
  const may = useMay();
  const editor = useRef<EditorHandle>(null);
  const source = useFlowText(flow, editor);
  const canRun = may('execute', flow.namespace);
  const run = useRunNow(flow);
  const save = () => {
    if (source.isDirty && !source.isBusy && !source.hasConflict) source.save();
  };
  const saveAndRun = () => {
    if (source.isBusy || run.isBusy || source.hasConflict) return;
    if (source.isDirty) source.save({ andThen: ({ revision }) => run.start(revision) });
    else run.start(source.base);
  };
  useKey('s', save, true);
  useKey('Enter', canRun ? saveAndRun : undefined, true);
  const { draft } = source;
  return (
    <div className="stack">
      {draft !== undefined && (
        <Callout tone="neutral" title="You have unsaved changes">
          <p>
            They are from <RelativeTime at={draft.changedAt} /> and based on revision {draft.base}.
          </p>
          <div className="callout-foot row gap-12">
            <Button onPress={() => source.restoreDraft(draft)}>Restore the draft</Button>
            <Button onPress={source.discardDraft}>Discard the draft</Button>
          </div>
        </Callout>
      )}
      {source.hasConflict && (
        <Suspense>
          <ConflictView
            theirs={flow}
            base={source.base}
            mine={source.text}
            onTakeTheirs={source.takeTheirs}
            onTakeMerged={source.takeMerged}
            onSaveMine={() => source.save({ on: flow.revision })}
          />
        </Suspense>
      )}
      <ErrorBox what="Could not save the flow" problem={counted(source.problem)} />
      <ErrorBox what="Could not start the flow" problem={run.problem} />
      <div className="source-actions row">
        <span className="muted">{source.isDirty ? 'Unsaved changes' : `Revision ${source.base}, saved`}</span>
        {canRun && (
          <Button
            isDisabled={source.hasConflict}
            isBusy={run.isBusy}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            onPress={saveAndRun}
          >
            {source.isDirty ? 'Save and run' : 'Run'}
          </Button>
        )}
        <Button
          variant="primary"
          isDisabled={!source.isDirty || source.hasConflict}
          isBusy={source.isBusy}
          aria-keyshortcuts="Control+S Meta+S"
          onPress={save}
        >
          Save
        </Button>
      </div>
      <FlowTextEditor
        ref={editor}
        initialText={source.initialText}
        mediaType={flow.mediaType}
        onChange={source.change}
      />
      <LeaveGuard isDirty={() => source.now().isDirty} />
    </div>
  );
}

/** Starts a revision at once if it needs no values, and shows the execution. Otherwise opens the form. */
export function useRunNow({ namespace, id: flowId }: Schema<'FlowKey'>) {
  const navigate = useNavigate();
  const [key] = useState(() => new RunKey());
  return useAction<number, ResponseBody<'runFlow'> | undefined>({
    run: async (revision) => {
      const target = { namespace, flowId, revision };
      const problems = await checkValues(target, {});
      return problems.size > 0 ? undefined : startRun(target, { inputs: {}, labels: {} }, key.of(String(revision)));
    },
    invalidates: [queryKeys.executions, queryKeys.flows],
    onDone: (execution) =>
      void (execution === undefined
        ? navigate({ ...flowPage({ namespace, id: flowId }), search: { tab: 'run' } })
        : navigate(executionPage(execution.id))),
  });
}
