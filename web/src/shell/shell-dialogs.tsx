import { Suspense } from 'react';
import { loadedPart } from '../load-part.ts';
import { showDialog, useShownDialog, type ShellDialog } from './shown-dialog.ts';
import { isInDialog, useKey } from './use-key.ts';

/** Each is loaded when it opens. */
const dialogs = {
  keys: loadedPart(() => import('./keys-dialog.tsx'), 'KeysDialog'),
  palette: loadedPart(() => import('./palette/palette.tsx'), 'Palette'),
  name: loadedPart(() => import('./name-dialog.tsx'), 'NameDialog'),
} satisfies Record<ShellDialog, unknown>;

/** The dialog that was opened last, and the keys that open one. */
export function ShellDialogs() {
  const dialog = useShownDialog();
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
