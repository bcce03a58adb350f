import { useEffect, useRef, useState } from 'react';

/** A value that changes often, at most once in a while: for what is read aloud. */
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
