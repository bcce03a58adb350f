import { Link } from '@tanstack/react-router';
import type { Comparison } from '../../api/execution-queries.ts';
import { executionPage } from '../../links.ts';
import { plainText } from '../../log/ansi.ts';
import { hashOfLines } from '../../log/line-hash.ts';

type Line = NonNullable<Comparison['firstDifferingLine']>['left'];

/** The first line in which the logs differ, with links to it. */
export function LogDifference({ comparison }: { readonly comparison: Comparison }) {
  const { left, right, firstDifferingLine: first, truncated } = comparison;
  return (
    <section className="stack gap-8">
      <h2>The first line of the logs that differs</h2>
      {first === undefined ? (
        <p className="muted">None.</p>
      ) : (
        <dl className="compare-lines framed">
          <Side name="Left" id={left.id} line={first.left} />
          <Side name="Right" id={right.id} line={first.right} />
        </dl>
      )}
      {truncated === true && <p className="muted">Only the first 8 MiB of the logs were compared.</p>}
    </section>
  );
}

function Side({ name, id, line }: { readonly name: string; readonly id: string; readonly line: Line }) {
  return (
    <div>
      <dt className="muted">{name}</dt>
      <dd className="breaks">
        {line === undefined ? (
          <span className="muted">The log has ended before.</span>
        ) : (
          <>
            <Link
              {...executionPage(id)}
              search={{ task: '*' }}
              hash={hashOfLines({ from: line.line, to: line.line }).slice(1)}
            >
              Line {line.line.toLocaleString('en')}
            </Link>{' '}
            <code>{plainText(line.text)}</code>
          </>
        )}
      </dd>
    </div>
  );
}
