import { CopyButton } from './copy-button.tsx';
import './code-block.css';

interface CodeBlockProps {
  readonly text: string;
  /** For labels, such as `Jenkinsfile`. */
  readonly what: string;
  /** Whether long lines are wrapped. */
  readonly isWhole?: boolean;
}

/** Code or data as it is, with a button that copies it. */
export function CodeBlock({ text, what, isWhole = false }: CodeBlockProps) {
  return (
    <div className={isWhole ? 'code-block is-whole' : 'code-block'}>
      {/* Scrolls, so the keyboard must be able to reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} role="region" aria-label={what}>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} what={what} />
    </div>
  );
}
