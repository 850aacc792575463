import { randomBytes } from 'node:crypto'
import { listTraces } from '@chuma/db/testing'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { logInStaff } from '../admin/staff/own-staff-account.ts'
import { showCode } from '../admin/testing.ts'
import { placeOfPayload } from '../approvals/or-ask-another.ts'
import { visitor } from '../auth/testing.ts'
import type { Deps } from '../deps.ts'
import { createTestDeps, openTestDb, readRow, setRows, testSecrets } from '../testing.ts'
import { sweepWebhooks } from '../webhooks/deliveries.ts'
import { sendTest } from '../webhooks/endpoints.ts'
import { createReceivers, letTimePass } from '../webhooks/testing.ts'
import { rotateSecrets, sealPlainRows, sealPlainSecrets } from './seal-stored.ts'
import { createSecrets, MissingKeyError, openSecrets } from './secrets.ts'
import {
  ACCOUNT_NUMBER,
  countPlainRows,
  expectBanking,
  givenSecrets,
  readPayload,
  readStored,
  storeAccountsPlainly,
  storePlainly,
} from './testing.ts'

const { db } = await openTestDb()
const receivers = createReceivers()
const deps = createTestDeps(db, { webhooks: receivers.webhooks })
const house = await givenSecrets(deps)

const [oldKey, newKey] = [Buffer.alloc(32, 7), randomBytes(32)]
const rotating = createSecrets([newKey, oldKey])
const rotated = createSecrets([newKey])
const noKey = () => {
  throw new Error('a key was made')
}

beforeEach(async () => {
  await rotateSecrets({ db, secrets: createSecrets([oldKey, newKey]) }, () => {})
  await sql`delete from secret_key`.execute(db)
})

/** Uses every kind of secret as the product does. */
async function expectWorking(secrets: Deps['secrets']) {
  const working = { ...deps, secrets }
  const { username, password, secret } = house.factor
  await db.updateTable('staffSecondFactor').set({ lastStep: 0 }).execute()
  await logInStaff(working, visitor, { username, password, code: showCode(secret) })
  const { tell } = house.click
  await tell({ kind: 'test' }, working)
  await sendTest(working, { name: 'staff:wanjiru', address: null }, { id: house.webhook.id })
  await letTimePass(db, house.webhook.id)
  await sweepWebhooks(working)
  await expectBanking(working, house.banked)
  expect(await readPayload(working, house.approvalId)).toMatchObject({ secret: 'canary-in-a-payload' })
}

test('nothing that was stored is readable in any table', async () => {
  expect(await listTraces(db, house.canaries)).toEqual([])
  expect(new Set((await readStored(db)).map((value) => value.slice(0, 22)))).toEqual(
    new Set([`sealed:1:${testSecrets.keyId}:`]),
  )
})

test('what an earlier version stored plainly is sealed, even if the first process is killed in between', async () => {
  await storePlainly(deps)
  expect(await listTraces(db, house.canaries)).not.toEqual([])
  let left = 2
  const killed = {
    ...testSecrets,
    seal: (...about: Parameters<typeof testSecrets.seal>) => {
      left -= 1
      if (left < 0) throw new Error('killed')
      return testSecrets.seal(...about)
    },
  }
  await expect(sealPlainSecrets({ db, secrets: killed })).rejects.toThrow('killed')
  // Two processes that start at once.
  await expectBanking(deps, house.banked)
  const counts = await Promise.all([sealPlainSecrets(deps), sealPlainSecrets(deps)])
  expect(counts.reduce((sum, count) => sum + count)).toBe(4)
  // Killed after the withdrawals, before the payout details.
  await storeAccountsPlainly(deps)
  left = await countPlainRows(db)
  await expect(sealPlainRows({ db, secrets: killed })).rejects.toThrow('killed')
  expect((await listTraces(db, house.canaries)).sort()).toEqual([
    `public.call_key: ${ACCOUNT_NUMBER}`,
    `public.payout_details: ${ACCOUNT_NUMBER}`,
  ])
  await expectBanking(deps, house.banked)
  await storeAccountsPlainly(deps)
  await Promise.all([sealPlainRows(deps), expectBanking(deps, house.banked), sealPlainRows(deps)])
  expect(await listTraces(db, house.canaries)).toEqual([])
  expect(await sealPlainSecrets(deps)).toBe(0)
  await expectWorking(testSecrets)
})

test('a rotation seals everything again while the product runs, and then the old key is not needed', async () => {
  await openSecrets(db, { readKeys: () => [newKey, oldKey], createKey: noKey })
  const before = await readStored(db)
  let isRunning = true
  const rotation = rotateSecrets({ db, secrets: rotating }, () => {}).finally(() => {
    isRunning = false
  })
  do await expectWorking(rotating)
  while (isRunning)
  await rotation
  const after = await readStored(db)
  expect(after.every((value) => value.startsWith(`sealed:1:${rotated.keyId}:`))).toBe(true)
  expect(after.length).toBeGreaterThan(before.length)
  await expectWorking(rotated)
  await expect(openSecrets(db, { readKeys: () => [newKey], createKey: noKey })).resolves.toMatchObject({
    keyIds: [rotated.keyId],
  })
})

test('an interrupted rotation loses nothing, and the next run does the rest', async () => {
  let left = 3
  const killed = {
    ...rotating,
    seal: (...about: Parameters<typeof rotating.seal>) => {
      left -= 1
      if (left < 0) throw new Error('killed')
      return rotating.seal(...about)
    },
  }
  await expect(rotateSecrets({ db, secrets: killed }, () => {})).rejects.toThrow('killed')
  await expectWorking(rotating)
  await rotateSecrets({ db, secrets: rotating }, () => {})
  await expectWorking(rotated)
})

test.each([
  ['another key', () => [newKey] as const, `has secrets sealed with the key ${testSecrets.keyId}`],
  ['no key', () => undefined, `sealed with the key ${testSecrets.keyId}, and no key was given`],
])('with %s nothing opens, nothing is written and no key is made', async (_what, readKeys, says) => {
  const before = await readStored(db)
  const opening = openSecrets(db, { readKeys, createKey: noKey })
  await expect(opening).rejects.toThrow(MissingKeyError)
  await expect(opening).rejects.toThrow(says)
  expect(await readStored(db)).toEqual(before)
  expect(await db.selectFrom('secretKey').select('keyId').execute()).toEqual([])
})

test('the key of a request that a partner sent is known, although requests are not searched', async () => {
  await openSecrets(db, { readKeys: () => [oldKey], createKey: noKey })
  await expect(openSecrets(db, { readKeys: () => [newKey], createKey: noKey })).rejects.toThrow(
    MissingKeyError,
  )
})

test('an event’s request can only be sealed, never replaced', async () => {
  const sealed = await db.selectFrom('partnerEvent').select(['eventId', 'sealed']).executeTakeFirstOrThrow()
  const change = (set: object) =>
    db.updateTable('partnerEvent').set(set).where('eventId', '=', sealed.eventId).execute()
  const forged = { sealed: `${sealed.sealed?.slice(0, -4)}AAAA` }
  const plain = { sealed: null, target: Buffer.from('/'), headers: '{}', body: Buffer.from('') }
  const other = { sealed: rotated.seal({ table: '', column: '', id: '' }, ''), method: 'PUT' }
  for (const set of [forged, plain, other]) await expect(change(set)).rejects.toThrow('never changed')
  await expect(db.deleteFrom('partnerEvent').execute()).rejects.toThrow('never changed')
})

test('of an approval request only the envelope of its secret can change, to another key', async () => {
  const { payload } = await readRow(db, 'approvalRequest', ['payload'], { approvalId: house.approvalId })
  const { sealedSecret, ...rest } = payload as { sealedSecret: { id: string; text: string } }
  const text = rotated.seal(placeOfPayload(sealedSecret.id), 'canary-in-a-payload')
  const refused = [
    { ...rest, sealedSecret: { ...sealedSecret, text: `${sealedSecret.text.slice(0, -4)}AAAA` } },
    { ...rest, sealedSecret: { ...sealedSecret, text: 'plain' } },
    { ...rest, sealedSecret: { id: house.approvalId, text } },
    { ...rest, name: 'Eve', sealedSecret: { ...sealedSecret, text } },
    rest,
  ]
  const change = (to: object) =>
    db
      .updateTable('approvalRequest')
      .set({ payload: JSON.stringify(to) })
      .execute()
  for (const to of refused) await expect(change(to)).rejects.toThrow('stays as it is')
  await change({ ...rest, sealedSecret: { ...sealedSecret, text } })
})

test('a rotation stops at an account number that does not open, names it, and keeps the old key', async () => {
  await openSecrets(db, { readKeys: () => [newKey, oldKey], createKey: noKey })
  const { pendingId } = house.banked
  const forged = rotated.seal({ table: 'withdrawal', column: 'account_number', id: house.approvalId }, '1')
  await setRows(db, 'withdrawal', { withdrawalId: pendingId }, { accountNumber: forged })
  await expect(rotateSecrets({ db, secrets: createSecrets([oldKey, newKey]) }, () => {})).rejects.toThrow(
    `withdrawal.account_number of ${pendingId} was changed`,
  )
  expect(await db.selectFrom('secretKey').select('keyId').execute()).toHaveLength(1)
})
