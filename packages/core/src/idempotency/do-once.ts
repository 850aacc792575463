import { createHash } from 'node:crypto'
import { idempotencyKey } from '@chuma/contract/wallet/wallet'
import type { Db, Trx } from '@chuma/db/client'
import {
  bookCallKey,
  type CallKeyPlace,
  findCallKey,
  forgetRequestsAfter,
  listPlainCallKeys,
  replaceCallKeys,
  setAnswer,
} from '@chuma/db/queries/call-keys'
import * as z from 'zod'
import { AppError, invalidField } from '../app-error.ts'
import type { Secrets } from '../secrets/secrets.ts'

const BATCH = 500
const NIL = '00000000-0000-0000-0000-000000000000'

/** What a call takes besides its input. */
export type Once = { idempotencyKey?: string | undefined }

type Keyed = {
  secrets: Secrets
  /** Whose key it is. The same key from another caller, or for another operation, is a different key. */
  caller: string
  operation: string
  key: string | undefined
  request: object
  /** The key counts as long as the account exists, not only for a week. */
  isKept?: boolean
}
/** `answer` parses the stored answer. */
type Answered<T> = Keyed & { answer: z.ZodType<T> }

/**
 * Run `act` once for a caller's key, in the transaction of its effect: if that fails, the key is free again. A
 * concurrent call with the same key waits for the first. A repeat returns the first answer, which is an id unless
 * `answer` is given.
 * @throws AppError KEY_REUSED if the key was used with another request, INVALID_INPUT for a malformed key
 */
export function doOnce<T>(trx: Trx, keyed: Answered<T>, act: () => Promise<T>): Promise<T>
export function doOnce(trx: Trx, keyed: Keyed, act: () => Promise<string>): Promise<string>
export async function doOnce(trx: Trx, keyed: Keyed | Answered<unknown>, act: () => Promise<unknown>) {
  const key = checkKey(keyed.key)
  if (key === undefined) return act()
  const { caller, operation, isKept = false } = keyed
  const answer = 'answer' in keyed ? keyed.answer : z.string()
  const isFirst = await bookCallKey(trx, { caller, operation, key, isKept, ...hashRequest(keyed) })
  if (!isFirst) return answer.parse(await getAnswer(trx, keyed))
  const made = await act()
  await setAnswer(trx, { caller, operation, key }, made)
  return made
}

async function getAnswer(trx: Trx, keyed: Keyed): Promise<unknown> {
  const answer = await findAnswer(trx, keyed)
  if (answer === undefined) throw new Error(`the key of ${keyed.operation} vanished`)
  return answer
}

/**
 * Return the id that an earlier call with this key made, if there was one.
 * @throws AppError KEY_REUSED, INVALID_INPUT
 */
export async function findDone(db: Db, keyed: Keyed): Promise<string | undefined> {
  return z
    .string()
    .optional()
    .parse(await findAnswer(db, keyed))
}

async function findAnswer(db: Db, keyed: Keyed): Promise<unknown> {
  const key = checkKey(keyed.key)
  if (key === undefined) return undefined
  const { caller, operation } = keyed
  const earlier = await findCallKey(db, { caller, operation, key })
  if (earlier && !isSameRequest(earlier, keyed)) throw new AppError('KEY_REUSED')
  return earlier?.answer ?? undefined
}

/** A request may contain an account number, which anyone who reads a plain hash could guess: few are possible. */
const digest = (request: object) => createHash('sha256').update(JSON.stringify(request)).digest()

const withEachKey = (secrets: Secrets, plain: Buffer) =>
  secrets.hash('call_key.request_hash', plain.toString('hex'))

function hashRequest({ secrets, request }: Pick<Keyed, 'secrets' | 'request'>) {
  const [requestHash] = withEachKey(secrets, digest(request))
  return { requestHash, requestKeyId: secrets.keyId }
}

/**
 * After a rotation of the secrets' key an earlier request cannot be compared, so the caller's key alone decides: repeating the first
 * answer does nothing a second time.
 */
function isSameRequest(
  { requestHash, requestKeyId }: { requestHash: Buffer; requestKeyId: string | null },
  { secrets, request }: Keyed,
): boolean {
  const plain = digest(request)
  if (requestKeyId === null) return requestHash.equals(plain)
  if (requestHash.length === 0 || !secrets.keyIds.includes(requestKeyId)) return true
  return withEachKey(secrets, plain).some((hash) => hash.equals(requestHash))
}

/** Empty the hashes that another key has made: with that key, which may have leaked, account numbers could be guessed. */
export async function forgetOtherRequests({ db, secrets }: { db: Db; secrets: Secrets }): Promise<void> {
  const { keyId } = secrets
  let after: CallKeyPlace | undefined = { callerId: NIL, operation: '', key: '' }
  while (after) {
    const from: CallKeyPlace = after
    after = await db
      .transaction()
      .execute((trx) => forgetRequestsAfter(trx, { after: from, limit: BATCH, keyId }))
  }
}

/** Hash one batch of plain hashes, as an earlier version stored them, with the current key. @returns whether there may be more */
export function hashPlainRequests({ db, secrets }: { db: Db; secrets: Secrets }): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const rows = await listPlainCallKeys(trx, BATCH)
    const hashed = rows.map((row) => {
      const [requestHash] = withEachKey(secrets, row.requestHash)
      return { ...row, requestHash, requestKeyId: secrets.keyId }
    })
    if (rows.length > 0) await replaceCallKeys(trx, hashed)
    return rows.length === BATCH
  })
}

/**
 * Refuse a malformed key, even in calls that need no key: callers who send one rely on it.
 * @throws AppError INVALID_INPUT naming the header
 */
export function checkKey(sent: string | undefined): string | undefined {
  if (sent === undefined) return undefined
  const key = idempotencyKey.safeParse(sent)
  if (key.success) return key.data
  throw invalidField('Idempotency-Key', 'NOT_AN_IDEMPOTENCY_KEY')
}
