import { Button } from 'react-aria-components';
import './labels.css';

interface LabelsProps {
  readonly labels: Readonly<Record<string, string>>;
  readonly onPress?: (name: string, value: string) => void;
}

/** Labels as `name: value`. @param onPress for labels that filter a list */
export function Labels({ labels, onPress }: LabelsProps) {
  return (
    <span className="row gap-4">
      {Object.entries(labels).map(([name, value]) =>
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
    </span>
  );
}
