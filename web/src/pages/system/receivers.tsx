import { useState } from 'react';
import { unwrap } from '../../api/api-problem.ts';
import { api } from '../../api/client.ts';
import type { System } from '../../api/system-queries.ts';
import { useAction } from '../../api/use-action.ts';
import { useMay } from '../../api/use-may.ts';
import { Button } from '../../components/button.tsx';
import { Callout, ErrorBox } from '../../components/callout.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { RelativeTime } from '../../components/times.tsx';

type Receiver = NonNullable<System['receivers']>[number];

interface TestResult {
  readonly name: string;
  readonly delivered: boolean;
  readonly reason?: string | undefined;
}

/** Who is notified, and how deliveries go. */
export function Receivers({ receivers }: { readonly receivers: readonly Receiver[] }) {
  const may = useMay();
  const [result, setResult] = useState<TestResult>();
  const test = useAction<{ readonly name: string; readonly namespace: string }, TestResult>({
    run: async ({ name, namespace }) => {
      const path = { namespace, receiver: name };
      const sent = await unwrap(api.POST('/namespaces/{namespace}/receivers/{receiver}/test', { params: { path } }));
      return { name, ...sent };
    },
    invalidates: [['system']],
    onDone: setResult,
  });
  const columns: readonly Column<Receiver>[] = [
    { header: 'Receiver', cell: ({ name }) => <strong>{name}</strong> },
    { header: 'Namespaces', from: 900, grows: true, cell: ({ namespaces }) => namespaces.join(', ') },
    { header: 'Sent', isNumber: true, cell: ({ sent }) => sent },
    { header: 'Pending', isNumber: true, cell: ({ pending }) => pending },
    { header: 'Given up', isNumber: true, from: 900, folds: true, cell: ({ failed }) => failed },
    {
      header: 'Next attempt',
      from: 600,
      cell: ({ nextAttemptAt }) => nextAttemptAt !== undefined && <RelativeTime at={nextAttemptAt} />,
    },
    {
      header: 'Last failure',
      from: 900,
      folds: true,
      cell: ({ lastFailure }) => lastFailure && <LastFailure of={lastFailure} />,
    },
    {
      header: 'Test',
      isHeaderHidden: true,
      cell: ({ name, namespaces }) => {
        if (name.startsWith('status:')) return undefined; // a forge has no commit for a test
        const namespace = namespaces.map(someNamespace).find((each) => may('write', each));
        return (
          namespace !== undefined && (
            <Button isBusy={test.isBusy} onPress={() => test.start({ name, namespace })}>
              Send a test
            </Button>
          )
        );
      },
    },
  ];
  return (
    <section className="stack gap-8">
      <h2>Receivers of notifications</h2>
      <DataTable label="Receivers of notifications" columns={columns} rows={receivers} keyOf={({ name }) => name} />
      {result !== undefined && <Result {...result} />}
      <ErrorBox what="Could not send the test message" problem={test.problem} />
    </section>
  );
}

function Result({ name, delivered, reason }: TestResult) {
  return delivered ? (
    <Callout tone="success" title={`${name} took the test message`} />
  ) : (
    <Callout tone="failed" title={`${name} did not take the test message`}>
      {reason}
    </Callout>
  );
}

function LastFailure({ of }: { readonly of: NonNullable<Receiver['lastFailure']> }) {
  return (
    <>
      {of.reason}, <RelativeTime at={of.at} />
    </>
  );
}

/** A namespace that a pattern covers. */
function someNamespace(pattern: string): string {
  return pattern.replace('*', 'any');
}
