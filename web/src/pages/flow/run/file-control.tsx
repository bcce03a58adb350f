import { useEffect, useRef } from 'react';
import { dataSizeText } from '../../../../../src/base/text/data-size.ts';
import { asProblem } from '../../../api/api-problem.ts';
import { Button } from '../../../components/button.tsx';
import type { ControlProps } from './control-props.ts';
import { unset, type FileValue } from './field-value.ts';
import { checkValues, type RunTarget } from './run-request.ts';
import { uploadFile } from './upload-file.ts';

/** A file, which is checked by its name and size, and then uploaded at once. */
export function FileControl({ input, value, onChange, aria, target }: ControlProps & { readonly target: RunTarget }) {
  const upload = useRef<AbortController>(undefined);
  const current = value.kind === 'file' ? value : undefined;
  // A field that disappears would otherwise never end its upload.
  const drop = useRef<() => void>(undefined);
  drop.current = () => current?.status.kind === 'uploading' && onChange(unset);
  useEffect(
    () => () => {
      upload.current?.abort();
      drop.current?.();
    },
    [],
  );

  const choose = async (file: File) => {
    upload.current?.abort();
    const stopped = new AbortController();
    upload.current = stopped;
    const show = (status: FileValue['status']) => {
      if (!stopped.signal.aborted) onChange({ kind: 'file', filename: file.name, size: file.size, status });
    };
    show({ kind: 'uploading', sentBytes: 0 });
    try {
      const described = { [input.id]: { filename: file.name, size: file.size } };
      // The form of an approval is checked when it is sent.
      const isChecked = target.task === undefined;
      if (isChecked && (await checkValues(target, described, stopped.signal)).has(input.id))
        return show({ kind: 'rejected' });
      const reference = await uploadFile({
        ...target,
        inputId: input.id,
        file,
        signal: stopped.signal,
        onProgress: (sentBytes) => show({ kind: 'uploading', sentBytes }),
      });
      show({ kind: 'stored', reference });
    } catch (error) {
      const { items, message } = asProblem(error);
      show({ kind: 'failed', message: items[0]?.message ?? message });
    }
  };

  return (
    <span className="stack gap-8">
      <input
        {...aria}
        type="file"
        accept={input.allowedExtensions?.map((extension) => `.${extension}`).join()}
        onChange={({ target: { files } }) => {
          const file = files?.[0];
          if (file !== undefined) void choose(file);
        }}
      />
      {current !== undefined && (
        <span className="row">
          <FileStatus file={current} />
          <Button
            onPress={() => {
              upload.current?.abort();
              onChange(unset);
            }}
          >
            {current.status.kind === 'uploading' ? 'Cancel upload' : `Remove ${current.filename}`}
          </Button>
        </span>
      )}
    </span>
  );
}

function FileStatus({ file: { filename, size, status } }: { readonly file: FileValue }) {
  const name = `${filename}, ${dataSizeText(size)}`;
  switch (status.kind) {
    case 'uploading':
      return (
        <>
          <progress aria-label={`Upload of ${filename}`} max={Math.max(size, 1)} value={status.sentBytes} />
          <span role="status">{Math.floor((100 * Math.min(status.sentBytes, size)) / Math.max(size, 1))} %</span>
        </>
      );
    case 'stored':
      return <span role="status">Uploaded: {name}</span>;
    case 'kept':
      return <span>Unchanged: {name}</span>;
    default:
      return <span>{name}</span>;
  }
}
