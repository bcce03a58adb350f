import { useEffect, useRef, useState } from 'react';

/** Throttles a value that changes often, for text that is read aloud. */
export function usePaced<Value>(value: Value, milliseconds: number): Value {
  const [paced, setPaced] = useState(value);
  const latest = useRef(value);
  latest.current = value;
  useEffect(() => {
    const timer = setInterval(() => setPaced(latest.current), milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds]);
  return paced;
}
