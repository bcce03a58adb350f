import { useSyncExternalStore } from 'react';
import './toasts.css';

interface Toast {
  readonly id: number;
  readonly text: string;
}

const milliseconds = 5_000;
let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Confirms for a few seconds that something is done. Problems are not toasts: they stay in an ErrorBox. */
export function showToast(text: string): void {
  lastId += 1;
  const id = lastId;
  update([...toasts, { id, text }]);
  setTimeout(() => update(toasts.filter((toast) => toast.id !== id)), milliseconds);
}

function update(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows the toasts; once, in the shell. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <div className="toasts stack gap-8" role="status">
      {shown.map(({ id, text }) => (
        <div key={id} className="toast">
          {text}
        </div>
      ))}
    </div>
  );
}
