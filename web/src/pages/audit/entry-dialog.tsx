import { Link } from '@tanstack/react-router';
import type { AuditEntry } from '../../api/system-queries.ts';
import { CopyableId, CopyButton } from '../../components/copy-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Facts } from '../../components/page.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { formatLocal } from '../../formats/format-time.ts';
import { executionPage } from '../../links.ts';
import { outcomeStyles, wordsOfAction } from './audit-words.ts';

interface EntryDialogProps {
  readonly entry: AuditEntry;
  readonly onClose: () => void;
}

/** All fields of an entry. */
export function EntryDialog({ entry, onClose }: EntryDialogProps) {
  const { at, actor, action, outcome, status, code, namespace, flowId, revision, executionId, triggerId, detail } =
    entry;
  const { requestId, address, tokenId, tokenName, via } = entry;
  return (
    <Dialog title={wordsOfAction(action)} isOpen onClose={onClose}>
      <Facts
        items={[
          ['When', formatLocal(Date.parse(at))],
          ['Who', actor],
          ['From', address],
          ['Via', via],
          ['Operation', <code key="action">{action}</code>],
          ['Outcome', <StateBadge key="outcome" {...outcomeStyles[outcome]} />],
          ['Status', status],
          ['Code', code && <code key="code">{code}</code>],
          ['Namespace', namespace],
          ['Flow', flowId],
          ['Revision', revision],
          ['Trigger', triggerId],
          ['Detail', detail],
          ['API token', tokenName],
          ['Token ID', tokenId && <code key="token">{tokenId}</code>],
          [
            'Execution',
            executionId && (
              <Link key="execution" {...executionPage(executionId)}>
                {executionId}
              </Link>
            ),
          ],
          ['Request', <CopyableId key="request" id={requestId} what="request id" />],
        ]}
      />
      <p className="muted">The request ID is also in Flowgate&apos;s log.</p>
      <p>
        <CopyButton text={JSON.stringify(entry, undefined, 2)} what="entry as JSON" /> Copy as JSON
      </p>
    </Dialog>
  );
}
