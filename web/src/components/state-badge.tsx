import type { ReactNode } from 'react';
import './state-badge.css';

interface StateBadgeProps {
  readonly state: State;
  /** Default: the word of the state. */
  readonly word?: string;
  readonly variant?: 'plain' | 'tinted';
}

/** A state, or what is shown like one, as a shape, a word and a colour. */
export function StateBadge({ state, word = stateStyles[state].word, variant = 'plain' }: StateBadgeProps) {
  return (
    <span
      className={`state-badge inline gap-6 tone-${stateStyles[state].tone}`}
      data-variant={variant}
      data-state={state}
    >
      <StateIcon state={state} />
      {word}
    </span>
  );
}

/** The states of executions and tasks, and what can be shown like one. */
export type State =
  'CREATED' | 'QUEUED' | 'RUNNING' | 'SUCCESS' | 'WARNING' | 'FAILED' | 'KILLED' | 'SKIPPED' | 'PAUSED';

export type Tone = 'success' | 'failed' | 'warning' | 'running' | 'neutral';

interface StateStyle {
  readonly word: string;
  readonly tone: Tone;
  readonly shape: ReactNode;
}

const disc = <circle cx="8" cy="8" r="7" fill="currentColor" />;
const stroke = { fill: 'none', stroke: 'currentColor', strokeWidth: 2 } as const;
const cut = { fill: 'none', stroke: 'var(--bg)', strokeWidth: 1.8, strokeLinecap: 'round' } as const;
const dashedRing = <circle cx="8" cy="8" r="6" {...stroke} strokeWidth={1.6} strokeDasharray="2.4 2.300" />;

/** Each state has a shape, a word and a colour of its own; no two differ only in colour. */
export const stateStyles: Readonly<Record<State, StateStyle>> = {
  CREATED: { word: 'Created', tone: 'neutral', shape: dashedRing },
  QUEUED: { word: 'Queued', tone: 'neutral', shape: dashedRing },
  RUNNING: {
    word: 'Running',
    tone: 'running',
    shape: (
      <g className="state-spin">
        <circle cx="8" cy="8" r="6" {...stroke} opacity={0.3} />
        <path d="M8 2a6 6 0 0 1 6 6" {...stroke} strokeLinecap="round" />
      </g>
    ),
  },
  SUCCESS: {
    word: 'Success',
    tone: 'success',
    shape: (
      <>
        {disc}
        <path d="M4.800 8.300 7 10.500l4.200-4.700" {...cut} />
      </>
    ),
  },
  WARNING: {
    word: 'Warning',
    tone: 'warning',
    shape: (
      <>
        <path d="M8 1 15.500 14.500H.5z" fill="currentColor" strokeLinejoin="round" />
        <path d="M8 6v4M8 12.300v.1" {...cut} />
      </>
    ),
  },
  FAILED: {
    word: 'Failed',
    tone: 'failed',
    shape: (
      <>
        <path d="M5 1h6l4 4v6l-4 4H5l-4-4V5z" fill="currentColor" />
        <path d="m5.500 5.500 5 5m0-5-5 5" {...cut} />
      </>
    ),
  },
  KILLED: {
    word: 'Stopped',
    tone: 'neutral',
    shape: (
      <>
        {disc}
        <path d="m4 12 8-8" {...cut} />
      </>
    ),
  },
  SKIPPED: {
    word: 'Skipped',
    tone: 'neutral',
    shape: (
      <>
        <circle cx="8" cy="8" r="6" {...stroke} strokeWidth={1.6} />
        <path d="m6.800 5.500 2.500 2.500-2.500 2.500" {...stroke} strokeWidth={1.6} />
      </>
    ),
  },
  PAUSED: {
    word: 'Paused',
    tone: 'warning',
    shape: <path d="M4 2h3v12H4zM9 2h3v12H9z" fill="currentColor" />,
  },
};

/** The shape alone; the word must be next to it. */
export function StateIcon({ state }: { readonly state: State }) {
  const { tone, shape } = stateStyles[state];
  return (
    <svg className={`state-icon tone-${tone}`} viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
      {shape}
    </svg>
  );
}
