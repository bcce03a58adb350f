import type { PartReport } from '../../bench/rig/part.ts';
import { briefly, send, type Answer, type Sent } from '../../bench/rig/send.ts';
import { flowText } from '../support/gateway.ts';
import type { IdentityMode } from './support/caller-kinds.ts';
import { TenantFixture } from './support/tenant-fixture.ts';

export interface CrossingOptions {
  readonly mode: IdentityMode;
  readonly url: string;
  readonly fixture: TenantFixture;
  readonly report: PartReport;
}

const calling = (namespace: string, target: string) => `id: caller
namespace: ${namespace}
tasks:
  - {id: call, type: dev.vendor.plugin.core.flow.Subflow, namespace: ${target}, flowId: leaves}
`;

const hiddenPaths = [
  '/flows/tenant-b%2Fleaves',
  '/flows/TENANT-B/leaves',
  '/flows/tenant-a%2F..%2Ftenant-b/leaves',
  '/flows//tenant-b/leaves',
  '/flows/tenant-a/../tenant-b/leaves',
  '/FLOWS/tenant-b/leaves',
  '/flows/tenant-b/leaves/',
  '/flows/tenant-b%00/leaves',
];

/** Attempts to bypass the namespace in the path, by the caller with full rights in `tenant-a`. */
export async function tryCrossings({ mode, url, fixture, report }: CrossingOptions): Promise<void> {
  const headers = await mode.headers('olga');
  const ask = (sent: Sent) => send(url, { ...sent, headers: { ...headers, ...sent.headers } });
  const expectStatus = (name: string, answer: Answer, statuses: readonly number[]) => {
    const leaks = answer.text.includes(TenantFixture.markerOf('tenant-b'));
    report.check(
      `${mode.name}: ${name}`,
      (!statuses.includes(answer.status) || leaks) && `${statuses.join(' or ')} is expected; found ${briefly(answer)}`,
    );
  };
  const intruder = flowText({ namespace: 'tenant-b', id: 'intruder' });
  const foreignCall = calling('tenant-a', 'tenant-b');
  const crossings: readonly (readonly [name: string, sent: Sent, statuses: readonly number[]])[] = [
    [
      'a document of another namespace is not stored by its path',
      { method: 'PUT', path: '/flows/tenant-a/intruder', body: intruder },
      [403, 404, 422],
    ],
    [
      'nor by the path of a flow that is there',
      { method: 'PUT', path: '/flows/tenant-a/doomed', body: intruder },
      [403, 404, 422],
    ],
    [
      'a flow does not call one that its author may not execute',
      { method: 'POST', path: '/flows', body: foreignCall },
      [403],
    ],
    ...['/flows/validate', '/transpiler/convert/jenkins', '/transpiler/convert/jenkins/validate'].map(
      (path) =>
        [
          `${path} does not look at what a flow may not call`,
          { method: 'POST', path, body: foreignCall },
          [403],
        ] as const,
    ),
    ...hiddenPaths.map((path) => [`${path} leads to nothing`, { path }, [400, 403, 404]] as const),
    ['a list of another namespace is empty', { path: '/executions?namespace=tenant-b' }, [200]],
    ['so is an export', { path: '/export?namespace=tenant-b' }, [200]],
    ['and the audit trail', { path: '/audit?namespace=tenant-b' }, [200]],
  ];
  for (const [name, sent, statuses] of crossings) expectStatus(name, await ask(sent), statuses);
  await tryForeignFile(ask, expectStatus, fixture);
  await fixture.asRoot({ method: 'POST', path: '/flows', body: calling('tenant-b', 'tenant-a') });
  const { text } = await ask({ path: '/flows/tenant-a/leaves/dependencies' });
  report.check(
    `${mode.name}: dependencies name no flow that may not be read`,
    text.includes('tenant-b') && text.slice(0, 300),
  );
}

/** A reference to a file belongs to the uploader, in the namespace of the upload. */
async function tryForeignFile(
  ask: (sent: Sent) => Promise<Answer>,
  expectStatus: (name: string, answer: Answer, statuses: readonly number[]) => void,
  fixture: TenantFixture,
): Promise<void> {
  const form = new FormData();
  form.set('dataset', new Blob(['bytes']), 'a.csv');
  const { text } = await fixture.asRoot({ method: 'POST', path: '/flows/tenant-b/leaves/files', body: form });
  const reference = (JSON.parse(text) as { files: readonly { reference: string }[] }).files[0]?.reference; // per the contract
  const inputs = { dataset: reference };
  expectStatus(
    "another's file is no input of a run",
    await ask({ method: 'POST', path: '/flows/tenant-a/leaves/executions', body: { inputs } }),
    [422],
  );
  expectStatus(
    'nor is it told of by validate-inputs',
    await ask({ method: 'POST', path: '/flows/tenant-a/leaves/validate-inputs', body: { inputs } }),
    [200],
  );
}
