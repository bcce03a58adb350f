import { Dialog } from '../components/dialog.tsx';
import type { ShellDialogProps } from './shown-dialog.ts';
import { controlKey } from './use-key.ts';

const keys: readonly (readonly [keys: readonly string[], what: string])[] = [
  [[`${controlKey} K`], 'Go to a flow, an execution or a page, or start an action'],
  [['/'], 'Search or filter the list, or search the log'],
  [['↓', '↑', 'j', 'k'], 'Move between rows'],
  [['Home', 'End'], 'Go to the first or last row'],
  [['Enter'], 'Open the row'],
  [['n', 'N'], 'In the log: next or previous match'],
  [['f', 'w', 't'], 'In the log: follow, wrap, or show times'],
  [['Tab'], 'Reach everything else'],
  [['?'], 'Show these shortcuts'],
];

/** The keys of the console. */
export function KeysDialog({ onClose }: ShellDialogProps) {
  return (
    <Dialog title="Keyboard shortcuts" isOpen onClose={onClose}>
      <dl className="keys stack gap-8">
        {keys.map(([names, what]) => (
          <div key={what}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
