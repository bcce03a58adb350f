import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { taskTypesQuery } from '../../../api/system-queries.ts';
import { Markdown } from '../../system/task-types.tsx';
import './flow-graph.css';

/** What a type of tasks does, and where all of it is said. */
export function TaskTypeNote({ type, onClose }: { readonly type: string; readonly onClose: () => void }) {
  const { data } = useQuery(taskTypesQuery());
  const found = data?.plugins.find((each) => each.type === type || each.aliases.includes(type));
  if (found === undefined) return undefined;
  return (
    <section className="task-type-note framed" aria-label="Documentation">
      <div className="row apart">
        <strong>{found.title}</strong>
        <button type="button" className="text-button" onClick={onClose}>
          Close
        </button>
      </div>
      <Markdown text={found.description} />
      <Link to="/ui/system" search={{ type: found.type }}>
        Properties and examples
      </Link>
    </section>
  );
}
