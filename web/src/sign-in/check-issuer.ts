import type { IdTokenClaims } from 'oidc-client-ts';

/** Thrown when a response is not from the issuer that the gateway trusts. */
export class IssuerError extends Error {
  override readonly name = 'IssuerError';
}

/** RFC 8414, section 3.3: a document that names another issuer must not be used. @throws {IssuerError} */
export function checkMetadata(metadata: { readonly issuer?: string }, issuer: string): void {
  if (metadata.issuer !== issuer)
    throw new IssuerError(
      `The issuer identifies itself as ${metadata.issuer}, but Flowgate is configured for ${issuer}.`,
    );
}

/**
 * RFC 9207: the response of another issuer is rejected, before its code is sent anywhere.
 * @param metadata of the issuer @throws {IssuerError}
 */
export function checkResponseIssuer(
  response: URLSearchParams,
  metadata: { readonly authorization_response_iss_parameter_supported?: boolean },
  issuer: string,
): void {
  const sender = response.get('iss');
  const isRequired = metadata.authorization_response_iss_parameter_supported === true;
  if (sender === null ? isRequired : sender !== issuer)
    throw new IssuerError(
      `The response is from ${sender ?? 'an unknown issuer'}, but it was requested from ${issuer}.`,
    );
}

/**
 * What OpenID Connect Core 1.0, section 3.1.3.7, asks for beyond the nonce, which the library compares. The signature
 * need not be checked, because the token came from the issuer over TLS. @throws {IssuerError}
 */
export function checkIdToken(
  claims: Partial<IdTokenClaims>,
  expected: { readonly issuer: string; readonly clientId: string },
): void {
  const { iss, aud, azp } = claims;
  const audiences = typeof aud === 'string' ? [aud] : (aud ?? []);
  if (iss !== expected.issuer) throw new IssuerError(`The ID token is from ${iss}, not from ${expected.issuer}.`);
  if (!audiences.includes(expected.clientId) || (azp !== undefined && azp !== expected.clientId))
    throw new IssuerError(`The ID token is for ${audiences.join(', ')}, not for ${expected.clientId}.`);
}
