import type { SVGProps } from 'react';
import './state-badge.css';

/** The states of executions and tasks, and what can be shown like one. */
export type State =
  | 'CREATED'
  | 'QUEUED'
  | 'RUNNING'
  | 'WAITING'
  | 'SUCCESS'
  | 'WARNING'
  | 'FAILED'
  | 'KILLED'
  | 'SKIPPED'
  | 'KEPT'
  | 'PAUSED';

export type Tone = 'success' | 'failed' | 'warning' | 'running' | 'neutral';

const stroke = { fill: 'none', stroke: 'currentColor', strokeWidth: 2 } as const;
const looks = {
  solid: { fill: 'currentColor' },
  cut: { ...stroke, stroke: 'var(--bg)', strokeWidth: 1.8, strokeLinecap: 'round' },
  faint: { ...stroke, opacity: 0.3 },
  line: { ...stroke, strokeLinecap: 'round' },
  thin: { ...stroke, strokeWidth: 1.6 },
  dashed: { ...stroke, strokeWidth: 1.6, strokeDasharray: '2.4 2.300' },
} as const satisfies Readonly<Record<string, SVGProps<SVGPathElement>>>;

interface StateStyle {
  readonly word: string;
  readonly tone: Tone;
  /** Paths of SVG, one over the other. */
  readonly shape: { readonly [Look in keyof typeof looks]?: string };
}

const disc = 'M15 8A7 7 0 1 1 1 8a7 7 0 0 1 14 0z';
const ring = 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0z';

/** Each state has a shape, a word and a colour of its own; no two differ only in colour. */
export const stateStyles: Readonly<Record<State, StateStyle>> = {
  CREATED: { word: 'Created', tone: 'neutral', shape: { dashed: ring } },
  QUEUED: { word: 'Queued', tone: 'neutral', shape: { dashed: ring } },
  RUNNING: { word: 'Running', tone: 'running', shape: { faint: ring, line: 'M8 2a6 6 0 0 1 6 6' } },
  // A running execution that waits for people, a time or a signal.
  WAITING: { word: 'Waiting', tone: 'warning', shape: { thin: ring, line: 'M8 4.500V8l2.500 1.500' } },
  SUCCESS: { word: 'Success', tone: 'success', shape: { solid: disc, cut: 'M4.800 8.300 7 10.500l4.200-4.700' } },
  WARNING: {
    word: 'Warning',
    tone: 'warning',
    shape: { solid: 'M8 1 15.500 14.500H.5z', cut: 'M8 6v4M8 12.300v.1' },
  },
  FAILED: {
    word: 'Failed',
    tone: 'failed',
    shape: { solid: 'M5 1h6l4 4v6l-4 4H5l-4-4V5z', cut: 'm5.500 5.500 5 5m0-5-5 5' },
  },
  KILLED: { word: 'Stopped', tone: 'neutral', shape: { solid: disc, cut: 'm4 12 8-8' } },
  SKIPPED: { word: 'Skipped', tone: 'neutral', shape: { thin: `${ring}M6.800 5.500l2.500 2.500-2.500 2.500` } },
  KEPT: { word: 'Kept', tone: 'neutral', shape: { dashed: ring, line: 'M5.200 8.300 7.200 10.300 10.800 6.200' } },
  PAUSED: { word: 'Paused', tone: 'warning', shape: { solid: 'M4 2h3v12H4zM9 2h3v12H9z' } },
};

/** The shape alone; the word must be next to it. */
export function StateIcon({ state }: { readonly state: State }) {
  const { tone, shape } = stateStyles[state];
  return (
    <svg className={`state-icon tone-${tone}`} viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
      <g className={state === 'RUNNING' ? 'state-spin' : undefined}>
        {Object.entries(looks).map(([look, props]) => {
          const path = shape[look as keyof typeof looks]; // of that object
          return path !== undefined && <path key={look} d={path} {...props} />;
        })}
      </g>
    </svg>
  );
}

export interface StateBadgeProps {
  readonly state: State;
  /** Default: the word of the state. */
  readonly word?: string;
  readonly variant?: 'plain' | 'tinted';
}

/** A state, or what is shown like one, as a shape, a word and a colour. */
export function StateBadge({ state, word = stateStyles[state].word, variant = 'plain' }: StateBadgeProps) {
  return (
    <span
      className={`state-badge inline gap-8 tone-${stateStyles[state].tone}`}
      data-variant={variant}
      data-state={state}
    >
      <StateIcon state={state} />
      {word}
    </span>
  );
}
