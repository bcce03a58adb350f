import { useCallback, useState } from 'react';

/** A switch, off at first, that this browser remembers. */
export function useKeptSwitch(key: string): readonly [isOn: boolean, set: (isOn: boolean) => void] {
  const [isOn, setOn] = useState(() => localStorage.getItem(key) === 'on');
  const set = useCallback(
    (next: boolean) => {
      localStorage.setItem(key, next ? 'on' : 'off');
      setOn(next);
    },
    [key],
  );
  return [isOn, set];
}
