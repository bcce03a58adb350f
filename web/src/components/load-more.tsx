import { Button } from './button.tsx';

interface LoadMoreProps {
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
}

/** The next page of a list; nothing on the last one. Takes the parts of an infinite query. */
export function LoadMore({ query }: LoadMoreProps) {
  if (!query.hasNextPage) return undefined;
  return (
    <div className="load-more">
      <Button isBusy={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
        Show more
      </Button>
    </div>
  );
}
