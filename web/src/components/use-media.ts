import { useCallback, useSyncExternalStore } from 'react';

/** Whether the page matches a media query now, such as `(min-width: 1100px)`. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** Where the navigation is a drawer; the same in shell.css. */
export const narrowScreen = '(max-width: 799px)';
/** Where fingers press, and there is no keyboard; the same in touch.css. */
export const touchScreen = '(pointer: coarse)';
/** A screen that is wide enough for two things beside each other. */
export const wideScreen = '(min-width: 1100px)';
