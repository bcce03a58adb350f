import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { Schema } from '../../../../../src/faces/api-client/operation-types.ts';
import { asProblem } from '../../../api/api-problem.ts';
import { updateFlow } from '../../../api/flow-changes.ts';
import { flowQuery } from '../../../api/flow-queries.ts';
import { queryKeys } from '../../../api/read.ts';
import { useAction } from '../../../api/use-action.ts';
import { useSubject } from '../../../api/use-may.ts';
import type { EditorHandle } from '../../../editor/code-editor.tsx';
import { DraftBox, type Draft } from '../../../editor/draft.ts';
import { editedText, withLineBreaksOf } from '../../../editor/line-breaks.ts';

type Flow = Schema<'Flow'>;

/** What is being edited: the revision that it began with, and the text that counts as saved. */
interface Base {
  readonly revision: number;
  readonly text: string;
}

/**
 * The text of a flow while it is edited. It is dirty while it differs from the saved text; there is a conflict while it
 * is dirty and a later revision exists. A later revision replaces a text that is not dirty.
 * Only users with the right to write can edit, so their id is always known.
 * @param flow the latest known revision
 */
export function useFlowText(flow: Flow, editor: RefObject<EditorHandle | null>) {
  const client = useQueryClient();
  const latestText = editedText(flow.source);
  const user = useSubject();
  const drafts = useMemo(
    () => new DraftBox({ user, flow: `${flow.namespace}/${flow.id}` }),
    [user, flow.namespace, flow.id],
  );
  const [found] = useState(() => drafts.read(latestText));
  const continued = drafts.isOfThisVisit ? found : undefined;
  const [initialText] = useState(continued?.text ?? latestText);
  const [base, setBase] = useState<Base>({ revision: continued?.base ?? flow.revision, text: latestText });
  const [text, setText] = useState(initialText);
  const [draft, setDraft] = useState<Draft | undefined>(continued === undefined ? found : undefined);
  const isDirty = text !== base.text;
  const hasConflict = isDirty && flow.revision > base.revision;

  const latest = useRef({ text, isDirty, base });
  latest.current = { text, isDirty, base };

  const change = (changed: string) => {
    setText(changed);
    const { base: current } = latest.current; // the editor keeps the first of these functions
    if (changed === current.text) drafts.remove();
    else drafts.keep({ base: current.revision, text: changed, changedAt: new Date().toISOString() });
  };
  const take = (next: Base, nextText: string) => {
    latest.current = { ...latest.current, base: next }; // the editor reports its new text at once
    setBase(next);
    setText(nextText);
    editor.current?.setText(nextText);
  };
  const takeTheirs = () => {
    take({ revision: flow.revision, text: latestText }, latestText);
    drafts.remove();
  };
  /** The text now includes their changes and is based on their revision. */
  const takeMerged = (merged: string) => take({ revision: flow.revision, text: latestText }, merged);
  useEffect(() => {
    if (!isDirty && flow.revision > base.revision) takeTheirs();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [flow.revision]);

  const { mediaType, source } = flow;
  const flowKey = flowQuery(flow).queryKey;
  const save = useAction<SaveRequest, Flow>({
    run: async ({ text: saved, revision }) => {
      try {
        return await updateFlow(flow, revision, { text: withLineBreaksOf(source, saved), mediaType });
      } catch (error) {
        if (asProblem(error).status === 412) await client.invalidateQueries({ queryKey: flowKey, exact: true });
        throw error;
      }
    },
    done: ({ revision }) => `Saved as revision ${revision}`,
    onDone: (stored, { text: saved, andThen }) => {
      setBase({ revision: stored.revision, text: saved });
      setDraft(undefined);
      if (latest.current.text === saved) drafts.remove();
      client.setQueryData(flowKey, stored);
      void client.invalidateQueries({ queryKey: queryKeys.flows });
      andThen?.(stored);
    },
  });
  return {
    /** The text that the editor starts with. */
    initialText,
    /** A draft of an earlier visit that was neither restored nor discarded. */
    draft,
    base: base.revision,
    /** As it is rendered. */
    text,
    isDirty,
    hasConflict,
    isBusy: save.isBusy,
    /** Why saving failed, unless it is the conflict. */
    problem: save.problem?.status === 412 && hasConflict ? undefined : save.problem,
    /** The text now, also between two renderings. */
    now: () => latest.current,
    change,
    takeTheirs,
    takeMerged,
    /** @param options `on` is the revision to follow, by default the one that was edited */
    save: ({ on = base.revision, andThen }: { readonly on?: number; readonly andThen?: (flow: Flow) => void } = {}) =>
      save.start({ text, revision: on, andThen }),
    restoreDraft: (restored: Draft) => {
      setDraft(undefined);
      // With an old base, saving leads to the conflict view.
      take({ revision: restored.base, text: base.text }, restored.text);
    },
    discardDraft: () => {
      setDraft(undefined);
      if (!isDirty) drafts.remove();
    },
  };
}

interface SaveRequest {
  readonly text: string;
  readonly revision: number;
  readonly andThen?: ((flow: Flow) => void) | undefined;
}
