import { Button } from 'react-aria-components';
import './lists.css';

/** A value in a table that filters the table by itself. @param phrase such as `started by` */
export function FilterCell({
  text,
  phrase,
  onPress,
}: {
  readonly text: string;
  readonly phrase: string;
  readonly onPress: () => void;
}) {
  return (
    <Button className="filter-cell" aria-label={`Filter by ${phrase} ${text}`} onPress={onPress}>
      {text}
    </Button>
  );
}
