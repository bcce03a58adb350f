import { CopyButton } from './copy-button.tsx';

/** A long id with its middle left out, and a button that copies all of it. */
export function CopyableId({ id, what }: { readonly id: string; readonly what: string }) {
  return (
    <span className="copyable-id">
      <code title={id}>{id.length > 14 ? `${id.slice(0, 6)}…${id.slice(-6)}` : id}</code>
      <CopyButton text={id} what={what} />
    </span>
  );
}
