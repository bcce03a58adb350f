import { Keyboard } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Icon } from '../components/icon.tsx';
import { useKey } from './use-key.ts';

const keys: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['/'], 'Search or filter the list, or search the log'],
  [['↓', '↑', 'j', 'k'], 'Move between rows'],
  [['Home', 'End'], 'Go to the first or last row'],
  [['Enter'], 'Open the row'],
  [['n', 'N'], 'In the log: next or previous match'],
  [['f', 'w'], 'In the log: follow or wrap'],
  [['Tab'], 'Reach everything else'],
  [['?'], 'Show these shortcuts'],
];

/** The keys of the console, for the key `?` and for a button. */
export function KeysHelp() {
  const [isOpen, setOpen] = useState(false);
  useKey('?', () => setOpen(true));
  return (
    <>
      <span className="keys-button">
        <Button variant="quiet" aria-label="Keyboard shortcuts" onPress={() => setOpen(true)}>
          <Icon of={Keyboard} />
        </Button>
      </span>
      <Dialog title="Keyboard shortcuts" isOpen={isOpen} onClose={() => setOpen(false)}>
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
    </>
  );
}
