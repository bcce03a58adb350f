import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { addAbortSignal, Readable } from 'node:stream';
import type { S3ClientConfig } from '@aws-sdk/client-s3';
import { limitedHandler, type HandledAnswer } from '../../base/answers/limited-handler.ts';
import { readBody } from '../../base/answers/read-body.ts';
import { UnusableAnswer } from '../../base/answers/unusable-answer.ts';
import { AppError } from '../../base/problem/app-error.ts';
import { inGroups } from '../../base/text/in-groups.ts';
import { timeoutSignal } from '../../base/timers/timers.ts';
import { objectTooLarge } from './archive-damaged.ts';
import {
  archiveUnavailable,
  maxObjectBytes,
  requireObjectName,
  type Archive,
  type ByteRange,
  type OpenObject,
} from './archive.ts';

export interface S3ArchiveOptions {
  readonly bucket: string;
  /** The beginning of all names, without a `/` at either end; empty for none. */
  readonly prefix: string;
  /** The URL of a store other than that of AWS. */
  readonly endpoint?: string | undefined;
  readonly region?: string | undefined;
  /** Whether the bucket is in the path of URLs rather than in the host name. */
  readonly usesPath: boolean;
  /** By default, those that all programs for AWS find. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

const connectMilliseconds = 3_000;
/** Without a byte in either direction. */
const idleMilliseconds = 30_000;
/** Until all of an object that is read into memory must have arrived. */
const readMilliseconds = 300_000;
const maxAttempts = 3;
/** A page of 1,000 names has some 300 KB; errors are small. */
const listLimits = { of: 'S3', bytes: 2 * 1024 * 1024, depth: 32, values: 10_000 };
const parallelRemovals = 8;

type OpenClient = Awaited<ReturnType<typeof openClient>>;

/** An archive in a bucket of Amazon S3, or of a store with its API. */
export class S3Archive implements Archive {
  readonly place: string;
  readonly #options: S3ArchiveOptions;
  #opened: Promise<OpenClient> | undefined;

  constructor(options: S3ArchiveOptions) {
    this.#options = options;
    this.place = `s3://${options.bucket}${options.prefix === '' ? '' : `/${options.prefix}`}`;
  }

  async put(name: string, content: Buffer): Promise<void> {
    const object = { ...this.#at(name), Body: content };
    await this.#call(({ client, PutObjectCommand }) => client.send(new PutObjectCommand(object)));
  }

  async putFile(name: string, path: string): Promise<void> {
    const object = { ...this.#at(name), ContentLength: (await stat(path)).size };
    await this.#call(({ client, PutObjectCommand }) =>
      client.send(new PutObjectCommand({ ...object, Body: createReadStream(path) })),
    );
  }

  async get(name: string, range?: ByteRange): Promise<Buffer | undefined> {
    const found = await this.#read(name, range);
    if (found === undefined) return undefined;
    const stream = addAbortSignal(timeoutSignal(readMilliseconds), found.stream);
    return readBody(stream as AsyncIterable<Buffer>, { of: 'S3', bytes: range?.bytes ?? maxObjectBytes }).catch(
      (error: unknown) => {
        if (error instanceof UnusableAnswer) throw objectTooLarge(name);
        throw error instanceof AppError ? error : archiveUnavailable(reasonOf(error), error);
      },
    );
  }

  open(name: string): Promise<OpenObject | undefined> {
    return this.#read(name);
  }

  async *list(folder: string): AsyncGenerator<readonly string[]> {
    const { Bucket, Key } = this.#at(folder);
    let token: string | undefined;
    do {
      const from = { Bucket, Prefix: `${Key}/`, ...(token !== undefined && { ContinuationToken: token }) };
      const page = await this.#call(({ client, ListObjectsV2Command }) => client.send(new ListObjectsV2Command(from)));
      const keys = (page.Contents ?? []).flatMap((object) => object.Key ?? []);
      yield keys.map((key) => key.slice(Key.length - folder.length));
      token = page.IsTruncated === true ? page.NextContinuationToken : undefined;
    } while (token !== undefined);
  }

  async remove(names: readonly string[]): Promise<void> {
    // One by one: not every store with the API of S3 accepts the checksum that removing many at once requires.
    await inGroups(names, parallelRemovals, (name) => this.#remove(name));
  }

  async removeAll(folder: string): Promise<void> {
    for await (const names of this.list(folder)) await this.remove(names);
  }

  async #remove(name: string): Promise<void> {
    const at = this.#at(name);
    await this.#call(({ client, DeleteObjectCommand }) => client.send(new DeleteObjectCommand(at)));
  }

  async #read(name: string, range?: ByteRange): Promise<OpenObject | undefined> {
    const part = range && { Range: `bytes=${range.start}-${range.start + range.bytes - 1}` };
    const object = { ...this.#at(name), ...part };
    const found = await this.#call(({ client, GetObjectCommand }) =>
      client.send(new GetObjectCommand(object)).catch(ifMissing),
    );
    if (found === undefined) return undefined;
    const body = found.Body as Readable; // on Node.js
    return { stream: Readable.from(chunksOf(body), { objectMode: false }), size: found.ContentLength ?? 0 };
  }

  /** @throws {AppError} archive-unavailable */
  async #call<Answer>(step: (open: OpenClient) => Promise<Answer>): Promise<Answer> {
    try {
      return await step(await this.#open());
    } catch (error) {
      throw archiveUnavailable(reasonOf(error), error);
    }
  }

  #open(): Promise<OpenClient> {
    this.#opened ??= openClient(this.#options);
    return this.#opened;
  }

  #at(name: string): { readonly Bucket: string; readonly Key: string } {
    const { bucket, prefix } = this.#options;
    return { Bucket: bucket, Key: `${prefix}${prefix === '' ? '' : '/'}${requireObjectName(name)}` };
  }
}

/** Loaded by the first use: most installations have no use for it. */
async function openClient(options: S3ArchiveOptions) {
  const { S3Client, ...commands } = await import('@aws-sdk/client-s3');
  const given = clientOptions(options);
  // Objects are limited by what reads them.
  const limitsOf = (request: { readonly method: string; readonly query?: object }, { statusCode }: HandledAnswer) =>
    request.method === 'GET' && statusCode < 300 && !('list-type' in (request.query ?? {})) ? undefined : listLimits;
  const { requestHandler } = new S3Client(given).config;
  const handler = limitedHandler(requestHandler, { limitsOf, timeout: idleMilliseconds });
  return { ...commands, client: new S3Client({ ...given, requestHandler: handler }) };
}

function clientOptions({ endpoint, region, usesPath, credentials }: S3ArchiveOptions): S3ClientConfig {
  return {
    ...(endpoint !== undefined && { endpoint }),
    ...(region !== undefined && { region }),
    ...(credentials !== undefined && { credentials }),
    forcePathStyle: usesPath,
    maxAttempts,
    // Other stores do not know the checksums that AWS added later; our objects carry their own.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectMilliseconds, socketTimeout: idleMilliseconds },
  };
}

async function* chunksOf(body: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of body) yield chunk as Buffer; // a stream of bytes
  } catch (error) {
    throw archiveUnavailable(reasonOf(error), error);
  }
}

function ifMissing(error: unknown): undefined {
  if (!(error instanceof Error && error.name === 'NoSuchKey')) throw error;
}

/** The texts of other errors can contain anything. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  if (error.message === 'Region is missing') return 'FLOWGATE_ARCHIVE_S3_REGION and AWS_REGION are not set';
  if (error.name === 'CredentialsProviderError') return 'it found no credentials';
  return 'code' in error ? String(error.code) : error.name;
}
