import { useEffect, useRef } from 'react';
import { linesOfHash, type LinkedLines } from './line-hash.ts';

/** Calls back when the user opens a link to lines of the log that is already shown. */
export function useOpenedLink(onOpen: (linked: LinkedLines) => void): void {
  const latest = useRef(onOpen);
  latest.current = onOpen;
  useEffect(() => {
    const onChange = () => {
      const linked = linesOfHash(location.hash);
      if (linked !== undefined) latest.current(linked);
    };
    window.addEventListener('hashchange', onChange);
    return () => window.removeEventListener('hashchange', onChange);
  }, []);
}
