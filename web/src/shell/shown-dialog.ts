import { useSyncExternalStore } from 'react';

/** The dialogs that belong to no page. */
export type ShellDialog = 'keys' | 'palette' | 'name';

export interface ShellDialogProps {
  readonly onClose: () => void;
}

let shown: ShellDialog | undefined;
const listeners = new Set<() => void>();

/** Opens a dialog instead of the one that is open; undefined closes it. */
export function showDialog(dialog: ShellDialog | undefined): void {
  shown = dialog;
  for (const listener of listeners) listener();
}

/** The dialog that was opened last, unless it is closed. */
export function useShownDialog(): ShellDialog | undefined {
  return useSyncExternalStore(subscribe, () => shown);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
