import { describe, expect, it } from 'vitest';
import { SecretBox } from '../../../src/store/secrets/secret-box.ts';

describe('a sealed secret', () => {
  const box = new SecretBox('a key');
  const sealed = box.seal('hünter2', 'execution/token');

  it('can be opened only with the key and for its purpose', () => {
    expect(box.open(sealed, 'execution/token')).toBe('hünter2');
    expect(box.open(sealed, 'other/token')).toBeUndefined();
    expect(new SecretBox('another key').open(sealed, 'execution/token')).toBeUndefined();
  });

  it('cannot be modified, read or recognized', () => {
    const bytes = Buffer.from(sealed, 'base64');
    bytes[bytes.length - 1]! ^= 1;
    expect(box.open(bytes.toString('base64'), 'execution/token')).toBeUndefined();
    expect(box.open('', 'execution/token')).toBeUndefined();
    expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('nter2');
    expect(box.seal('hünter2', 'execution/token')).not.toBe(sealed);
  });
});
