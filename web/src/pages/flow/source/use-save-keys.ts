import { useEffect, useRef } from 'react';

export interface SaveKeys {
  /** Ctrl+S or Cmd+S. */
  readonly onSave: () => void;
  /** Ctrl+Enter or Cmd+Enter. */
  readonly onSaveAndRun?: () => void;
}

/** The keys that save, wherever the focus is on the page. */
export function useSaveKeys(keys: SaveKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      const { onSave, onSaveAndRun } = latest.current;
      const action = event.key === 's' ? onSave : event.key === 'Enter' ? onSaveAndRun : undefined;
      if (action === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      action();
    };
    // Before the editor, which has its own Ctrl+Enter.
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}
