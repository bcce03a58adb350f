import { useSyncExternalStore } from 'react';
import { favourites, onFavourites } from './favourites.ts';
import { useSubject } from './use-may.ts';

/** The favourite flows of the user of this page, as they change. */
export function useFavourites(): readonly string[] {
  const user = useSubject();
  return useSyncExternalStore(onFavourites, () => favourites(user));
}
