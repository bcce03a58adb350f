import { useQuery } from '@tanstack/react-query';
import type { Execution } from '../../api/execution-queries.ts';
import type { HomeExecution } from '../../api/home-query.ts';
import { whoAmIQuery } from '../../api/system-queries.ts';
import { useApprovals } from '../../api/use-approvals.ts';
import { QueryView } from '../../components/query-view.tsx';
import { HomeExecutions } from './home-executions.tsx';
import { HomeSection } from './home-section.tsx';

const maxListed = 10;

/** What waits for the user, as the navigation counts it. @param namespace undefined for all */
export function HomeApprovals({ namespace }: { readonly namespace: string | undefined }) {
  const { query, waiting } = useApprovals();
  const user = useQuery(whoAmIQuery());
  // Nothing waits for an unknown user.
  const isUnknown = user.isSuccess && user.data.subject === undefined;
  const shown = isUnknown ? [] : waiting?.filter((each) => namespace === undefined || each.namespace === namespace);
  // Old data that was empty does not say that nothing waits now.
  const isKnown = shown !== undefined && (shown.length > 0 || isUnknown || !query.isError);
  return (
    <HomeSection
      title="Waiting for you"
      count={isKnown ? shown.length : undefined}
      hasMore={query.hasNextPage}
      empty="Nothing waits for your approval."
      all={
        namespace === undefined
          ? { to: '/ui/approvals' }
          : { to: '/ui/executions', search: { namespace, waiting: 'mine' } }
      }
    >
      <QueryView query={{ ...query, data: isKnown ? shown : undefined }} what="what waits for you" skeletonRows={2}>
        {(executions) => (
          <HomeExecutions
            label="Executions that wait for you"
            executions={executions.slice(0, maxListed).map(asListed)}
            because="waiting"
          />
        )}
      </QueryView>
    </HomeSection>
  );
}

function asListed({ flowId, waitingFor, ...execution }: Execution): HomeExecution {
  return { ...execution, flow_id: flowId, message: waitingFor?.message ?? waitingFor?.task ?? '' };
}
