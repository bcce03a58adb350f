import { Link } from '@tanstack/react-router';

// Of executions (ULID).
const id = /\b([0-7][0-9A-HJKMNP-TV-Z]{25})\b/;

/** A message of the gateway, with links for the ids of executions. */
export function ExecutionText({ text }: { readonly text: string }) {
  // Split by a group, every second part is an id; the parts of a text never change.
  return text.split(id).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key
      <Link key={index} to="/ui/executions/$executionId" params={{ executionId: part }}>
        {part.slice(-6)}
      </Link>
    ),
  );
}
