import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../components/button.tsx';
import { QueryView, Skeleton } from '../components/query-view.tsx';

interface PagedListProps<Page, Item> {
  readonly query: UseInfiniteQueryResult<InfiniteData<Page>>;
  /** What is being loaded, such as `the flows`. */
  readonly what: string;
  readonly itemsOf: (page: Page) => readonly Item[];
  /** Shown instead of no items. @param hasMore whether later pages may have some */
  readonly empty: (hasMore: boolean) => ReactNode;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** The items of all pages that are loaded, and a button for the next page. */
export function PagedList<Page, Item>({ query, what, itemsOf, empty, children }: PagedListProps<Page, Item>) {
  return (
    <>
      <QueryView query={query} what={what}>
        {({ pages }) => {
          const items = pages.flatMap(itemsOf);
          if (items.length > 0) return children(items);
          // What another filter found, or what was there before an error, does not say that there is nothing now.
          if (query.isPlaceholderData) return <Skeleton />;
          return query.isError ? undefined : empty(query.hasNextPage);
        }}
      </QueryView>
      <LoadMore query={query} />
    </>
  );
}

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
