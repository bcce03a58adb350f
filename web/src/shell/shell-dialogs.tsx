import { Suspense, useSyncExternalStore } from 'react';
import { loadedPart } from '../load-part.ts';
import { isInDialog, useKey } from './use-key.ts';

/** The dialogs that belong to no page, each loaded when it opens. */
const dialogs = {
  keys: loadedPart(() => import('./keys-dialog.tsx'), 'KeysDialog'),
  palette: loadedPart(() => import('./palette/palette.tsx'), 'Palette'),
  name: loadedPart(() => import('./name-dialog.tsx'), 'NameDialog'),
} as const;

type ShellDialog = keyof typeof dialogs;

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

/** The dialog that was opened last, and the keys that open one. */
export function ShellDialogs() {
  const dialog = useSyncExternalStore(subscribe, () => shown);
  useKey('?', () => showDialog('keys'));
  useKey(
    'k',
    () => {
      if (dialog === 'palette') showDialog(undefined);
      // Another dialog wants an answer first.
      else if (!isInDialog(document.activeElement)) showDialog('palette');
    },
    true,
  );
  if (dialog === undefined) return undefined;
  const Shown = dialogs[dialog];
  return (
    <Suspense>
      <Shown onClose={() => showDialog(undefined)} />
    </Suspense>
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
