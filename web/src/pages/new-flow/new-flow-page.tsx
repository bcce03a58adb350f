import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import type { Schema } from '../../../../src/api-client/operation-types.ts';
import { createFlow } from '../../api/flow-changes.ts';
import { queryKeys } from '../../api/read.ts';
import { whoAmIQuery } from '../../api/system-queries.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../components/button.tsx';
import { ErrorBox } from '../../components/callout.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import type { EditorHandle } from '../../editor/code-editor.tsx';
import { DraftBox } from '../../editor/draft.ts';
import { flowPage } from '../../links.ts';
import { useKey } from '../../shell/use-key.ts';
import { counted } from '../flow/source/counted-problem.ts';
import { FlowTextEditor } from '../flow/source/flow-text-editor.tsx';
import { LeaveGuard } from '../flow/source/leave-guard.tsx';
import '../flow/source/source.css';

const mediaType = 'application/x-yaml';

/** Writes the first revision of a flow. Waits for the user's identity, which selects the drafts. */
export function NewFlowPage() {
  const user = useQuery(whoAmIQuery());
  if (user.data !== undefined) return <NewFlow user={user.data.subject} />;
  return (
    <Page title={title}>
      <QueryView query={user} what="your identity">
        {() => undefined}
      </QueryView>
    </Page>
  );
}

const title = 'New flow';

/** A draft of an earlier visit is continued. */
function NewFlow({ user }: { readonly user: string | undefined }) {
  const navigate = useNavigate();
  const editor = useRef<EditorHandle>(null);
  const drafts = useMemo(() => new DraftBox({ user, flow: 'new' }), [user]);
  const [initialText] = useState(() => drafts.read(startingText)?.text ?? startingText);
  const isSaved = useRef(false);
  const change = (text: string) => {
    if (text === startingText) drafts.remove();
    else drafts.keep({ base: 0, text, changedAt: new Date().toISOString() });
  };
  const save = useAction<string, Schema<'Flow'>>({
    run: (text) => createFlow({ text, mediaType }),
    invalidates: [queryKeys.flows],
    done: ({ namespace, id }) => `Added ${namespace}/${id}`,
    onDone: ({ namespace, id }) => {
      isSaved.current = true;
      drafts.remove();
      void navigate({
        ...flowPage({ namespace, id }),
        search: { tab: 'source' },
      });
    },
  });
  const start = () => {
    if (!save.isBusy) save.start(editor.current?.text() ?? '');
  };
  useKey('s', start, true);
  return (
    <Page
      title={title}
      actions={
        <>
          {initialText !== startingText && (
            <Button onPress={() => editor.current?.setText(startingText)}>Start over</Button>
          )}
          <Button variant="primary" isBusy={save.isBusy} aria-keyshortcuts="Control+S Meta+S" onPress={start}>
            Save
          </Button>
        </>
      }
    >
      <ErrorBox what="Could not save the flow" problem={counted(save.problem)} />
      <FlowTextEditor ref={editor} initialText={initialText} mediaType={mediaType} onChange={change} />
      <LeaveGuard isDirty={() => !isSaved.current && (editor.current?.text() ?? startingText) !== startingText} />
    </Page>
  );
}

/** The text of a new flow: the least that is valid and runs. */
export const startingText = `id: my-flow
namespace: examples
description: What this flow does.
inputs:
  - {id: name, type: STRING, defaults: World}
tasks:
  - id: greet
    type: dev.vendor.plugin.core.shell.Shell
    commands:
      - echo "Hello {{ inputs.name }}"
`;
