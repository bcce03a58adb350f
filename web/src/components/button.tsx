import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import './button.css';

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style'> {
  /** `primary` once a page at most; `danger` for what cannot be undone; `quiet` without an edge, for icons and rows. */
  readonly variant?: 'plain' | 'primary' | 'danger' | 'quiet';
  /** Shows that the action runs; the button keeps its size and its focus. */
  readonly isBusy?: boolean;
}

export function Button({ variant = 'plain', isBusy = false, ...props }: ButtonProps) {
  return <AriaButton {...props} isPending={isBusy} className={`button button-${variant}`} />;
}

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
