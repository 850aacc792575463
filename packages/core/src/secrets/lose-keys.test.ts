import { listWebhooks } from '@chuma/db/queries/webhooks/webhooks'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { resetStaff } from '../admin/staff/manage-staff.ts'
import { logInStaff } from '../admin/staff/own-staff-account.ts'
import { givenStaff, showCode } from '../admin/testing.ts'
import { AppError } from '../app-error.ts'
import { visitor } from '../auth/testing.ts'
import { getOwnTax, setTaxDetails, showTaxPin } from '../books/tax/own-tax.ts'
import type { Deps } from '../deps.ts'
import { listAllPartners, receivePostback } from '../partners/events.ts'
import { getEvent, updatePartner } from '../partners/partners.ts'
import { callWith } from '../partners/testing.ts'
import { decideWithdrawal } from '../payouts/approvals/decide-withdrawal.ts'
import { importBankResult } from '../payouts/batches/bank-results.ts'
import { createBankBatch, downloadBankBatch } from '../payouts/batches/batches.ts'
import {
  FORMAT,
  givenApproved,
  givenBatch,
  MAPPING,
  newReference,
  resultOf,
} from '../payouts/batches/testing.ts'
import { showPayoutDetails } from '../payouts/details.ts'
import { liftHold, reviewHoldsOf } from '../payouts/holds/review-holds.ts'
import { exportManualPayouts } from '../payouts/manual.ts'
import { finance, look } from '../payouts/testing.ts'
import {
  cancelWithdrawal,
  listOwnPayoutDetails,
  listOwnWithdrawals,
  requestWithdrawal,
} from '../payouts/withdrawals.ts'
import { exportData } from '../personal-data/export-data.ts'
import { createTestDeps, givenMember, openTestDb, readRows } from '../testing.ts'
import { sweepWebhooks } from '../webhooks/deliveries.ts'
import { rotateSecret, sendTest } from '../webhooks/endpoints.ts'
import { createReceivers, letTimePass, listOf, owner } from '../webhooks/testing.ts'
import { rotateSecrets } from './seal-stored.ts'
import { createSecrets, loseKeys, openSecrets, type Secrets } from './secrets.ts'
import { ACCOUNT_NUMBER, givenSecrets, readPayload, readStored } from './testing.ts'

const { db } = await openTestDb()
const receivers = createReceivers()
const failures: string[] = []
const reportFailure = (_error: unknown, about: string) => void failures.push(about)
const deps = createTestDeps(db, { webhooks: receivers.webhooks, reportFailure })
const [lostKey, newKey] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)]
const [lostId] = createSecrets([lostKey]).keyIds
const noKey = () => {
  throw new Error('a key was made')
}
const open = (...keys: [Buffer, ...Buffer[]]) => openSecrets(db, { readKeys: () => keys, createKey: noKey })
const lose = () => loseKeys(db, { readKeys: () => [newKey], createKey: noKey })
const keyRows = () => db.selectFrom('secretKey').select(['keyId', 'lostAt']).orderBy('keyId').execute()

await open(lostKey)
const house = await givenSecrets(deps)
const taxed = await givenMember(db)
await setTaxDetails(deps, taxed, { pin: 'A012345678Z' })
const batched = await givenApproved(deps, db)
const { batch, lines } = await givenBatch(deps)
const approved = await givenApproved(deps, db)
const stored = await readStored(db)

const bank = { withdrawalMethod: 'bank', bankName: 'Equity Bank', accountName: 'Amina Otieno' } as const
const ask = (using: Deps, member: typeof taxed, pointsToWithdraw: number) =>
  requestWithdrawal(using, member, {
    ...bank,
    accountNumber: ACCOUNT_NUMBER,
    pointsToWithdraw,
    idempotencyKey: undefined,
  })

async function holdsOf(using: Deps, member: typeof taxed, id: string) {
  const found = (await listOwnWithdrawals(using, member)).find((row) => row.id === id)
  return found?.holds.map(({ reason }) => reason)
}

const lostOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  return error instanceof AppError ? [error.status, error.failure.code, error.failure.params] : error
}

let after: Deps & { secrets: Secrets }
beforeEach(async () => {
  await open(lostKey, newKey)
  await lose()
  after = { ...deps, secrets: await open(newKey) }
  failures.length = 0
})

test('without the key nothing starts until it is marked as lost, in one step that can be repeated', async () => {
  await open(lostKey, newKey)
  await sql`delete from secret_key where key_id <> ${lostId}`.execute(db)
  await sql`delete from hold where reason = 'account-unreadable'`.execute(db)
  await expect(open(newKey)).rejects.toThrow('npm run rotate-secrets -- --lost')
  // Fails, as if killed, after it has marked the key.
  await sql`alter table hold add constraint none check (reason <> 'account-unreadable') not valid`.execute(db)
  await expect(lose()).rejects.toThrow('none')
  await sql`alter table hold drop constraint none`.execute(db)
  expect(await keyRows()).toEqual([{ keyId: lostId, lostAt: null }])

  const [one, other] = await Promise.all([lose(), lose()])
  expect(one).toEqual(other)
  expect(one.counts.every(({ others }) => others === 0)).toBe(true)
  expect(one.counts.reduce((sum, { lost }) => sum + lost, 0)).toBeGreaterThan(stored.length)
  expect(one.heldCount).toBe(3)
  const [, marked] = await keyRows()
  expect(await lose()).toEqual(one)
  expect(await keyRows()).toContainEqual(marked)
  expect(await readStored(db)).toEqual(stored)
  await expect(open(lostKey), 'a process that still has only the lost key').rejects.toThrow(
    'sealed with the key',
  )
  await expect(open(newKey)).resolves.toMatchObject({ lostKeyIds: [lostId] })
})

test('a second factor stays on, a recovery code works, and the operator resets the rest', async () => {
  const { id, username, password, secret, recoveryCodes } = house.factor
  const logIn = (code?: string) => logInStaff(after, visitor, { username, password, code })
  expect(await lostOf(logIn())).toMatchObject([401, 'SECOND_FACTOR_REQUIRED', {}])
  const lost = [409, 'SECRET_LOST', { what: 'staffFactor' }]
  expect(await lostOf(logIn(showCode(secret)))).toEqual(lost)
  expect(
    await lostOf(logInStaff(after, visitor, { username, password: 'wrong', code: '123456' })),
  ).toMatchObject([401, 'INVALID_STAFF_CREDENTIALS', {}])
  await logIn(recoveryCodes[0])
  const other = await givenStaff(after)
  const reset = await resetStaff(after, other.actor, { id })
  await logInStaff(after, visitor, { username, password: reset.password })
})

test('nobody approves, pays or lifts a withdrawal whose account is lost, and the points go back', async () => {
  const { member, pendingId: id } = house.banked
  expect(await holdsOf(after, member, id)).toEqual(['account-unreadable'])
  expect(await lostOf(showPayoutDetails(after, finance, { id }))).toEqual([
    409,
    'SECRET_LOST',
    { what: 'account' },
  ])
  const held = [409, 'WITHDRAWAL_HELD', { reason: 'accountUnreadable' }]
  expect(await lostOf(decideWithdrawal(after, finance, { id, status: 'approved', adminNotes: '' }))).toEqual(
    held,
  )
  const [hold] = await readRows(db, 'hold', ['holdId'], { subjectId: id, endedAt: null })
  expect(
    await lostOf(liftHold(after, finance, { id, holdId: hold?.holdId ?? '', reason: 'Why not' })),
  ).toEqual(held)
  expect(await exportManualPayouts(after, finance)).not.toContain(approved.id)
  expect(await lostOf(createBankBatch(after, finance, { format: FORMAT }))).toMatchObject([
    400,
    'INVALID_INPUT',
    {},
  ])
  expect(await listOwnPayoutDetails(after, member)).toMatchObject([{ accountNumber: null, isProven: false }])

  // As for any account that was never paid, its owner waits, and so does a thief.
  await cancelWithdrawal(after, member, { id })
  const again = await ask(after, member, 1)
  expect(again).toMatchObject({
    accountNumber: ACCOUNT_NUMBER,
    reviewReasons: expect.arrayContaining(['new-bank-account']),
  })
  await reviewHoldsOf(after, again.id)
  expect(await holdsOf(after, member, again.id)).toContain('new-destination')
  expect(failures).toEqual([])
})

test('what staff paid before the loss is marked as paid with its receipt only', async () => {
  const pay = (adminNotes: string) =>
    decideWithdrawal(after, finance, { id: approved.id, status: 'paid', adminNotes })
  expect(await lostOf(pay('Payment processed'))).toMatchObject([400, 'INVALID_INPUT', {}])
  expect(await pay(newReference())).toMatchObject({ status: 'paid' })
})

test('a batch whose file nobody can write any more is cancelled, or settled by what the bank says', async () => {
  expect(await lostOf(downloadBankBatch(after, finance, { id: batch.id }))).toEqual([
    409,
    'SECRET_LOST',
    { what: 'batch' },
  ])
  const [line] = lines
  if (!line) throw new Error('the batch has a row')
  const upload = (amount: string) =>
    importBankResult(after, finance, {
      id: batch.id,
      csv: resultOf([[line, { status: 'Paid', receipt: newReference(), amount }]]),
      mapping: MAPPING,
      isDryRun: false,
    })
  expect((await upload('1')).results).toMatchObject([{ outcome: 'amount-differs' }])
  expect((await upload(line.amount)).results).toMatchObject([{ outcome: 'paid' }])
  expect((await look(db, batched.ref)).status).toBe('paid')
})

test('a partner is refused until the secret is entered again, which gives it a new address', async () => {
  const { publicKey, partnerId: id } = house
  const find = async () => (await listAllPartners(after)).find((partner) => partner.id === id)
  const partner = await find()
  expect(partner).toMatchObject({ isSecretLost: true, postbackUrl: '', callUrls: [] })
  const call = (key: string) =>
    receivePostback(after, callWith(key, { kind: 'test', transactionId: key, userRef: 'nobody' }))
  expect(await lostOf(call(publicKey))).toMatchObject([404, 'NOT_FOUND', {}])
  const { eventId } = await db.selectFrom('partnerEvent').select('eventId').executeTakeFirstOrThrow()
  expect(await lostOf(getEvent(after, { id: eventId }))).toEqual([409, 'SECRET_LOST', { what: 'request' }])

  const { name = '', scheme = {}, version = 0 } = partner ?? {}
  const change = { id, name, scheme, isActive: true }
  expect(await updatePartner(after, owner, { ...change, version })).toMatchObject({ isSecretLost: true })
  const saved = await updatePartner(after, owner, { ...change, version: version + 1, secret: 'secret' })
  expect(saved.isSecretLost).toBe(false)
  expect(await call(saved.postbackUrl.split('/').at(-1) ?? '')).toMatchObject({ status: 200 })
  const renamed = await updatePartner(after, owner, { ...change, version: version + 2, secret: 'other' })
  expect(renamed.postbackUrl).toBe(saved.postbackUrl)
})

test('a webhook sends nothing until it has a new secret, and then what waited', async () => {
  const { id, url } = house.webhook
  const isLost = async () => (await listWebhooks(db)).find((webhook) => webhook.id === id)?.isSecretLost
  expect(await isLost()).toBe(true)
  await sendTest(after, owner, { id })
  await sweepWebhooks(after)
  expect(receivers.callsOf(url)).toEqual([])
  expect(await listOf(db, id)).toMatchObject([
    { state: 'pending', attempts: 1, lastError: 'The secret is lost: make a new one' },
  ])
  expect(await rotateSecret(after, owner, { id })).toMatchObject({
    isSecretLost: false,
    formerSecretUntil: null,
  })
  await letTimePass(db, id)
  await sweepWebhooks(after)
  expect(receivers.callsOf(url)).toHaveLength(1)
})

test('a PIN counts as one that was never given, and a request for approval needs its secret again', async () => {
  const { memberId } = taxed
  const show = () => showTaxPin(after, finance, { memberId })
  expect(await getOwnTax(after, taxed)).toMatchObject({ maskedPin: null })
  expect(await lostOf(show())).toEqual([409, 'SECRET_LOST', { what: 'taxPin' }])
  expect((await exportData(after, taxed)).taxDetails).toMatchObject({ pin: null })
  await setTaxDetails(after, taxed, { pin: 'A012345678Z' })
  expect(await show()).toEqual({ pin: 'A012345678Z' })
  const approval = readPayload(after, house.approvalId)
  expect(await lostOf(approval)).toEqual([409, 'SECRET_LOST', { what: 'approval' }])
})

test('a rotation leaves what is lost, and a key that is found opens it', async () => {
  const third = Buffer.alloc(32, 9)
  const { member, pendingId } = await givenLost()
  await rotateSecrets({ db, secrets: await open(third, newKey) }, () => {})
  expect((await keyRows()).map(({ keyId, lostAt }) => [keyId, lostAt !== null])).toEqual(
    [
      [lostId, true],
      [createSecrets([third]).keyId, false],
    ].sort(),
  )
  expect((await readStored(db)).some((value) => value.includes(`:${lostId}:`))).toBe(true)

  const found = { ...deps, secrets: await open(third, lostKey) }
  await reviewHoldsOf(found, pendingId)
  expect(await holdsOf(found, member, pendingId)).not.toContain('account-unreadable')
  await rotateSecrets(found, () => {})
  expect((await keyRows()).map(({ keyId }) => keyId)).toEqual([found.secrets.keyId])
  expect((await readStored(db)).every((value) => value.includes(`:${found.secrets.keyId}:`))).toBe(true)
})

/** A withdrawal that the key of the beginning has sealed, and a loss after it. */
async function givenLost() {
  const member = await givenMember(db, { points: 5 })
  const { id: pendingId } = await ask({ ...deps, secrets: await open(lostKey, newKey) }, member, 1)
  await lose()
  expect(await holdsOf(after, member, pendingId)).toContain('account-unreadable')
  return { member, pendingId }
}
