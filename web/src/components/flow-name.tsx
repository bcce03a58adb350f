import './flow-name.css';

/** The name of a flow in a table; on narrow screens, the namespace is above the id. */
export function FlowName({ namespace, id }: { readonly namespace: string; readonly id: string }) {
  return (
    <span className="flow-name" title={`${namespace}/${id}`}>
      <span className="muted">{namespace}/</span>
      <span>{id}</span>
    </span>
  );
}
