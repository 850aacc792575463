import { createHash } from 'node:crypto'
import type { Db, Trx } from '@chuma/db/client'
import { bookCallKey, findCallKey, setAnswer } from '@chuma/db/queries/call-keys'
import * as z from 'zod'
import { AppError } from '../app-error.ts'
import { checkKey } from './check-key.ts'

/** What a call takes besides its input. */
export type Once = { idempotencyKey?: string | undefined }

type Keyed = {
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
export async function doOnce(
  trx: Trx,
  keyed: Keyed | Answered<unknown>,
  act: () => Promise<unknown>,
): Promise<unknown> {
  const key = checkKey(keyed.key)
  if (key === undefined) return act()
  const { caller, operation, isKept = false } = keyed
  const answer = 'answer' in keyed ? keyed.answer : z.string()
  const isFirst = await bookCallKey(trx, { caller, operation, key, requestHash: hash(keyed.request), isKept })
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
  if (earlier && !earlier.requestHash.equals(hash(keyed.request))) throw new AppError('KEY_REUSED')
  return earlier?.answer ?? undefined
}

const hash = (request: object) => createHash('sha256').update(JSON.stringify(request)).digest()
