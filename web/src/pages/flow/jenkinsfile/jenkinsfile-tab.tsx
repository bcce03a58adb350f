import { StreamLanguage } from '@codemirror/language';
import { groovy } from '@codemirror/legacy-modes/mode/groovy';
import { useQuery } from '@tanstack/react-query';
import { jenkinsfileQuery } from '../../../api/flow-queries.ts';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/callout.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { QueryView } from '../../../components/query-view.tsx';
import { saveText } from '../../../components/save-file.ts';
import { CodeEditor } from '../../../editor/code-editor.tsx';
import type { FlowTabProps } from '../flow-tab-props.ts';
import '../source/source.css';

const language = StreamLanguage.define(groovy);

/** The Jenkinsfile that Jenkins runs for the latest revision. */
export function JenkinsfileTab({ flow }: FlowTabProps) {
  const query = useQuery(jenkinsfileQuery(flow));
  return (
    <QueryView query={query} what="the Jenkinsfile" skeletonRows={8}>
      {({ jenkinsfile, warnings }) => (
        <div className="stack">
          {warnings.length > 0 && (
            <Callout tone="warning" title="Warnings">
              <ul>
                {warnings.map(({ path, code, message }) => (
                  <li key={`${path} ${code}`}>
                    {path !== '' && <code>{path}</code>} {message}
                  </li>
                ))}
              </ul>
            </Callout>
          )}
          <div className="source-actions row">
            <span className="muted">Generated from revision {flow.revision}</span>
            <CopyButton text={jenkinsfile} what="Jenkinsfile" />
            <Button onPress={() => saveText('Jenkinsfile', jenkinsfile)}>Download</Button>
          </div>
          <CodeEditor
            key={jenkinsfile}
            initialText={jenkinsfile}
            label="Jenkinsfile"
            extensions={language}
            isReadOnly
          />
        </div>
      )}
    </QueryView>
  );
}
