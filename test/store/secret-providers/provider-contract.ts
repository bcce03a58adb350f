import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secretReference, type SecretReference } from '../../../src/language/input-types/secret-reference.ts';
import { MissingSecret, type SecretProvider } from '../../../src/store/secret-providers/secret-provider.ts';

/** A provider, and where it finds its secrets. */
export interface ProviderUnderTest {
  readonly provider: SecretProvider;
  /** Puts a secret where the reference finds it. */
  put(value: string): Promise<string> | string;
  /** References to what is not there, or cannot be used, with a part of the reason. */
  readonly missing: Readonly<Record<string, string>>;
  /** Makes the provider fail until the returned function is called; undefined if it cannot. */
  readonly breakDown?: () => Promise<() => Promise<void> | void>;
  stop(): Promise<void> | void;
}

const secret = 'correct "horse"\nbattery';

/** What every provider does, whatever it asks. */
export function describeProvider(name: string, start: () => Promise<ProviderUnderTest>): void {
  describe(`the provider ${name}`, () => {
    let tested: ProviderUnderTest;
    beforeAll(async () => {
      tested = await start();
    });
    afterAll(() => tested.stop());
    const read = (text: string) => tested.provider.read(reference(text), AbortSignal.timeout(20_000));

    it('reads the current value', async () => {
      const text = await tested.put(secret);
      expect(await read(text)).toBe(secret);
      await tested.put('changed');
      expect(await read(text)).toBe('changed');
    });

    it('reads several at once', async () => {
      const text = await tested.put(secret);
      expect(await Promise.all(Array.from({ length: 20 }, () => read(text)))).toEqual(Array(20).fill(secret));
    });

    it('says what is missing, which retries do not mend', async () => {
      await tested.put(secret);
      for (const [text, reason] of Object.entries(tested.missing)) {
        const error = await read(text).catch((thrown: unknown) => thrown);
        expect({ text, error }).toEqual({ text, error: expect.any(MissingSecret) });
        expect(String(error)).toContain(reason);
        expect(String(error)).not.toContain('horse');
      }
    });

    it('fails otherwise during an outage, and recovers', async () => {
      if (tested.breakDown === undefined) return;
      const text = await tested.put(secret);
      const mend = await tested.breakDown();
      const error = await read(text).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Error);
      expect(error).not.toBeInstanceOf(MissingSecret);
      await mend();
      expect(await read(text)).toBe(secret);
    });
  });
}

export function reference(text: string): SecretReference {
  const found = secretReference(text);
  if (found === undefined) throw new Error(`${text} is no reference`);
  return found;
}
