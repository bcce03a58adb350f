import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { artifactsQuery, type Execution } from '../../api/execution-queries.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../components/button.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorBox } from '../../components/error-box.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { saveFile } from '../../components/save-file.ts';
import { openArtifact } from './artifact-content.ts';
import { ArtifactDialog } from './artifact-dialog.tsx';

export function ArtifactList({ execution: { id } }: { readonly execution: Execution }) {
  const query = useQuery(artifactsQuery(id));
  const [shown, setShown] = useState<string>();
  // With the headers of the session, which a plain link would not send.
  const download = useAction({
    run: async (path: string) => saveFile(path.split('/').at(-1) ?? path, await (await openArtifact(id, path)).blob()),
  });
  const columns: readonly Column<{ readonly path: string }>[] = [
    {
      header: 'File',
      grows: true,
      cell: ({ path }) => (
        <button type="button" className="text-button" data-row-link onClick={() => setShown(path)}>
          <code>{path}</code>
        </button>
      ),
    },
    {
      header: 'Download',
      isHeaderHidden: true,
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
          <ErrorBox what="The download failed" problem={download.problem} />
          {artifacts.length === 0 ? (
            <EmptyState kind="none" title="No artifacts">
              <p>
                To keep files of a task as artifacts, list them in its property <code>outputFiles</code>.
              </p>
            </EmptyState>
          ) : (
            <DataTable label="Artifacts" columns={columns} rows={artifacts} keyOf={({ path }) => path} />
          )}
          {shown !== undefined && (
            <ArtifactDialog
              executionId={id}
              path={shown}
              onClose={() => setShown(undefined)}
              onDownload={() => download.start(shown)}
            />
          )}
        </>
      )}
    </QueryView>
  );
}
