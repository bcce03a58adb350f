import type { LucideIcon } from 'lucide-react';

/** An icon beside a word that says the same; a button that has only an icon needs an `aria-label`. */
export function Icon({ of: Shape }: { readonly of: LucideIcon }) {
  return <Shape size={16} strokeWidth={1.75} aria-hidden="true" className="icon" />;
}
