import { useSyncExternalStore } from 'react';
import { favourites, onFavourites } from './favourites.ts';

/** The favourite flows of this browser, as they change. */
export const useFavourites = (): readonly string[] => useSyncExternalStore(onFavourites, favourites);
