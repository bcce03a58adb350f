import { useQuery } from '@tanstack/react-query';
import { readinessQuery } from '../../api/system-queries.ts';
import { Facts } from '../../components/facts.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';

export function SystemPage() {
  const query = useQuery(readinessQuery());
  return (
    <Page title="System">
      <QueryView query={query} what="the state of the gateway" skeletonRows={1}>
        {({ status, version, checks = {} }) => (
          <Facts items={[['Gateway', status], ['Version', version], ...Object.entries(checks)]} />
        )}
      </QueryView>
    </Page>
  );
}
