import type { ReactNode } from 'react';
import './button.css';

export interface ToggleButtonProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  /** What it does, and its key. */
  readonly title?: string;
  readonly children: ReactNode;
}

/** A button that stays pressed. */
export function ToggleButton({ isOn, onChange, title, children }: ToggleButtonProps) {
  return (
    <button
      type="button"
      className="button button-toggle"
      aria-pressed={isOn}
      title={title}
      onClick={() => onChange(!isOn)}
    >
      {children}
    </button>
  );
}
