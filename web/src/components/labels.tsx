import './labels.css';

/** Labels as `name: value`. */
export function Labels({ labels }: { readonly labels: Readonly<Record<string, string>> }) {
  return (
    <span className="labels">
      {Object.entries(labels).map(([name, value]) => (
        <span key={name} className="label">
          {name}: {value}
        </span>
      ))}
    </span>
  );
}
