import { loop } from '../../bench/parts/measure-loop.ts';
import { runParts } from '../../bench/rig/run-parts.ts';
import { agreement } from './agreement.ts';
import { approvals } from './approvals.ts';
import { attacks } from './attacks.ts';
import { diskFull } from './disk-full.ts';
import { foreignAnswers } from './foreign-answers.ts';
import { growing } from './growing.ts';
import { kills } from './kills.ts';
import { lives } from './lives.ts';
import { masking } from './masking.ts';
import { mutations } from './mutations.ts';
import { receivers } from './receivers.ts';
import { schedules } from './schedules.ts';
import { schemathesis } from './schemathesis.ts';
import { segmentKillsOnJenkins } from './segment-kills-jenkins.ts';
import { segmentKills } from './segment-kills.ts';
import { soak } from './soak.ts';
import { storeFull } from './store-full.ts';
import { tenancy } from './tenancy.ts';

const parts = [
  lives,
  attacks,
  approvals,
  masking,
  schedules,
  tenancy,
  { ...loop, name: 'near-limit', title: 'near-limit' },
  schemathesis,
  mutations,
  kills,
  segmentKills,
  segmentKillsOnJenkins,
  receivers,
  foreignAnswers,
  diskFull,
  storeFull,
  agreement,
  growing,
  soak,
];
const head = `# Results of the hard suite

Written by \`npm run test:hard\`; each part shows when and where it last ran. The figures are from one machine.`;

await runParts(parts, { page: 'HARD.md', head, keepsParts: true });
