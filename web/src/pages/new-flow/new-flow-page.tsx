import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import type { Schema } from '../../../../src/faces/api-client/operation-types.ts';
import { createFlow } from '../../api/flow-changes.ts';
import { flowQuery } from '../../api/flow-queries.ts';
import { isFlowName } from '../../api/is-flow-name.ts';
import { queryKeys } from '../../api/read.ts';
import { whoAmIQuery } from '../../api/system-queries.ts';
import { useAction } from '../../api/use-action.ts';
import { Breadcrumb, linkToFlows } from '../../components/breadcrumb.tsx';
import { Button } from '../../components/button.tsx';
import { ErrorBox } from '../../components/callout.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import type { EditorHandle } from '../../editor/code-editor.tsx';
import { DraftBox } from '../../editor/draft.ts';
import { editedText } from '../../editor/line-breaks.ts';
import { flowPage } from '../../links.ts';
import { useKey } from '../../shell/use-key.ts';
import { counted } from '../flow/source/counted-problem.ts';
import { FlowTextEditor } from '../flow/source/flow-text-editor.tsx';
import { LeaveGuard } from '../flow/source/leave-guard.tsx';
import { ExampleChoice } from './example-choice.tsx';
import { copiedSource, startingText } from './starting-text.ts';
import '../flow/source/source.css';

const mediaType = 'application/x-yaml';

/** Writes the first revision of a flow. Waits for the user's identity, which selects the drafts. */
export function NewFlowPage() {
  const user = useQuery(whoAmIQuery());
  const { copy } = route.useSearch();
  if (user.data !== undefined)
    return copy !== undefined && isFlowName(copy) ? (
      <Copy of={copy} user={user.data.subject} />
    ) : (
      <Beginning user={user.data.subject} />
    );
  return (
    <Page title={title} breadcrumb={breadcrumb}>
      <QueryView query={user} what="your identity">
        {() => undefined}
      </QueryView>
    </Page>
  );
}

const route = getRouteApi('/ui/new-flow');

interface UserProps {
  readonly user: string | undefined;
}

/** A draft of an earlier visit is continued; otherwise the user chooses what to begin with. */
function Beginning({ user }: UserProps) {
  const [start, setStart] = useState(() => new DraftBox({ user, flow: 'new' }).read(startingText)?.text);
  if (start !== undefined) return <NewFlow user={user} initialText={start} onRestart={() => setStart(undefined)} />;
  return (
    <Page title={title} breadcrumb={breadcrumb}>
      <ExampleChoice blank={startingText} mediaType={mediaType} onChoose={setStart} />
    </Page>
  );
}

function Copy({ of, user }: UserProps & { readonly of: string }) {
  const [namespace = '', id = ''] = of.split('/');
  const query = useQuery(flowQuery({ namespace, id }));
  const navigate = useNavigate();
  if (query.data === undefined)
    return (
      <Page title={title} breadcrumb={breadcrumb}>
        <QueryView query={query} what={of}>
          {() => undefined}
        </QueryView>
      </Page>
    );
  return (
    <NewFlow
      user={user}
      initialText={copiedSource(editedText(query.data.source), id)}
      onRestart={() => void navigate({ to: '/ui/new-flow', search: {} })}
    />
  );
}

const title = 'New flow';
const breadcrumb = <Breadcrumb links={[linkToFlows]} here={title} />;

interface NewFlowProps extends UserProps {
  readonly initialText: string;
  /** Back to the choice. */
  readonly onRestart: () => void;
}

function NewFlow({ user, initialText, onRestart }: NewFlowProps) {
  const navigate = useNavigate();
  const editor = useRef<EditorHandle>(null);
  const drafts = useMemo(() => new DraftBox({ user, flow: 'new' }), [user]);
  const isSaved = useRef(false);
  const change = (text: string) => {
    drafts.keep({ base: 0, text, changedAt: new Date().toISOString() });
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
      breadcrumb={breadcrumb}
      actions={
        <>
          <Button
            onPress={() => {
              drafts.remove();
              onRestart();
            }}
          >
            Start over
          </Button>
          <Button variant="primary" isBusy={save.isBusy} aria-keyshortcuts="Control+S Meta+S" onPress={start}>
            Save
          </Button>
        </>
      }
    >
      <ErrorBox what="Could not save the flow" problem={counted(save.problem)} />
      <FlowTextEditor ref={editor} initialText={initialText} mediaType={mediaType} onChange={change} />
      <LeaveGuard isDirty={() => !isSaved.current && (editor.current?.text() ?? startingText) !== initialText} />
    </Page>
  );
}
