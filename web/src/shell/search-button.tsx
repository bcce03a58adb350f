import { Search } from 'lucide-react';
import { Icon } from '../components/icon.tsx';
import { showDialog } from './shown-dialog.ts';
import { controlKey } from './use-key.ts';

/** Opens the palette. */
export function SearchButton() {
  return (
    <button
      type="button"
      className="area search-button"
      title="Search"
      aria-keyshortcuts={controlKey === '⌘' ? 'Meta+K' : 'Control+K'}
      onClick={() => showDialog('palette')}
    >
      <Icon of={Search} />
      <span className="area-title">Search</span>
      <kbd className="keyboard-only" aria-hidden="true">
        {controlKey} K
      </kbd>
    </button>
  );
}
