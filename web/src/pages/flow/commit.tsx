export interface CommitProps {
  readonly repository?: string | undefined;
  readonly commit: string;
  readonly commitUrl?: string | undefined;
}

/** A commit of a repository, which links to its page if that is known. */
export function Commit({ repository, commit, commitUrl }: CommitProps) {
  const short = <code title={`${repository}@${commit}`}>{commit.slice(0, 12)}</code>;
  if (commitUrl === undefined) return short;
  return (
    <a href={commitUrl} target="_blank" rel="noopener noreferrer">
      {short}
    </a>
  );
}
