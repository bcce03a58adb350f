import { Keyboard, PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { AppearanceMenu } from './appearance-menu.tsx';
import { Areas } from './areas.tsx';
import { Brand } from './brand.tsx';
import { SearchButton } from './search-button.tsx';
import { showDialog } from './shown-dialog.ts';
import { UserMenu } from './user-menu.tsx';

const storageKey = 'flowgate.sidebar';

/** The navigation at the side of wide screens. It folds to its icons, and stays so in this browser. */
export function Sidebar() {
  const [isFolded, setFolded] = useState(() => localStorage.getItem(storageKey) === 'folded');
  const fold = () => {
    localStorage.setItem(storageKey, isFolded ? 'open' : 'folded');
    setFolded(!isFolded);
  };
  return (
    <header className="sidebar" data-folded={isFolded}>
      <div className="sidebar-head">
        <Brand />
        <Button variant="quiet" aria-label={isFolded ? 'Unfold the navigation' : 'Fold the navigation'} onPress={fold}>
          <Icon of={isFolded ? PanelLeftOpen : PanelLeftClose} />
        </Button>
      </div>
      <SearchButton />
      <Areas />
      <div className="sidebar-foot">
        <div className="sidebar-tools">
          <AppearanceMenu />
          <span className="keyboard-only">
            <Button variant="quiet" aria-label="Keyboard shortcuts" onPress={() => showDialog('keys')}>
              <Icon of={Keyboard} />
            </Button>
          </span>
        </div>
        <UserMenu />
      </div>
    </header>
  );
}
