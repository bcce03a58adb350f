import { apiUrl } from '../../../api/base-path.ts';
import { chosenName, currentTokenSession } from '../../../api/session.ts';
import { CodeBlock } from '../../../components/code-block.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import type { FormInput } from './form-input.ts';
import type { FormValues } from './form-values.ts';
import { cliCommand, curlCommand } from './run-commands.ts';
import { linkTo } from './run-link.ts';
import type { RunTarget } from './run-request.ts';

export interface RunCommandsProps {
  readonly target: RunTarget;
  readonly inputs: readonly FormInput[];
  readonly values: FormValues;
  readonly labels: Readonly<Record<string, string>>;
}

/** The same run as a command, and a link that fills this form. */
export function RunCommands({ target: { namespace, flowId, revision }, inputs, values, labels }: RunCommandsProps) {
  const needsToken = currentTokenSession() !== undefined;
  const user = chosenName();
  const command = { namespace, flowId, revision, inputs, values, labels, server: apiUrl(''), user, needsToken };
  const link = linkTo(inputs, values);
  const hasLeftOut = inputs.some(({ type }) => type === 'SECRET' || type === 'FILE');
  return (
    <details className="run-more">
      <summary>As a command or a link</summary>
      <h2>Flowgate&apos;s command line</h2>
      <CodeBlock text={cliCommand(command)} what="command" />
      <h2>curl</h2>
      <CodeBlock text={curlCommand(command)} what="curl command" />
      <h2>A link that fills this form</h2>
      {link === undefined ? (
        <p className="muted">The values are too long for a link.</p>
      ) : (
        <p className="run-row row">
          <CopyButton text={`${location.origin}${location.pathname}${link}`} what="link" />
          <code className="breaks">{link}</code>
        </p>
      )}
      {hasLeftOut && (
        <p className="muted">
          Secrets and files are not included. The flowgate command reads each secret from the environment variable it
          names; in the curl command, replace the placeholder. Both upload files from the current folder.
        </p>
      )}
      {needsToken && <p className="muted">Both commands read your token from the variable FLOWGATE_TOKEN.</p>}
    </details>
  );
}
