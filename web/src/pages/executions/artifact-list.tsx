import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { artifactsQuery, type Execution } from '../../api/execution-queries.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../components/button.tsx';
import { Callout, ErrorBox } from '../../components/callout.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { HelpLink } from '../../components/help-link.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { saveFile } from '../../components/save-file.ts';
import { openArtifact, readArtifact, type ArtifactContent } from './artifact-content.ts';

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
      {({ artifacts, omitted = [] }) => (
        <>
          <ErrorBox what="The download failed" problem={download.problem} />
          {omitted.length > 0 && (
            <Callout tone="neutral" title="Not in the archive">
              <ul>
                {omitted.map(({ path, reason }) => (
                  <li key={path}>
                    <code>{path}</code>: {reason}
                  </li>
                ))}
              </ul>
            </Callout>
          )}
          {artifacts.length === 0 && omitted.length === 0 ? (
            <EmptyState kind="none" title="No artifacts">
              <p>
                To keep files of a task as artifacts, list them in its property <code>outputFiles</code>.
              </p>
              <HelpLink page="how-to/pass-files">How to pass and keep files</HelpLink>
            </EmptyState>
          ) : artifacts.length === 0 ? null : (
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

interface ArtifactDialogProps {
  readonly executionId: string;
  readonly path: string;
  readonly onClose: () => void;
  readonly onDownload: () => void;
}

/** Shows a file: texts as text, pictures as pixels, everything else only as a download. */
function ArtifactDialog({ executionId, path, onClose, onDownload }: ArtifactDialogProps) {
  const query = useQuery({
    queryKey: [...artifactsQuery(executionId).queryKey, path],
    queryFn: () => readArtifact(executionId, path),
    // It can be large.
    gcTime: 0,
  });
  return (
    <Dialog
      title={path}
      isOpen
      isWide
      onClose={onClose}
      actions={
        <>
          <Button onPress={onDownload}>Download</Button>
          <Button onPress={onClose}>Close</Button>
        </>
      }
    >
      <QueryView query={query} what="the file">
        {(content) => <Content content={content} path={path} />}
      </QueryView>
    </Dialog>
  );
}

function Content({ content, path }: { readonly content: ArtifactContent; readonly path: string }) {
  switch (content.kind) {
    case 'text':
      return (
        <>
          {content.isCut && <p className="muted">These are the first 512 KiB. Download the file for the rest.</p>}
          <CodeBlock text={content.text} what={path} />
        </>
      );
    case 'image':
      return <Picture image={content.image} name={path} />;
    case 'other':
      return <p>This file has no preview. Download it to view it.</p>;
  }
}

/**
 * Draws an image as pixels: unlike an element with an address, this needs no exception from the content security
 * policy.
 */
function Picture({ image, name }: { readonly image: ImageBitmap; readonly name: string }) {
  const ref = useRef<HTMLCanvasElement>(null);
  useEffect(() => ref.current?.getContext('2d')?.drawImage(image, 0, 0), [image]);
  return (
    <canvas
      ref={ref}
      className="picture framed"
      role="img"
      aria-label={name}
      width={image.width}
      height={image.height}
    />
  );
}
