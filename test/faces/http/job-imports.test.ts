import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { hostileSources } from '../../support/hostile-sources.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

const send = (body: object) => request(gateway.app).post('/import/jenkinsfile').set('x-oidc-sub', 'ada').send(body);

const jenkinsfile = `pipeline {
  agent any
  parameters {
    string(name: 'VERSION', defaultValue: '1.0', description: 'The version')
  }
  stages {
    stage('Build') {
      steps {
        sh 'make'
        shopDeploy to: 'staging'
      }
    }
  }
}
`;

it('a Jenkinsfile becomes a flow that is valid, with a finding for each statement', async () => {
  const { body } = await send({ source: jenkinsfile, namespace: 'shop', id: 'web' }).expect(200);
  expect(body).toMatchObject({ name: 'Jenkinsfile', kind: 'declarative', source: jenkinsfile });
  const checked = await request(gateway.app)
    .post('/flows/validate')
    .set('x-oidc-sub', 'ada')
    .type('application/x-yaml')
    .send(body.flow)
    .expect(200);
  expect(checked.body).toMatchObject({ valid: true });
  expect(body.flow).toMatch(/^id: web\nnamespace: shop\n/m);
  // It stops at the step of the library.
  expect(body.test).toContain('state: FAILED');
  const { statements, mapped, approximated, byHand } = body.coverage;
  expect(body.findings).toHaveLength(statements);
  expect(mapped + approximated + byHand).toBe(statements);
});

it('a finding says where it is in the source, and the lines of the flow that it became', async () => {
  const { body } = await send({ source: jenkinsfile }).expect(200);
  const finding = body.findings.find(({ construct }: { construct: string }) => construct === 'parameter string');
  expect(finding).toMatchObject({ line: 4, column: 5, endLine: 4, outcome: 'mapped', target: 'VERSION' });
  const lines = body.flow.split('\n').slice(finding.flowLine - 1, finding.flowEndLine);
  expect(lines[0]).toContain('id: VERSION');
  expect(lines.at(-1)).not.toBe('');
  expect(jenkinsfile.split('\n')[3]?.slice(finding.column - 1, finding.endColumn - 1)).toBe(finding.source);
});

it('a mapping says what a step of a shared library means', async () => {
  const mapping = { shopDeploy: { subflow: 'shop/deploy', inputs: { to: 'to' } } };
  const { body } = await send({ source: jenkinsfile, mapping }).expect(200);
  expect(body.flow).toContain('flowId: deploy');
  expect(body.coverage.byHand).toBe(0);
  await send({ source: jenkinsfile, mapping: { shopDeploy: { subflow: 'deploy' } } }).expect(400);
  await send({ source: jenkinsfile, mapping: { shopDeploy: { subflow: 'a/b', inputs: { to: -1 } } } }).expect(400);
});

it('the script of a config.xml is what the places are in', async () => {
  const script = "node { sh 'make' }";
  const source = `<flow-definition><definition class="org.jenkinsci.plugins.workflow.cps.CpsFlowDefinition"><script>${script}</script></definition></flow-definition>`;
  const { body } = await send({ source }).expect(200);
  expect(body).toMatchObject({ kind: 'scripted', source: script });
});

it('a job without a pipeline is rejected with the reason', async () => {
  const { body } = await send({ source: '<com.cloudbees.hudson.plugins.folder.Folder/>' }).expect(400);
  expect(body).toMatchObject({ type: 'urn:flowgate:problem:invalid-request', detail: expect.stringMatching(/folder/) });
});

it('a source that is longer than a flow may be is rejected', async () => {
  const { body } = await send({ source: '/'.repeat(300 * 1024) }).expect(413);
  expect(body).toMatchObject({ type: 'urn:flowgate:problem:body-too-large', limit: 256 * 1024 });
});

it('text that is no Jenkinsfile is reported, not rejected', async () => {
  const { body } = await send({ source: 'stage("x" {' }).expect(200);
  expect(body.problems[0]).toMatchObject({ of: 'source', line: 1 });
});

it('an import needs an identity, even where reading does not', async () => {
  const { body } = await request(gateway.app).post('/import/jenkinsfile').send({ source: jenkinsfile }).expect(401);
  expect(body.type).toBe('urn:flowgate:problem:unauthenticated');
});

it('a source of 600 bytes that would fill any memory gets a flow, and the gateway goes on', async () => {
  const { body } = await send({ source: hostileSources['doubled in templates'] }).expect(200);
  expect(body.flow.length).toBeLessThan(2_000);
  await send({ source: jenkinsfile }).expect(200);
});
