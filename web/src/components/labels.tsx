import { Button } from 'react-aria-components';
import './labels.css';

interface LabelsProps {
  readonly labels: Readonly<Record<string, string>>;
  readonly onPress?: (name: string, value: string) => void;
  /** Further labels are counted, so that a row stays one line. */
  readonly most?: number;
}

/** Labels as `name: value`. @param onPress for labels that filter a list */
export function Labels({ labels, onPress, most = Infinity }: LabelsProps) {
  const entries = Object.entries(labels);
  const rest = entries.slice(most).map(([name, value]) => `${name}: ${value}`);
  return (
    <span className={most === Infinity ? 'row gap-4' : 'inline gap-4'}>
      {entries.slice(0, most).map(([name, value]) =>
        onPress === undefined ? (
          <span key={name} className="label chip">
            {name}: {value}
          </span>
        ) : (
          <Button
            key={name}
            className="label chip cut"
            aria-label={`Filter by label ${name}: ${value}`}
            onPress={() => onPress(name, value)}
          >
            {name}: {value}
          </Button>
        ),
      )}
      {rest.length > 0 && (
        <span className="muted small" title={rest.join('\n')}>
          {rest.length} more
        </span>
      )}
    </span>
  );
}
