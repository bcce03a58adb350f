import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { writeJson } from '../../../../../src/base/text/exact-json.ts';
import { triggersQuery } from '../../../api/flow-queries.ts';
import { Callout } from '../../../components/callout.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { HelpLink } from '../../../components/help-link.tsx';
import { Facts } from '../../../components/page.tsx';
import { QueryView } from '../../../components/query-view.tsx';
import { flowPage } from '../../../links.ts';
import type { FlowTabProps } from '../flow-tab-props.ts';
import { Schedule } from './schedule.tsx';
import { TriggerActions } from './trigger-actions.tsx';
import { WebhookKey, type Trigger } from './webhook-key.tsx';
import './triggers.css';

/** What starts the flow automatically: schedules with their next times, and webhooks with their keys. */
export function TriggersTab({ flow }: FlowTabProps) {
  const query = useQuery(triggersQuery(flow));
  return (
    <QueryView query={query} what="the triggers">
      {({ triggers }) =>
        triggers.length === 0 ? (
          <EmptyState kind="none" title="This flow has no triggers">
            <p>
              Add a schedule or a webhook under <code>triggers</code> in{' '}
              <Link {...flowPage(flow)} search={{ tab: 'source' }}>
                its source
              </Link>
              .
            </p>
            <HelpLink page="how-to/start-flows-with-triggers">How to start flows with triggers</HelpLink>
          </EmptyState>
        ) : (
          <ul className="stack gap-24">
            {triggers.map((trigger) => (
              <li key={trigger.id} className="trigger stack underlined">
                <h2>
                  {trigger.id} <span className="muted">{trigger.type}</span>
                </h2>
                {trigger.disabled && <Callout tone="neutral" title="This trigger is disabled in the flow." />}
                {trigger.type === 'schedule' ? (
                  <Schedule trigger={trigger} />
                ) : (
                  <WebhookKey flow={flow} trigger={trigger} />
                )}
                <Given trigger={trigger} />
                <Secrets trigger={trigger} />
                <TriggerActions flow={flow} trigger={trigger} />
              </li>
            ))}
          </ul>
        )
      }
    </QueryView>
  );
}

/** What a schedule gives the flow, and when it does not start it. */
function Given({ trigger: { inputs = {}, conditions = [] } }: { readonly trigger: Trigger }) {
  const values = Object.entries(inputs);
  return (
    <Facts
      items={[
        ...values.map(
          ([id, value]) => [id, <code key={id}>{typeof value === 'string' ? value : writeJson(value)}</code>] as const,
        ),
        [
          'Only if',
          conditions.length > 0 && (
            <ul key="conditions">
              {conditions.map((condition) => (
                <li key={condition}>
                  <code>{condition}</code>
                </li>
              ))}
            </ul>
          ),
        ],
      ]}
    />
  );
}

/** The secrets that the trigger has as sealed values; what was sealed is never shown. */
function Secrets({ trigger: { secrets } }: { readonly trigger: Trigger }) {
  if (secrets.length === 0) return undefined;
  const unusable = secrets.filter(({ state }) => state === 'unusable').map(({ input_id: id }) => id);
  return (
    <>
      <Facts items={[['Sealed secrets', secrets.map(({ input_id: id }) => id).join(', ')]]} />
      {unusable.length > 0 && (
        <Callout tone="warning" title={`Cannot be opened: ${unusable.join(', ')}`}>
          It was sealed for another flow or input, or with another key. Seal it again with <code>flowgate seal</code>.
        </Callout>
      )}
    </>
  );
}
