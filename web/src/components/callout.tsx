import type { ReactNode } from 'react';
import type { ApiProblem } from '../api/api-problem.ts';
import { Button } from './button.tsx';
import { CopyableId } from './copy-button.tsx';
import type { Tone } from './state-badge.tsx';
import './callout.css';

interface CalloutProps {
  readonly tone: Tone;
  readonly title: string;
  readonly children?: ReactNode;
}

/** A notice about this page. */
export function Callout({ tone, title, children }: CalloutProps) {
  return (
    <div className={`callout tone-${tone}`}>
      <strong>{title}</strong>
      {children !== undefined && <div className="callout-text">{children}</div>}
    </div>
  );
}

export interface ErrorBoxProps {
  /** What failed, such as `Could not save the flow`. */
  readonly what: string;
  /** Nothing is shown without one. */
  readonly problem: ApiProblem | undefined;
  readonly onRetry?: () => void;
}

/** Shows what failed and why, in place, for as long as it is true. */
export function ErrorBox({ what, problem, onRetry }: ErrorBoxProps) {
  if (problem === undefined) return undefined;
  const { title, message, items, requestId } = problem;
  return (
    <div role="alert" className="callout tone-failed">
      <strong>{what}</strong>
      <p>{message === '' ? title : message}</p>
      {items.length > 0 && (
        <ul>
          {items.map(({ message: text, path, line, column }, index) => (
            // Two problems can be equal.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
              {line !== undefined && `${line}:${column ?? 1} `}
              {path !== undefined && path !== '' && <code>{path}</code>} {text}
            </li>
          ))}
        </ul>
      )}
      {(requestId !== undefined || onRetry !== undefined) && (
        <div className="callout-foot row gap-12">
          {onRetry !== undefined && <Button onPress={onRetry}>Try again</Button>}
          {requestId !== undefined && (
            <span>
              Request <CopyableId id={requestId} what="request id" />
            </span>
          )}
        </div>
      )}
    </div>
  );
}
