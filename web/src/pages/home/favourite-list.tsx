import { Link } from '@tanstack/react-router';
import { flowName } from '../../../../src/language/flow/flow-key.ts';
import type { Home } from '../../api/home-query.ts';
import { FlowName } from '../../components/flow-name.tsx';
import { RelativeTime } from '../../components/times.tsx';
import { executionPage, flowPage } from '../../links.ts';
import { ExecutionBadge } from '../executions/execution-badge.tsx';

/** The favourite flows, each with its latest execution. */
export function FavouriteList({ flows }: { readonly flows: Home['flows'] }) {
  return (
    <ul className="home-list">
      {flows.map(({ lastExecution, ...flow }) => (
        <li key={flowName(flow)} className="underlined">
          <Link {...flowPage(flow)} className="cut">
            <FlowName {...flow} />
          </Link>
          {lastExecution === undefined ? (
            <span className="muted">never</span>
          ) : (
            <Link {...executionPage(lastExecution.id)} className="inline gap-8 muted" title="Its latest execution">
              <ExecutionBadge execution={lastExecution} />
              <RelativeTime at={lastExecution.createdAt} />
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
