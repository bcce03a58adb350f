import './flow-name.css';

interface FlowNameProps {
  readonly namespace: string;
  readonly id: string;
  /** The number of one of its executions. */
  readonly number?: number;
}

/**
 * The name of a flow in a table. The end of a long name distinguishes it, so that the namespace and the beginning are cut
 * first; on narrow screens, the namespace is above the id.
 */
export function FlowName({ namespace, id, number }: FlowNameProps) {
  return (
    <span className="flow-name" title={`${namespace}/${id}`}>
      <span className="flow-name-text">
        <span className="muted">{namespace}/</span>
        <span>
          {id}
          {number !== undefined && <span className="muted"> #{number}</span>}
        </span>
      </span>
    </span>
  );
}
