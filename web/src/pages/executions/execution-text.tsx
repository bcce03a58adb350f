import { Link } from '@tanstack/react-router';
import { Duration } from '../../components/times.tsx';
import { executionPage } from '../../links.ts';

// The id of an execution (ULID), or since when something is so (ISO 8601).
const special = /\b([0-7][0-9A-HJKMNP-TV-Z]{25}|since \d{4}-\d\d-\d\dT[\d:.]+Z)/;

/** A message of the gateway, with links for the ids of executions, and durations that count for times. */
export function ExecutionText({ text }: { readonly text: string }) {
  // Split by a group, every second part is special; the parts of a text never change.
  return text.split(special).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : part.startsWith('since ') ? (
      // oxlint-disable-next-line react/no-array-index-key
      <span key={index}>
        for <Duration from={part.slice('since '.length)} />
      </span>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key
      <Link key={index} {...executionPage(part)}>
        {part.slice(-6)}
      </Link>
    ),
  );
}
