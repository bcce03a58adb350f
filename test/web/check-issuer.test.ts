import { expect, it } from 'vitest';
import { checkIdToken, checkMetadata, checkResponseIssuer, IssuerError } from '../../web/src/sign-in/check-issuer.ts';

const issuer = 'https://login.example';
const expected = { issuer, clientId: 'console' };

it('the metadata must name the issuer, to the last character', () => {
  expect(() => checkMetadata({ issuer }, issuer)).not.toThrow();
  for (const other of ['https://login.example/', 'https://evil.example', undefined])
    expect(() => checkMetadata({ issuer: other }, issuer)).toThrow(IssuerError);
});

const supported = { authorization_response_iss_parameter_supported: true };
it.each([
  ['code=1', {}, true],
  ['code=1', supported, false],
  [`code=1&iss=${issuer}`, supported, true],
  [`code=1&iss=${issuer}`, {}, true],
  ['code=1&iss=https://evil.example', {}, false],
  ['error=access_denied&iss=https://evil.example', supported, false],
] as const)('the response %s from an issuer with %j is accepted: %j', (response, metadata, isAccepted) => {
  const check = () => checkResponseIssuer(new URLSearchParams(response), metadata, issuer);
  expect(outcomeOf(check)).toBe(isAccepted ? 'accepted' : 'IssuerError');
});

it.each([
  { iss: issuer, aud: 'console' },
  { iss: issuer, aud: ['console', 'other'], azp: 'console' },
])('the ID token %j is accepted', (claims) => {
  expect(() => checkIdToken(claims, expected)).not.toThrow();
});

it.each([
  { aud: 'console' },
  { iss: 'https://evil.example', aud: 'console' },
  { iss: issuer },
  { iss: issuer, aud: 'other' },
  { iss: issuer, aud: ['other'] },
  { iss: issuer, aud: ['console', 'other'], azp: 'other' },
])('the ID token %j is rejected', (claims) => {
  expect(() => checkIdToken(claims, expected)).toThrow(IssuerError);
});

function outcomeOf(check: () => void): string {
  try {
    check();
    return 'accepted';
  } catch (error) {
    return (error as Error).name; // all checks throw errors
  }
}
