import { untilEnded } from '../../bench/rig/gateway-calls.ts';
import type { Part, PartReport } from '../../bench/rig/part.ts';
import type { Program } from '../../bench/rig/program.ts';
import { withGateway } from '../../bench/rig/running-gateway.ts';
import { briefly, send } from '../../bench/rig/send.ts';

/** Milliseconds for which masking may hold up other requests, beside other programs. */
const maxHold = 2_000;
const patience = 120_000;

/** Values of a caller that has only the right to execute, and what must not appear anywhere. */
interface MaskingAttack {
  readonly name: string;
  readonly token: string;
  readonly text?: string;
  /** Shell commands; the values are in $TOKEN and $NOTE. */
  readonly commands: readonly string[];
  /** Parts of the secret in any form. */
  readonly hidden: readonly string[];
}

const near = 'x'.repeat(90_000);
const awkward = String.raw`C:\new\table "q" 'a' <b>&zzz`;

const maskingAttacks: readonly MaskingAttack[] = [
  {
    name: 'a log that nearly contains a long secret everywhere',
    token: `${near}y`,
    text: 'x'.repeat(98_000),
    commands: ['for i in 1 2 3 4 5 6 7 8 9 10; do printf %s "$NOTE"; done', 'printf "\\n%s\\n" "$TOKEN"'],
    hidden: ['xy'],
  },
  {
    name: 'a secret of many lines of control characters',
    token: Array.from({ length: 190 }, (_, line) => `${line}"\\0<é\u0001`.repeat(30)).join('\n'),
    commands: ['i=0; while [ $i -lt 20 ]; do printf "%s\\n" "$TOKEN"; i=$((i + 1)); done'],
    hidden: ['"\\0<é'],
  },
  {
    name: 'echo and printf',
    token: awkward,
    commands: ['echo "$TOKEN"', 'printf "%b\\n" "$TOKEN"', 'printf "%s\\n" "$TOKEN"'],
    hidden: ['able', 'zzz'],
  },
  {
    name: 'forms of Python',
    token: awkward,
    commands: [
      `python3 -c 'import os, html, csv, sys, json, xml.sax.saxutils as x
t = os.environ["TOKEN"]
print(html.escape(t), x.escape(t), x.quoteattr(t), json.dumps(t), t.replace(chr(39), chr(39) * 2))
csv.writer(sys.stdout).writerow([t])'`,
    ],
    hidden: ['able', 'zzz'],
  },
  {
    name: 'base64 in lines',
    token: 'correct horse battery staple, which needs more than one line of base64',
    commands: ['printf "user:%s" "$TOKEN" | base64'],
    hidden: [Buffer.from('user:correct horse battery').toString('base64').slice(8)],
  },
  {
    name: 'a URL that gives access',
    token: `https://hooks.example/services/T01/${'Zk9'.repeat(14)}/done`,
    commands: [
      'path=/${TOKEN#*//*/}; rest=${path%/done}; key=${rest##*/}',
      'echo "> POST $path HTTP/1.1"; echo "$rest"; echo "$key"; printf "user:%s" "$key" | base64',
    ],
    hidden: ['Zk9', Buffer.from('Zk9Zk9').toString('base64')],
  },
  { name: 'a short secret', token: '73', commands: ['echo "pin=$TOKEN, 1730"'], hidden: ['pin=73'] },
  {
    name: 'the name of an artifact',
    token: 'hunter2-token',
    commands: ['echo x > "key-$TOKEN.txt"'],
    hidden: ['hunter2'],
  },
];

export const masking: Part = {
  name: 'masking',
  description: 'Secrets that are hard to find in logs, and logs that are hard to search.',
  run: (report) =>
    withGateway({ FLOWGATE_ENGINE: 'local' }, async (gateway) => {
      for (const [index, attack] of maskingAttacks.entries())
        await tryAttack(gateway, { ...attack, id: `masking-${index}` }, report);
    }),
};

async function tryAttack(
  gateway: Program,
  { id, name, token, text = '', commands, hidden }: MaskingAttack & { readonly id: string },
  report: PartReport,
): Promise<void> {
  const flow = {
    id,
    namespace: 'examples',
    description: 'Prints a secret.',
    inputs: [
      { id: 'token', type: 'SECRET' },
      { id: 'note', type: 'STRING' },
    ],
    tasks: [{ id: 'print', type: 'dev.vendor.plugin.core.shell.Shell', commands, outputFiles: ['*.txt'] }],
  };
  const stored = await send(gateway.url, { method: 'POST', path: '/flows', body: flow });
  report.check(`${name}: the flow is stored`, stored.status !== 201 && briefly(stored));
  await gateway.sample();
  const path = `/flows/examples/${id}/executions`;
  const started = await send(gateway.url, { method: 'POST', path, body: { inputs: { token, note: text } } });
  report.check(`${name}: it starts`, started.status !== 202 && briefly(started));
  if (started.status !== 202) return;
  const execution = (JSON.parse(started.text) as { id: string }).id; // per the contract
  const { state, reason } = await untilEnded(gateway.url, execution, patience);
  report.check(`${name}: it succeeds`, state !== 'SUCCESS' && `${state} ${reason}`);
  const { maxDelay } = await gateway.sample();
  report.figure(name, `held the loop for ${maxDelay.toFixed(0)} ms at most`);
  report.check(`${name}: nobody waits`, maxDelay > maxHold && `for ${maxDelay.toFixed(0)} ms`);
  const record = `/executions/${execution}`;
  const answers = await Promise.all(
    [record, `${record}/logs`, `${record}/artifacts`].map((each) => send(gateway.url, { path: each })),
  );
  const shown = answers.map((answer) => answer.text).join('\n');
  // The source of the flow does not contain the secret.
  const found = hidden.filter((part) => shown.includes(part));
  report.check(`${name}: nothing is shown`, found.length > 0 && `${found[0]?.slice(0, 50)} is in ${shown.slice(-500)}`);
}
