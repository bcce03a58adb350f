import type { Execution } from '../../api/execution-queries.ts';
import { CodeBlock } from '../../components/code-block.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import './execution-page.css';

/** What went in and what came out. Secrets arrive masked. */
export function ExecutionValues({ execution: { inputs, outputs = {} } }: { readonly execution: Execution }) {
  return (
    <div className="execution-values">
      <Values title="Inputs" values={inputs} none="The execution has no inputs." />
      <Values title="Outputs" values={outputs} none="The execution has no outputs so far." />
    </div>
  );
}

function Values({
  title,
  values,
  none,
}: {
  readonly title: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly none: string;
}) {
  const entries = Object.entries(values);
  return (
    <section>
      <div className="execution-part-head">
        <h2>{title}</h2>
        {entries.length > 0 && <CopyButton text={JSON.stringify(values, null, 2)} what={`${title} as JSON`} />}
      </div>
      {entries.length === 0 ? (
        <p className="muted">{none}</p>
      ) : (
        <dl className="values">
          {entries.map(([name, value]) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>
                <Value name={name} value={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
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
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  if (text === '') return <span className="muted">empty</span>;
  if (text.length <= maxShort && !text.includes('\n')) return <code>{text}</code>;
  return <CodeBlock text={text} what={name} />;
}

function isFile(value: unknown): value is { readonly filename: string; readonly size: number } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'filename' in value &&
    'size' in value &&
    typeof value.filename === 'string' &&
    typeof value.size === 'number'
  );
}
