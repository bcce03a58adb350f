import type { Execution } from '../../api/execution-queries.ts';
import { CodeBlock } from '../../components/code-block.tsx';
import './execution-page.css';

/** What went in and what came out. Secrets arrive masked. */
export function ExecutionValues({ execution: { inputs, outputs = {} } }: { readonly execution: Execution }) {
  return (
    <div className="execution-values">
      <section>
        <h2>Inputs</h2>
        <Values values={inputs} none="The execution has no inputs." />
      </section>
      <section>
        <h2>Outputs</h2>
        <Values values={outputs} none="The execution has no outputs so far." />
      </section>
    </div>
  );
}

function Values({ values, none }: { readonly values: Readonly<Record<string, unknown>>; readonly none: string }) {
  const entries = Object.entries(values);
  if (entries.length === 0) return <p className="muted">{none}</p>;
  return (
    <dl className="values">
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>
            <CodeBlock text={typeof value === 'string' ? value : JSON.stringify(value, null, 2)} what={name} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
