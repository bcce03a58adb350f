import { html, type Html } from '../../base/text/html.ts';
import { visibleText, withoutControls } from '../../base/text/visible-text.ts';
import { lineOutcomes } from '../coverage.ts';
import { outcomeMarks as marks, type Outcome } from '../finding.ts';
import { TextPlaces } from '../text-places.ts';
import { summaryOf, type ImportReport } from './import-report.ts';
import { reportPage } from './report-page.ts';

/** Jobs as a page for a browser: what became of each, its source with a mark on each line, and its flow. */
export function htmlReport(reports: readonly ImportReport[]): string {
  return reportPage('Import from Jenkins', html`<p>${legend}</p>${reports.map(jobSection)}`);
}

const outcomes = Object.keys(marks) as readonly Outcome[]; // its keys

const legend = outcomes.map((outcome) => html`<code class="${classOf(outcome)}">${marks[outcome]}</code> ${outcome} `);

function classOf(outcome: Outcome): string {
  return outcome.replace(' ', '-');
}

function jobSection(report: ImportReport, index: number): Html {
  const { name, kind, coverage, source, flow } = report;
  return html`<section>
<h2>${withoutControls(name)}</h2>
<p>${kind}: ${summaryOf(coverage)}</p>
${problemList(report)}
<div class="sides">
<div><h3>Source</h3>${sourceLines(report, index)}</div>
<div><h3>Flow</h3>${flow === undefined ? html`<p>There is no flow.</p>` : flowLines(flow)}</div>
</div>
${source !== '' && findingTable(report, index)}
</section>
`;
}

function problemList({ problems }: ImportReport): Html | false {
  const items = problems.map(
    ({ of, line, column, message }) => html`<li>${of} ${line}:${column} ${withoutControls(message)}</li>`,
  );
  return items.length > 0 && html`<ul class="by-hand">${items}</ul>`;
}

function sourceLines({ source, findings }: ImportReport, index: number): Html {
  const found = lineOutcomes(findings, source);
  const lines = visibleText(source).split('\n');
  return html`<pre>${lines.map((line, at) => {
    const outcome = found[at];
    const mark = outcome === undefined ? ' ' : marks[outcome];
    const [kind, title] = outcome === undefined ? ['none', 'structure'] : [classOf(outcome), outcome];
    return html`<span class="line line-${kind}" id="${lineId(index, at + 1)}"><span class="number">${at + 1}</span><span class="mark ${kind}" title="${title}">${mark}</span>${line}</span>`;
  })}</pre>`;
}

function flowLines(flow: string): Html {
  const lines = visibleText(flow).trimEnd().split('\n');
  return html`<pre>${lines.map((line) => html`<span class="line">${line}</span>`)}</pre>`;
}

function findingTable({ source, findings }: ImportReport, index: number): Html {
  const places = new TextPlaces(source);
  const rows = findings.map(({ start, construct, outcome, message = '', target = '' }) => {
    const { line, column } = places.at(start);
    return html`<tr><td class="number"><a href="#${lineId(index, line)}">${line}:${column}</a></td><td>${withoutControls(construct)}</td><td class="${classOf(outcome)}">${outcome}</td><td>${withoutControls(message)}</td><td>${withoutControls(target)}</td></tr>`;
  });
  return html`<h3>Statements</h3>
<table><thead><tr><th>Place</th><th>Statement</th><th>Outcome</th><th>Message</th><th>Becomes</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function lineId(job: number, line: number): string {
  return `job-${job + 1}-line-${line}`;
}
