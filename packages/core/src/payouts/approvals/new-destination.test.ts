import type { Answer } from '@chuma/contract/timestamp'
import type { withdrawal } from '@chuma/contract/wallet/wallet'
import { listAdminWithdrawals } from '@chuma/db/queries/payouts/admin-withdrawals'
import { listWithdrawals } from '@chuma/db/queries/wallet/withdrawals'
import { createTestDb, startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { SignedInMember } from '../../caller.ts'
import { createMailCapture, createTestDeps, givenMember } from '../../testing.ts'
import { forgetWork, runJobs } from '../testing.ts'
import { sendPayoutNumberAdded } from '../withdrawal-mails.ts'
import { requestWithdrawal } from '../withdrawals.ts'

const { db, close } = await createTestDb()
afterAll(close)
const { mail, sent } = createMailCapture()
const deps = createTestDeps(db, { mail })

/** The reasons about the destination: assess-risk.test.ts covers the others. */
const ofPlace = ({ reviewReasons }: Pick<Answer<typeof withdrawal>, 'reviewReasons'>) =>
  reviewReasons.filter((reason) => reason.startsWith('new-'))

let numbers = 0
const freshNumber = () => `2547${String(10_000_000 + numbers++)}`

function ask(member: SignedInMember, mpesaNumber: string, idempotencyKey?: string) {
  return requestWithdrawal(deps, member, {
    withdrawalMethod: 'mpesa',
    pointsToWithdraw: 1,
    mpesaNumber,
    idempotencyKey,
  })
}

const equity = { bankName: 'Equity Bank', accountNumber: '0123456789', accountName: 'Amina Otieno' }
function askBank(member: SignedInMember, account: Partial<typeof equity> = {}) {
  return requestWithdrawal(deps, member, {
    withdrawalMethod: 'bank',
    pointsToWithdraw: 1,
    ...equity,
    ...account,
    idempotencyKey: undefined,
  })
}

beforeEach(async () => {
  await forgetWork(db)
  sent.length = 0
})

test('a number that is new to the member is a reason for review, the first time', async () => {
  const member = await givenMember(db, { points: 9 })
  const [first, second] = [freshNumber(), freshNumber()]
  expect(ofPlace(await ask(member, first))).toEqual(['new-number'])
  expect(ofPlace(await ask(member, first))).toEqual([])
  expect(ofPlace(await ask(member, second))).toEqual(['new-number'])
  const reasons = (await listWithdrawals(db, member.memberId)).map(ofPlace)
  expect(reasons).toEqual([['new-number'], [], ['new-number']])
  const [newest] = await listAdminWithdrawals(db, { sort: 'newest', limit: 100 })
  expect(newest?.reviewReasons).toContain('new-number')
})

test('a bank account is new unless its number and bank were used together, in any spelling', async () => {
  const member = await givenMember(db, { points: 9 })
  expect(ofPlace(await askBank(member))).toEqual(['new-bank-account'])
  expect(ofPlace(await askBank(member, { bankName: 'EQUITY bank' }))).toEqual([])
  expect(ofPlace(await askBank(member, { accountName: 'AMINA OTIENO' }))).toEqual([])
  expect(ofPlace(await askBank(member, { accountNumber: '0123456780' }))).toEqual(['new-bank-account'])
  expect(ofPlace(await askBank(member, { bankName: 'KCB' }))).toEqual(['new-bank-account'])
  expect(ofPlace(await askBank(member, { accountName: 'Eve' })), 'the bank pays by the number').toEqual([])
  expect(ofPlace(await askBank(await givenMember(db, { points: 1 }))), 'somebody else').toEqual([
    'new-bank-account',
  ])
})

test('the member gets a mail immediately, without the whole number', async () => {
  const member = await givenMember(db, { points: 9 })
  await ask(member, '254712345678')
  await ask(member, '254712345678')
  await askBank(member)
  expect(await runJobs(deps)).toEqual([])
  const token = expect.stringMatching(/^w_/)
  const about = {
    to: member.email,
    firstName: 'Amina',
    token,
    points: 1,
    amountKes: 1000,
    isHeld: false,
  }
  expect(sent).toEqual([
    {
      kind: 'sendPayoutNumberAdded',
      mail: { ...about, method: 'mpesa', destination: '••• 678' },
    },
    {
      kind: 'sendPayoutNumberAdded',
      mail: { ...about, method: 'bank', destination: 'Equity Bank, ••• 789' },
    },
  ])
})

test('the mail goes to the address the account had at the request, not to a later one', async () => {
  const member = await givenMember(db, { points: 9 })
  const { id } = await ask(member, freshNumber())
  await sql`update member set email = 'thief@example.com' where member_id = ${member.memberId}`.execute(db)
  await runJobs(deps)
  expect(sent).toMatchObject([{ mail: { to: member.email } }])
  sent.length = 0
  await sendPayoutNumberAdded(deps, { ...member, withdrawalId: crypto.randomUUID() })
  expect([id, sent]).toEqual([id, []])
})

test('a refused request records no number and mails nothing', async () => {
  const [poor, rich] = [await givenMember(db), await givenMember(db, { points: 9 })]
  const number = freshNumber()
  await expect(ask(poor, number)).rejects.toMatchObject({ code: 'INSUFFICIENT_POINTS' })
  expect(ofPlace(await ask(rich, number))).toEqual(['new-number'])
  await runJobs(deps)
  expect(sent).toMatchObject([{ mail: { to: rich.email } }])
})

test('of twenty concurrent requests to one new number, one is the first', async () => {
  const member = await givenMember(db, { points: 50 })
  const number = freshNumber()
  const race = await startTogether(db, member.memberId, () =>
    Array.from({ length: 20 }, () => ask(member, number)),
  )
  const reasons = race.flatMap((call) => (call.status === 'fulfilled' ? ofPlace(call.value) : ['failed']))
  expect(reasons).toEqual(['new-number'])
  await runJobs(deps)
  expect(sent).toHaveLength(1)
})

test('a repeat with its key returns the first call’s reasons, even if it was stored before reasons existed', async () => {
  const member = await givenMember(db, { points: 9 })
  const number = freshNumber()
  const first = await ask(member, number, 'tap-1')
  expect(await ask(member, number, 'tap-1')).toEqual(first)
  await sql`update call_key set answer = answer - 'reviewReasons' where caller_id = ${member.memberId}`.execute(
    db,
  )
  expect(await ask(member, number, 'tap-1')).toEqual({ ...first, reviewReasons: [] })
  await runJobs(deps)
  expect(sent).toHaveLength(1)
})
