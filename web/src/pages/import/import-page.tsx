import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { asProblem } from '../../api/api-problem.ts';
import { importQuery } from '../../api/import-query.ts';
import { whoAmIQuery } from '../../api/system-queries.ts';
import { Breadcrumb, linkToFlows } from '../../components/breadcrumb.tsx';
import { ErrorBox } from '../../components/callout.tsx';
import { TextField } from '../../components/field.tsx';
import { Facts, Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { DraftBox } from '../../editor/draft.ts';
import { FindingList } from './finding-list.tsx';
import { ImportActions } from './import-actions.tsx';
import { ImportProblems } from './import-problems.tsx';
import type { ImportedJob } from './import-report.ts';
import { ImportSides, type SidesHandle } from './import-sides.tsx';
import './import.css';

const title = 'Import from Jenkins';
const breadcrumb = <Breadcrumb links={[linkToFlows]} here={title} />;

/** Turns a Jenkinsfile into a flow. Waits for the user's identity, which selects the draft. */
export function ImportPage() {
  const user = useQuery(whoAmIQuery());
  if (user.data !== undefined) return <Import user={user.data.subject} />;
  return (
    <Page title={title} breadcrumb={breadcrumb}>
      <QueryView query={user} what="your identity">
        {() => undefined}
      </QueryView>
    </Page>
  );
}

function Import({ user }: { readonly user: string | undefined }) {
  const drafts = useMemo(() => new DraftBox({ user, flow: 'import' }), [user]);
  const [source, setSource] = useState(() => drafts.read('')?.text ?? '');
  const [namespace, setNamespace] = useState('imported');
  const [id, setId] = useState('job');
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const sides = useRef<SidesHandle>(null);
  const asked = { source: useLater(source), namespace: useLater(namespace), id: useLater(id) };
  const query = useQuery(importQuery(asked));
  const job = source.trim() === '' ? undefined : query.data;
  // An answer to an earlier text must not replace what was typed since then.
  const currentJob = query.isPlaceholderData || asked.source !== source ? undefined : job;
  const change = (text: string) => {
    setSource(text);
    setChosen([]);
    if (text === '') drafts.remove();
    else drafts.keep({ base: 0, text, changedAt: new Date().toISOString() });
  };
  useEffect(() => setChosen([]), [job]);
  return (
    <Page
      title={title}
      breadcrumb={breadcrumb}
      actions={currentJob !== undefined && <ImportActions job={currentJob} user={user} />}
    >
      <div className="import-target row">
        <TextField label="Namespace" value={namespace} onChange={setNamespace} />
        <TextField label="Id of the flow" value={id} onChange={setId} />
        <Summary job={job} isBusy={query.isFetching} />
      </div>
      <ErrorBox
        what="Could not import the source"
        problem={query.error === null || source.trim() === '' ? undefined : asProblem(query.error)}
        onRetry={() => void query.refetch()}
      />
      <ImportSides
        ref={sides}
        source={source}
        job={currentJob}
        chosen={chosen}
        onChange={change}
        onChoose={setChosen}
      />
      {job !== undefined && (
        <>
          <ImportProblems job={job} of="source" onChoose={({ line }) => sides.current?.goTo('source', line)} />
          <FindingList
            job={job}
            chosen={chosen}
            onChoose={(index) => {
              setChosen([index]);
              sides.current?.show(index);
            }}
          />
          <ImportProblems job={job} of="flow" onChoose={({ line }) => sides.current?.goTo('flow', line)} />
        </>
      )}
    </Page>
  );
}

function Summary({ job, isBusy }: { readonly job: ImportedJob | undefined; readonly isBusy: boolean }) {
  const { percent = 0, statements = 0, linesPercent = 0, lines = 0 } = job?.coverage ?? {};
  return (
    <>
      {job !== undefined && (
        <Facts
          items={[
            ['Kind', job.kind],
            ['Statements', `${percent}% of ${statements}`],
            ['Lines', `${linesPercent}% of ${lines}`],
          ]}
        />
      )}
      <span role="status" className={job === undefined || isBusy ? 'muted' : 'visually-hidden'}>
        {isBusy ? 'Importing…' : job !== undefined && `Imported ${percent}% of ${statements} statements`}
      </span>
    </>
  );
}

const millisecondsAfterTyping = 500;

/** A value once it has stayed the same for a moment. */
function useLater<Value>(value: Value): Value {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), millisecondsAfterTyping);
    return () => clearTimeout(timer);
  }, [value]);
  return later;
}
