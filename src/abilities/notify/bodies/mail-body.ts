import {
  factsOf,
  isAboutOne,
  listOf,
  nameOf,
  noticeText,
  titleOf,
  verbOf,
  type Notice,
  type NoticeEntry,
} from '../notice.ts';

export interface MailBody {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const maxSubject = 200;

/** A mail about a notice. The subject is one line. */
export function mailBody(notice: Notice): MailBody {
  const subject = oneLine(`[Flowgate] ${titleOf(notice)}`).slice(0, maxSubject);
  const items = listOf(notice).map((line) => `<li>${escaped(line.replace(/^- /, ''))}</li>`);
  const heading = `<h2 style="${styles.title}">${escaped(titleOf(notice))}</h2>`;
  const lead = isAboutOne(notice) ? '' : `${heading}<ul>${items.join('')}</ul>`;
  const html = `<!doctype html><html lang="en"><body style="${styles.body}">${lead}${notice.entries.map(entryHtml).join('')}</body></html>`;
  return { subject, text: noticeText(notice), html };
}

const styles = {
  body: 'margin:0;padding:16px;font:15px/1.5 -apple-system,Segoe UI,Helvetica,Arial,sans-serif;color:#1c2024',
  title: 'font-size:17px;margin:0 0 8px',
  entry: 'margin:0 0 24px;padding:0 0 0 12px;border-left:4px solid',
  log: 'background:#f4f5f7;padding:10px;font:13px/1.45 Menlo,Consolas,monospace;white-space:pre-wrap;overflow-wrap:anywhere',
};

const colours: Readonly<Record<NoticeEntry['on'], string>> = {
  SUCCESS: '#2b8a3e',
  WARNING: '#e67700',
  FAILED: '#c92a2a',
  KILLED: '#868e96',
  RECOVERED: '#2b8a3e',
  LATE: '#e67700',
  WAITING: '#1864ab',
};

function entryHtml(entry: NoticeEntry): string {
  const facts = factsOf(entry).map((fact) => `<div style="overflow-wrap:anywhere">${escaped(fact)}</div>`);
  const log = entry.lines.length === 0 ? '' : `<pre style="${styles.log}">${escaped(entry.lines.join('\n'))}</pre>`;
  const link = entry.url === undefined ? '' : `<p><a href="${escaped(entry.url)}">Open in Flowgate</a></p>`;
  const title = `${nameOf(entry)} ${verbOf(entry)}`;
  return `<div style="${styles.entry} ${colours[entry.on]}"><h2 style="${styles.title}">${escaped(title)}</h2>${facts.join('')}${log}${link}</div>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}
