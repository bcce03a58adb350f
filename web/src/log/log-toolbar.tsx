import { Button } from '../components/button.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import { TextField } from '../components/text-field.tsx';
import type { LogLines } from './log-lines.ts';
import type { LogSearch } from './use-log-search.ts';

export interface LogToolbarProps {
  readonly lines: LogLines;
  readonly count: number;
  readonly search: LogSearch;
  readonly isFollowing: boolean;
  readonly onFollow: (isFollowing: boolean) => void;
}

export function LogToolbar({ lines, count, search, isFollowing, onFollow }: LogToolbarProps) {
  return (
    <div className="log-toolbar">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          search.move(1);
        }}
      >
        <TextField
          label="Search in the log"
          isLabelHidden
          type="search"
          placeholder="Search in the log"
          value={search.text}
          onChange={search.setText}
        />
      </form>
      {search.text !== '' && (
        <span className="log-matches">
          <span role="status">{search.total === 0 ? 'No match' : `${search.position + 1} of ${search.total}`}</span>
          <Button look="quiet" aria-label="Previous match" onPress={() => search.move(-1)}>
            ↑
          </Button>
          <Button look="quiet" aria-label="Next match" onPress={() => search.move(1)}>
            ↓
          </Button>
        </span>
      )}
      <span className="log-count">{count.toLocaleString('en')} lines</span>
      <button type="button" className="log-follow" aria-pressed={isFollowing} onClick={() => onFollow(!isFollowing)}>
        Follow
      </button>
      <CopyButton text={() => lines.text()} what="log" />
    </div>
  );
}
