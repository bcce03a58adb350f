import { Link } from '@tanstack/react-router';
import { executionPage } from '../../links.ts';

const executionId = /\b([0-9A-HJKMNP-TV-Z]{26})\b/;

/** A reason, in which each execution is a link. */
export function LinkedReason({ reason }: { readonly reason: string }) {
  return reason.split(executionId).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // The parts never change their order.
      <Link key={index} {...executionPage(part)}>
        {part}
      </Link>
    ),
  );
}
