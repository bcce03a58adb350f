import { CopyButton } from './copy-button.tsx';
import './code-block.css';

/** Code or data as it is, with a button that copies it. @param what for labels, such as `Jenkinsfile` */
export function CodeBlock({ text, what }: { readonly text: string; readonly what: string }) {
  return (
    <div className="code-block">
      {/* Scrolls, so the keyboard must be able to reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} role="region" aria-label={what}>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} what={what} />
    </div>
  );
}
