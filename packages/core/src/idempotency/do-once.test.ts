import { createHash, randomUUID } from 'node:crypto'
import { problem } from '@chuma/contract/problems'
import { forgetCallKeys } from '@chuma/db/queries/call-keys'
import { countWaitingOnLock, createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod'
import { createSecrets } from '../secrets/secrets.ts'
import { readRow, testSecrets } from '../testing.ts'
import { doOnce, findDone, forgetOtherRequests, hashPlainRequests } from './do-once.ts'

const { db, close } = await createTestDb({ max: 4 })
afterAll(close)

let made = 0
const make = async () => `thing ${++made}`
const keyed = (key: string, changed: Partial<Parameters<typeof doOnce>[1]> = {}) => ({
  secrets: testSecrets,
  caller: 'staff:fatuma',
  operation: 'make-a-thing',
  key,
  request: { name: 'Tea' },
  ...changed,
})
const once = (about: Parameters<typeof doOnce>[1], act = make) =>
  db.transaction().execute((trx) => doOnce(trx, about, act))

test('a repeat returns what the first call made, and makes nothing', async () => {
  const first = await once(keyed('a'))
  expect(await once(keyed('a'))).toBe(first)
  expect(await findDone(db, keyed('a'))).toBe(first)
})

test('a key belongs to one caller and one operation', async () => {
  const first = await once(keyed('b'))
  const others = [
    keyed('b', { caller: 'staff:otieno' }),
    keyed('b', { caller: 'visitor' }),
    keyed('b', { caller: `member:${randomUUID()}` }),
    keyed('b', { operation: 'make-another-thing' }),
    keyed('c'),
  ]
  for (const other of others) expect(await once(other)).not.toBe(first)
})

test('a key used with another request is refused', async () => {
  await once(keyed('d'))
  const other = keyed('d', { request: { name: 'Coffee' } })
  await expect(once(other)).rejects.toMatchObject({ code: 'KEY_REUSED' })
  await expect(findDone(db, other)).rejects.toMatchObject({ code: 'KEY_REUSED' })
})

const [oldKey, newKey] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)]
const rotated = createSecrets([newKey])

test('a request is hashed with a key, which a plain hash does not reveal', async () => {
  await once(keyed('hashed'))
  const { requestHash, requestKeyId } = await findStored('hashed')
  expect(requestKeyId).toBe(testSecrets.keyId)
  expect(requestHash.equals(hashPlainly({ name: 'Tea' }))).toBe(false)
})

test('a repeat is recognised with any key, and another request is refused', async () => {
  const rotating = createSecrets([newKey, oldKey])
  const first = await once(keyed('during'))
  const second = await once(keyed('with-new', { secrets: rotating }))
  const behind = createSecrets([oldKey, newKey])
  expect(await once(keyed('during', { secrets: rotating }))).toBe(first)
  expect(await once(keyed('with-new', { secrets: behind }))).toBe(second)
  const other = keyed('during', { secrets: rotating, request: { name: 'Coffee' } })
  await expect(once(other)).rejects.toMatchObject({ code: 'KEY_REUSED' })
})

test('after a rotation the caller’s key alone decides: nothing is made a second time', async () => {
  const first = await once(keyed('long-ago'))
  expect(await once(keyed('long-ago', { secrets: rotated }))).toBe(first)
  expect(await once(keyed('long-ago', { secrets: rotated, request: { name: 'Coffee' } }))).toBe(first)
})

test('a rotation empties the hashes of other keys, during which a repeat is still recognised', async () => {
  const [first, second] = [await once(keyed('old')), await once(keyed('new', { secrets: rotated }))]
  const rotating = createSecrets([newKey, oldKey])
  await forgetOtherRequests({ db, secrets: rotating })
  expect((await findStored('old')).requestHash).toHaveLength(0)
  expect((await findStored('new')).requestHash).toHaveLength(32)
  for (const secrets of [rotating, rotated]) {
    expect([await once(keyed('old', { secrets })), await once(keyed('new', { secrets }))]).toEqual([
      first,
      second,
    ])
  }
})

test('a plain hash of an earlier version is recognised, before and after it is hashed with a key', async () => {
  const first = await once(keyed('plain'))
  const other = keyed('plain', { request: { name: 'Coffee' } })
  await sql`update call_key set request_hash = ${hashPlainly({ name: 'Tea' })}, request_key_id = null
    where key = 'plain'`.execute(db)
  const expectKnown = async () => {
    expect(await once(keyed('plain'))).toBe(first)
    await expect(once(other)).rejects.toMatchObject({ code: 'KEY_REUSED' })
  }
  await expectKnown()
  expect(await hashPlainRequests({ db, secrets: testSecrets })).toBe(false)
  expect(await findStored('plain')).toMatchObject({ requestKeyId: testSecrets.keyId })
  await expectKnown()
})

const findStored = (key: string) => readRow(db, 'callKey', ['requestHash', 'requestKeyId'], { key })
const hashPlainly = (request: object) => createHash('sha256').update(JSON.stringify(request)).digest()

test('an answer that is more than an id is stored and parsed again', async () => {
  const answer = z.object({ id: z.string(), at: z.coerce.date() })
  const about = { ...keyed('answer'), answer }
  const callOnce = () =>
    db.transaction().execute((trx) => doOnce(trx, about, async () => ({ id: await make(), at: new Date() })))
  const first = await callOnce()
  expect(await callOnce()).toEqual(first)
})

test('a key is forgotten after a week, unless it is kept', async () => {
  const kept = keyed('kept', { isKept: true })
  const [firstKept, firstOther] = [await once(kept), await once(keyed('week'))]
  const pass = (time: string) =>
    sql`update call_key set expires_at = expires_at - ${time}::interval`.execute(db)
  await pass('6 days 23 hours')
  await forgetCallKeys(db)
  expect([await once(kept), await once(keyed('week'))]).toEqual([firstKept, firstOther])
  await pass('2 hours')
  await forgetCallKeys(db)
  expect(await once(kept)).toBe(firstKept)
  expect(await once(keyed('week'))).not.toBe(firstOther)
})

test('a failed call leaves its key free', async () => {
  const fail = () => Promise.reject(new Error('not now'))
  await expect(once(keyed('e'), fail)).rejects.toThrow('not now')
  expect(await once(keyed('e'))).toMatch(/^thing/)
})

test('of two concurrent calls the second waits, and returns what the first one made', async () => {
  const before = made
  let second: Promise<string> | undefined
  const first = await once(keyed('f'), async () => {
    second = once(keyed('f'))
    while ((await countWaitingOnLock(db)) === 0) await new Promise((resolve) => setImmediate(resolve))
    return make()
  })
  expect([await second, made]).toEqual([first, before + 1])
})

test('of two concurrent calls the second runs if the first one fails', async () => {
  let second: Promise<string> | undefined
  const first = once(keyed('g'), async () => {
    second = once(keyed('g'))
    while ((await countWaitingOnLock(db)) === 0) await new Promise((resolve) => setImmediate(resolve))
    throw new Error('not now')
  })
  await expect(first).rejects.toThrow('not now')
  expect(await second).toBe(`thing ${made}`)
})

test('without a key every call counts', async () => {
  expect(await once({ ...keyed(''), key: undefined })).not.toBe(await once({ ...keyed(''), key: undefined }))
})

test.each(['', ' ', 'two words', 'ä', 'x'.repeat(256)])('%j is not a valid key', async (key) => {
  const refused = {
    code: 'INVALID_INPUT',
    fields: { 'Idempotency-Key': [problem('NOT_AN_IDEMPOTENCY_KEY')] },
  }
  await expect(once(keyed(key))).rejects.toMatchObject(refused)
})
