import { writeJson } from '../../../../src/base/text/exact-json.ts';
import type { Execution } from '../../api/execution-queries.ts';
import { isFinal } from '../../api/execution-states.ts';
import { isFile } from '../../api/execution-values.ts';
import { CodeBlock } from '../../components/code-block.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import './execution-page.css';

/** The inputs and outputs. Secrets arrive masked. */
export function ExecutionValues({ execution }: { readonly execution: Execution }) {
  const { inputs, outputs = {}, state } = execution;
  return (
    <div className="execution-values stack gap-24">
      <Values title="Inputs" values={inputs} none="This execution has no inputs." />
      <Values
        title="Outputs"
        values={outputs}
        none={isFinal(state) ? 'This execution has no outputs.' : 'This execution has no outputs yet.'}
      />
    </div>
  );
}

interface ValuesProps {
  readonly title: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly none: string;
}

function Values({ title, values, none }: ValuesProps) {
  const entries = Object.entries(values);
  return (
    <section>
      <div className="execution-part-head row apart">
        <h2>{title}</h2>
        {entries.length > 0 && <CopyButton text={writeJson(values, 2)} what={`${title} as JSON`} />}
      </div>
      {entries.length === 0 ? <p className="muted">{none}</p> : <ValueList values={values} />}
    </section>
  );
}

/** Values by name. */
export function ValueList({ values }: Pick<ValuesProps, 'values'>) {
  return (
    <dl className="values breaks">
      {Object.entries(values).map(([name, value]) => (
        <div key={name}>
          <dt className="muted">
            <code>{name}</code>
          </dt>
          <dd>
            <Value name={name} value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Short values in one line. */
const maxShort = 80;

function Value({ name, value }: { readonly name: string; readonly value: unknown }) {
  if (isFile(value))
    return (
      <>
        <code>{value.filename}</code> <span className="muted">{value.size.toLocaleString('en')} bytes</span>
      </>
    );
  const text = typeof value === 'string' ? value : writeJson(value, 2);
  if (text === '') return <span className="muted">empty</span>;
  if (text.length <= maxShort && !text.includes('\n')) return <code>{text}</code>;
  return <CodeBlock text={text} what={name} />;
}
