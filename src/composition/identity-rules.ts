import { loadOperatorFile } from '../access/operator-file.ts';
import { readPolicy } from '../access/read-policy.ts';
import type { Configuration } from '../base/config/configuration.ts';
import type { IdentityRules } from '../faces/http/identity/identity-rules.ts';
import { ProxyIdentity } from '../faces/http/identity/proxy-identity.ts';

/** @throws {OperatorFileError} */
export async function identityRules({
  identity,
  trustedProxies,
  policyFile,
}: Pick<Configuration, 'identity' | 'trustedProxies' | 'policyFile'>): Promise<IdentityRules> {
  const policy = policyFile === undefined ? undefined : await loadOperatorFile(policyFile, 'policy', readPolicy);
  if (identity.mode === 'proxy') return { verifier: new ProxyIdentity(trustedProxies), forReading: false, policy };
  const { JwtIdentity } = await import('../faces/http/identity/jwt-identity.ts');
  return { verifier: new JwtIdentity(identity), forReading: true, policy };
}
