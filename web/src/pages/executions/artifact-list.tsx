import { useQuery } from '@tanstack/react-query';
import { problemOf } from '../../api/api-problem.ts';
import { apiFetch } from '../../api/client.ts';
import { artifactsQuery, type Execution } from '../../api/execution-queries.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../components/button.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorBox } from '../../components/error-box.tsx';
import { QueryView } from '../../components/query-view.tsx';

export function ArtifactList({ execution: { id } }: { readonly execution: Execution }) {
  const query = useQuery(artifactsQuery(id));
  const download = useAction({ run: (path: string) => saveArtifact(id, path) });
  const columns: readonly Column<{ readonly path: string }>[] = [
    { id: 'path', header: 'File', grows: true, cell: ({ path }) => <code>{path}</code> },
    {
      id: 'download',
      header: '',
      cell: ({ path }) => (
        <Button aria-label={`Download ${path}`} onPress={() => download.start(path)}>
          Download
        </Button>
      ),
    },
  ];
  return (
    <QueryView query={query} what="the artifacts" skeletonRows={2}>
      {({ artifacts }) => (
        <>
          {download.problem !== undefined && <ErrorBox what="The download failed" problem={download.problem} />}
          {artifacts.length === 0 ? (
            <EmptyState kind="none" title="No artifacts">
              <p>Tasks keep files as artifacts with the property outputs.</p>
            </EmptyState>
          ) : (
            <DataTable label="Artifacts" columns={columns} rows={artifacts} keyOf={({ path }) => path} />
          )}
        </>
      )}
    </QueryView>
  );
}

/** With the headers of the session, which a plain link would not send. */
async function saveArtifact(id: string, path: string): Promise<void> {
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  const response = await apiFetch(`/executions/${id}/artifacts/${encoded}`);
  if (!response.ok) throw problemOf(response, await response.json().catch(() => undefined));
  const url = URL.createObjectURL(await response.blob());
  const link = Object.assign(document.createElement('a'), { href: url, download: path.split('/').at(-1) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
