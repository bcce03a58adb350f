import { Button } from 'react-aria-components';
import './lists.css';

interface FilterCellProps {
  readonly text: string;
  readonly phrase: string;
  readonly onPress: () => void;
}

/** A value in a table; pressing it filters the table by that value. @param phrase such as `started by` */
export function FilterCell({ text, phrase, onPress }: FilterCellProps) {
  return (
    <Button className="filter-cell cut" aria-label={`Filter by ${phrase} ${text}`} onPress={onPress}>
      {text}
    </Button>
  );
}
