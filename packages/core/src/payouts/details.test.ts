import { readCell } from '@chuma/contract/to-csv'
import { createTestDb, listTraces } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { givenLife } from '../account/testing.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { exportData } from '../personal-data/export-data.ts'
import { settleReferral } from '../referral/referral.ts'
import { askForMoney, bankAccount, bePaid, givenFriend, look, openProgramme } from '../referral/testing.ts'
import { createSecrets } from '../secrets/secrets.ts'
import { createMailCapture, createTestDeps, givenMember } from '../testing.ts'
import { undoApproval } from './approvals/approval-rules.ts'
import { decideWithdrawal } from './approvals/decide-withdrawal.ts'
import { listWithdrawals } from './approvals/list-withdrawals.ts'
import { maskName, matchesName, sealAccount, showPayoutDetails } from './details.ts'
import { exportManualPayouts, importPayments } from './manual.ts'
import {
  ask,
  finance,
  forgetWork,
  givenSent,
  givenWithdrawal,
  newReceipt,
  paidResult,
  pay,
  runJobs,
} from './testing.ts'
import { listOwnPayoutDetails, listOwnWithdrawals } from './withdrawals.ts'

const { db, close } = await createTestDb()
afterAll(close)
beforeEach(() => forgetWork(db))

async function readReceiver(memberId: string) {
  const [row] = await listWithdrawals(createTestDeps(db), { memberId, sort: 'newest', limit: 1 })
  return [row?.receiverName, row?.receiverNameMatches]
}

test.each([
  ['AMINA WANJIKU OTIENO', ['Am… Wa… Ot…', true], false],
  ['JANE KAMAU', ['Ja… Ka…', false], true],
  [undefined, [null, null], false],
] as const)('M-Pesa pays Amina Otieno as %s', async (receiverName, stored, isReason) => {
  const { deps, memberId, payment, say } = await givenSent(db)
  await say({ ...paidResult(payment, newReceipt()), ...(receiverName && { receiverName }) })
  expect(await readReceiver(memberId)).toEqual(stored)
  const { reviewReasons } = await ask(deps, { ...(await givenMember(db)), memberId })
  expect(reviewReasons.includes('name-differs')).toBe(isReason)
})

test('a file of payments may have the names of the paid accounts, and our own columns count for nothing', async () => {
  const given = await Promise.all([1, 2, 3].map(() => givenWithdrawal(db, { method: 'bank' })))
  for (const { id } of given) await approve(id)
  const rows = given.map(
    ({ id }, n) => `${id},${newReceipt()},Amina Otieno,${['OTIENO AMINA', 'Eve', ''][n]}`,
  )
  const csv = ['Withdrawal ID,Reference,Account name,Beneficiary', ...rows].join('\n')
  await importPayments(deps, finance, { csv, isDryRun: false })
  const shown = await Promise.all(given.map(({ memberId }) => readReceiver(memberId)))
  expect(shown).toEqual([
    ['Ot… Am…', true],
    ['Ev…', false],
    [null, null],
  ])
})

const { mail, sent } = createMailCapture()
const failures: string[] = []
const deps = createTestDeps(db, { mail, reportFailure: (_error, about) => failures.push(about) })
const [key, nextKey] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)]

/** The server in the middle of a rotation, and after it. */
const rotating = createSecrets([nextKey, key])

beforeEach(async () => {
  await forgetWork(db)
  failures.length = 0
  sent.length = 0
})

const NUMBER = '4455667788990011'
const approve = (id: string) => decideWithdrawal(deps, finance, { id, status: 'approved', adminNotes: '' })

async function givenBanked(number = NUMBER, points = 9) {
  const member = await givenMember(db, { points })
  return { member, ...(await askForMoney(deps, member, bankAccount(number))) }
}

/** Everything that shows one withdrawal's account number. */
async function readEverywhere(member: SignedInMember, id: string, using: Deps = deps) {
  const own = await listOwnWithdrawals(using, member)
  const exported = await exportData(using, member)
  return {
    own: own.find((row) => row.id === id)?.accountNumber,
    staff: (await listWithdrawals(using, { memberId: member.memberId, sort: 'oldest', limit: 9 }))[0]
      ?.accountNumber,
    shown: (await showPayoutDetails(using, finance, { id })).accountNumber,
    exported: exported.withdrawals.find((row) => row.id === id)?.accountNumber,
    file: readCell(
      (await exportManualPayouts(using, finance))
        .split('\n')
        .find((line) => line.startsWith(id))
        ?.split(',')[8] ?? '',
    ),
  }
}

test('members, staff, files and mails have the account number, and no table has', async () => {
  const { member, id, accountNumber } = await givenBanked()
  expect(accountNumber).toBe(NUMBER)
  expect((await approve(id)).accountNumber).toBe(NUMBER)
  expect((await undoApproval(deps, finance, { id })).accountNumber).toBe(NUMBER)
  await approve(id)
  const everywhere = { own: NUMBER, staff: NUMBER, shown: NUMBER, exported: NUMBER, file: NUMBER }
  expect(await readEverywhere(member, id)).toEqual(everywhere)
  expect((await exportData(deps, member)).payoutDetails).toMatchObject([{ accountNumber: NUMBER }])
  await pay(deps, { id })
  await runJobs(deps)
  expect(sent).toMatchObject([{ mail: { destination: 'Equity Bank, ••• 011' } }, {}])
  expect(await listTraces(db, [NUMBER])).toEqual([])
})

test('no table has the account number of a member who has used everything', async () => {
  const { member, person, deps: used } = await givenLife(db)
  await askForMoney(used, member, bankAccount(person.accountNumber))
  await runJobs(used)
  await exportData(used, member)
  expect(await listTraces(db, [person.accountNumber])).toEqual([])
})

test('an envelope that does not open hides only its number, and is reported', async () => {
  const { member, id } = await givenBanked()
  const second = await askForMoney(deps, member, bankAccount('4455667788990022'))
  for (const each of [id, second.id]) await approve(each)
  await sql`alter table withdrawal disable trigger withdrawal_guard`.execute(db)
  const { accountNumber } = sealAccount(deps.secrets, { table: 'withdrawal', id: second.id }, NUMBER)
  await db.updateTable('withdrawal').set({ accountNumber }).where('withdrawalId', '=', id).execute()
  await sql`alter table withdrawal enable trigger withdrawal_guard`.execute(db)
  await sql`update payout_details set account_number = ${accountNumber} where member_id = ${member.memberId}`.execute(
    db,
  )
  const hidden = { own: null, staff: null, shown: null, exported: null, file: '' }
  expect(await readEverywhere(member, id)).toEqual(hidden)
  expect(await readEverywhere(member, second.id)).toMatchObject({
    own: '4455667788990022',
    file: '4455667788990022',
  })
  expect(await listOwnPayoutDetails(deps, member)).toMatchObject([
    { bankName: 'Equity Bank', accountNumber: null },
  ])
  await runJobs(deps)
  expect(sent).toMatchObject([
    { mail: { destination: 'Equity Bank' } },
    { mail: { destination: 'Equity Bank, ••• 022' } },
  ])
  expect(new Set(failures)).toEqual(
    new Set([
      `the account number of withdrawal ${id} cannot be opened`,
      `the account number of payout_details ${member.memberId} cannot be opened`,
    ]),
  )
  // The hash still tells whose account it is.
  expect((await askForMoney(deps, member, bankAccount(NUMBER))).reviewReasons).not.toContain(
    'new-bank-account',
  )
})

test('during a rotation an account is still known, by both keys', async () => {
  const { member } = await givenBanked()
  const [before, during] = [deps, { ...deps, secrets: rotating }]
  const ask = async (using: Deps, number: string) =>
    (await askForMoney(using, member, bankAccount(number))).reviewReasons
  expect(await ask(during, NUMBER)).not.toContain('new-bank-account')
  expect(await ask(during, '4455667788990033')).toContain('new-bank-account')
  expect(await ask(during, '4455667788990033')).not.toContain('new-bank-account')
  // A process that has the new key beside the old one, which it still seals with.
  const behind = { ...before, secrets: createSecrets([key, nextKey]) }
  expect(await ask(behind, '4455667788990033')).not.toContain('new-bank-account')
  const changed = 'recently-changed-destination'
  expect(await ask(behind, NUMBER)).not.toContain(changed)
  expect(await ask(behind, '4455667788990044')).toContain(changed)
})

test.each([
  ['sealed with an older key', (using: Deps) => using],
  ['sealed with the new key', (using: Deps) => ({ ...using, secrets: rotating })],
])('a self-invitation is detected by an account %s', async (_how, at) => {
  const programme = openProgramme(db)
  const inviter = await givenMember(db, { points: 5 })
  await askForMoney(programme, inviter, bankAccount('9900112233'))
  const friend = await givenFriend(db, inviter)
  await bePaid(at(programme), friend, bankAccount('9900112233'))
  await settleReferral({ ...programme, secrets: rotating }, friend)
  expect(await look(db, friend)).toMatchObject({ state: 'refused', reason: 'same-person' })
})

test('the database lets an account number only be sealed, whatever the withdrawal’s status', async () => {
  const [{ id }, { id: paidId }] = [await givenBanked(), await givenBanked()]
  await approve(paidId)
  await pay(deps, { id: paidId })
  for (const withdrawalId of [id, paidId]) {
    const change = (set: object) =>
      db.updateTable('withdrawal').set(set).where('withdrawalId', '=', withdrawalId).execute()
    const place = { table: 'withdrawal', id: withdrawalId } as const
    const other = sealAccount(rotating, place, NUMBER)
    const refused = [
      sealAccount(deps.secrets, place, '4455667788990099'),
      { accountNumber: '4455667788990099', accountNumberHash: null },
      { accountNumber: 'erased', accountNumberHash: null },
      { accountNumberHash: Buffer.alloc(32) },
      { ...other, accountName: 'Eve' },
      { ...other, payoutState: 'manual' },
    ]
    for (const set of refused)
      await expect(change(set)).rejects.toThrow(/final|cannot be changed|payout_state/)
    await change(other)
  }
  await expect(
    db
      .updateTable('withdrawal')
      .set({ accountNumber: NUMBER, accountNumberHash: Buffer.alloc(32) })
      .execute(),
  ).rejects.toThrow()
})

test.each([
  ['Jane Doe', 'JANE DOE', true],
  ['Jane Doe', 'JANE WANJIKU DOE', true],
  ['Jane Wanjiku Doe', 'DOE JANE', true],
  ['Jane Doe', 'DOE JANE WANJIKU', true],
  ['Jane Doe', 'J. DOE', true],
  ['J W Doe', 'JANE WANJIKU DOE', true],
  ['Jane Doe', 'JANE W*** D***', true],
  ["John Ng'ang'a", 'JOHN NGANGA', true],
  ['John Ng’ang’a', "JOHN KAMAU NG'ANG'A", true],
  ['José Muñoz', 'JOSE MUNOZ', true],
  ['Mary-Anne Otieno', 'MARY ANNE OTIENO', true],
  ['Mary-Anne Otieno', 'OTIENO MARYANNE', true],
  ['Jane Doe-Kamau', 'JANE DOE KAMAU', true],
  ['Amina', 'AMINA OTIENO', true],
  ['Amina Otieno', 'AMINA', true],
  ['Jane Doe', 'JOHN DOE', false],
  ['Jane Doe', 'JANE KAMAU', false],
  ['Jane Doe', 'MARY KAMAU', false],
  ['Jane Doe', 'J D', false],
  ['Jane Jane', 'JANE OTIENO', false],
  ['Jane Doe', 'SIMULATED CUSTOMER', false],
  ['Jane Doe', '***', false],
  ['Jane Doe', '', false],
] as const)('%s was paid as %s: %s', (member, received, matches) => {
  expect(matchesName(member, received)).toBe(matches)
})

test.each([
  ['JANE WANJIKU DOE', 'Ja… Wa… Do…'],
  ['amina  otieno', 'Am… Ot…'],
  ['J', 'J…'],
  ['', ''],
])('%s is shown to staff as %s', (name, masked) => expect(maskName(name)).toBe(masked))
