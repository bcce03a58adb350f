import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { taskTypesQuery, type TaskType } from '../../api/system-queries.ts';
import { CodeBlock } from '../../components/code-block.tsx';
import { Markdown } from '../../components/markdown.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { PropertyTable } from './property-table.tsx';

const route = getRouteApi('/ui/system');

/** The task types of this installation, each with its documentation. */
export function TaskTypes() {
  const query = useQuery(taskTypesQuery());
  const { type: opened } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <section className="system-section">
      <h2>Task types</h2>
      <QueryView query={query} what="the task types">
        {({ plugins }) => (
          <div>
            {plugins.map((type) => (
              <details
                key={type.type}
                className="task-type"
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
    <div className="task-type-details">
      <Markdown text={description} />
      {aliases.length > 0 && (
        <p className="muted">
          Aliases: <code>{aliases.join(', ')}</code>
        </p>
      )}
      <PropertyTable schema={schema} />
      {examples.map(({ title, yaml }) => (
        <div key={title} className="task-type-example">
          <h3>{title}</h3>
          <CodeBlock text={yaml.trim()} what={`example: ${title}`} />
        </div>
      ))}
    </div>
  );
}
