import { Markdown } from '../../components/markdown.tsx';
import { propertyRows } from './property-rows.ts';

/** The properties of a task type. */
export function PropertyTable({ schema }: { readonly schema: Readonly<Record<string, unknown>> }) {
  const rows = propertyRows(schema);
  if (rows.length === 0) return undefined;
  return (
    <dl className="properties">
      {rows.map(({ name, type, isRequired, description, fallback }) => (
        <div key={name}>
          <dt>
            <code>{name}</code> <span className="muted">{type}</span>
            {isRequired && <span className="muted"> (required)</span>}
          </dt>
          <dd>
            <Markdown text={description} />
            {fallback !== undefined && (
              <>
                <span className="muted">
                  Default: <code>{fallback}</code>
                </span>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
