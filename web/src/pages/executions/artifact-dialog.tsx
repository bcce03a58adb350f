import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { artifactsQuery } from '../../api/execution-queries.ts';
import { Button } from '../../components/button.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { readArtifact, type ArtifactContent } from './artifact-content.ts';

export interface ArtifactDialogProps {
  readonly executionId: string;
  readonly path: string;
  readonly onClose: () => void;
  readonly onDownload: () => void;
}

/** Shows a file: texts as text, pictures as pixels, everything else only as a download. */
export function ArtifactDialog({ executionId, path, onClose, onDownload }: ArtifactDialogProps) {
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

/** As pixels: unlike an element with an address, this needs no exception from the content security policy. */
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
