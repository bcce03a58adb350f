import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { taskTypesQuery, type TaskType } from '../../api/system-queries.ts';
import { CodeBlock } from '../../components/code-block.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { markdownBox } from '../../editor/language/markdown-dom.ts';
import { propertyRows } from './property-rows.ts';
import '../../components/markdown.css';

const route = getRouteApi('/ui/system');

/** The task types of this installation, each with its documentation. */
export function TaskTypes() {
  const query = useQuery(taskTypesQuery());
  const { type: opened } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <section className="stack gap-8">
      <h2>Task types</h2>
      <QueryView query={query} what="the task types">
        {({ plugins }) => (
          <div>
            {plugins.map((type) => (
              <details
                key={type.type}
                className="task-type underlined breaks"
                open={type.type === opened}
                onToggle={({ currentTarget: { open } }) => {
                  // Opening another one closes this one, whose toggle must not change the address again.
                  if (open !== (type.type === opened))
                    void navigate({ search: { type: open ? type.type : undefined }, replace: true });
                }}
              >
                <summary>
                  <strong>{type.title}</strong> <code className="muted">{type.type}</code>
                </summary>
                {type.type === opened && <TaskTypeDetails type={type} />}
              </details>
            ))}
          </div>
        )}
      </QueryView>
    </section>
  );
}

function TaskTypeDetails({ type: { description, aliases, schema, examples } }: { readonly type: TaskType }) {
  return (
    <div className="stack">
      <Markdown text={description} />
      {aliases.length > 0 && (
        <p className="muted">
          Aliases: <code>{aliases.join(', ')}</code>
        </p>
      )}
      <PropertyTable schema={schema} />
      {examples.map(({ title, yaml }) => (
        <div key={title} className="stack gap-4">
          <h3>{title}</h3>
          <CodeBlock text={yaml.trim()} what={`example: ${title}`} />
        </div>
      ))}
    </div>
  );
}

/** The properties of a task type. */
function PropertyTable({ schema }: { readonly schema: Readonly<Record<string, unknown>> }) {
  const rows = propertyRows(schema);
  if (rows.length === 0) return undefined;
  return (
    <dl className="properties stack gap-8">
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

/** Markdown of documentation; nothing in it is read as HTML. */
export function Markdown({ text }: { readonly text: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.replaceChildren(markdownBox(text)), [text]);
  return <div ref={place} className="markdown-text" />;
}
