import { useEffect, useState } from 'react';
import { Button } from './button.tsx';

/** Copies a text; the icon turns into a tick. @param what for the label, such as `execution id` */
export function CopyButton({ text, what }: { readonly text: string | (() => string); readonly what: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
    setCopied(true);
  };
  return (
    <>
      <Button variant="quiet" aria-label={`Copy ${what}`} onPress={() => void copy()}>
        <svg viewBox="0 0 16 16" width="14" height="14" fill="none" stroke="currentColor" aria-hidden="true">
          {isCopied ? (
            <path d="m3 8.500 3.500 3.500L13 4.500" strokeWidth="2" />
          ) : (
            <path d="M5.500 5.500h8v8h-8zM10.500 5.500v-3h-8v8h3" strokeWidth="1.300" />
          )}
        </svg>
      </Button>
      <span className="visually-hidden" role="status">
        {isCopied ? 'Copied' : ''}
      </span>
    </>
  );
}

/** A long id with its middle left out, and a button that copies all of it. */
export function CopyableId({ id, what }: { readonly id: string; readonly what: string }) {
  return (
    <span className="inline">
      <code title={id}>{id.length > 14 ? `${id.slice(0, 6)}…${id.slice(-6)}` : id}</code>
      <CopyButton text={id} what={what} />
    </span>
  );
}
