import { givenStaff } from '@chuma/core/admin/testing'
import { createTestDeps } from '@chuma/core/testing'
import { insertAccountChange } from '@chuma/db/queries/account/account-changes'
import { keepMailbox } from '@chuma/db/queries/account/mailboxes'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { callRest, callTrpc, createTestApp } from '../../src/testing.ts'

const testApp = await createTestApp()
const { app, deps, db } = testApp
afterAll(testApp.close)
const staff = await givenStaff(deps, { role: 'finance' })

const BANK = {
  withdrawalMethod: 'bank',
  bankName: 'Equity Bank',
  accountNumber: '0123456789',
  accountName: 'Amina Otieno',
}
type Member = Awaited<ReturnType<typeof testApp.member>>

/** Move a member to an address, as the link in the mail does. */
async function moveTo({ memberId }: Member, email: string) {
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('member').set({ email }).where('memberId', '=', memberId).execute()
    await keepMailbox(trx, { memberId, email })
  })
}

/** The same browser at the same address. */
const shareDevice = (members: readonly Member[]) =>
  sql`update session set user_agent = 'One phone', address = '196.201.214.9'
    where member_id = any(${members.map(({ memberId }) => memberId)}::uuid[])`.execute(db)

const ask = (token: string, body: object) =>
  callRest(app, token, { method: 'POST', url: '/api/withdrawals', body: { pointsToWithdraw: 1, ...body } })

test('Aliases cash out unreviewed: five aliases of one mailbox on one device ask for one bank account, and bulk approval approves none', async () => {
  const aliases = ['j.wanjiku', 'jwanjiku+2', 'jwanjiku+three', 'JWANJIKU', 'j.w.anjiku+5']
  const members = await Promise.all(aliases.map(() => testApp.member()))
  for (const [index, member] of members.entries()) await moveTo(member, `${aliases[index]}@gmail.com`)
  await shareDevice(members)
  const ids: string[] = []
  for (const { token } of members) {
    const bonus = await callRest(app, token, { method: 'POST', url: '/api/daily-login', body: {} })
    expect(bonus.status).toBe(200)
    const asked = await ask(token, BANK)
    // The specified call is accepted, with nothing more to fill in.
    expect(asked).toMatchObject({ status: 201, body: { status: 'pending' } })
    ids.push(asked.body.id)
  }
  const first = await callRest(app, staff.token, {
    method: 'POST',
    url: '/api/admin/withdrawals/bulk-approve',
    body: { ids },
  })
  expect(first.body).toMatchObject({ approvedCount: 0 })
  const second = await callTrpc(app, staff.token, {
    type: 'mutation',
    path: 'admin.approveWithdrawals',
    input: { ids },
  })
  expect(second.body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(
    ids.map(() => 'held'),
  )

  const listed = await callRest(app, staff.token, {
    method: 'GET',
    url: '/api/admin/withdrawals?isHeld=true',
  })
  const shown = listed.body.filter(({ id }: { id: string }) => ids.includes(id))
  expect(shown).toHaveLength(5)
  for (const { holds } of shown)
    expect(holds).toContainEqual(
      expect.objectContaining({ reason: 'shared-mailbox', facts: { accounts: 4 } }),
    )
  // The member reads the reason, and nothing about another account.
  const own = await callRest(app, members[4]?.token, { method: 'GET', url: '/api/withdrawals' })
  expect(own.body[0].holds).toContainEqual({
    reason: 'shared-mailbox',
    since: expect.any(String),
    until: null,
  })
})

test('A borrowed session becomes a takeover and a payout: after a new password and address nothing leaves for a new number', async () => {
  const member = await testApp.member({ points: 9 })
  for (const kind of ['email-changed', 'password-reset'] as const) {
    await db.transaction().execute((trx) => insertAccountChange(trx, { memberId: member.memberId, kind }))
  }
  const number = { withdrawalMethod: 'mpesa', mpesaNumber: '254799000001' }
  const asked = await ask(member.token, number)
  expect(asked).toMatchObject({ status: 201, body: { status: 'pending' } })
  const { id } = asked.body
  expect(asked.body.holds.map(({ reason }: { reason: string }) => reason).sort()).toEqual([
    'credentials-changed',
    'email-changed',
  ])
  const bulk = { method: 'POST', url: '/api/admin/withdrawals/bulk-approve', body: { ids: [id] } } as const
  expect((await callRest(app, staff.token, bulk)).body).toMatchObject({ results: [{ outcome: 'held' }] })

  // Approved after a look, and then the thief resets the password a second time.
  const approved = await callRest(app, staff.token, {
    method: 'PUT',
    url: `/api/admin/withdrawals/${id}`,
    body: { status: 'approved', adminNotes: '' },
  })
  expect(approved).toMatchObject({ status: 200, body: { status: 'approved', holds: [] } })
  await db
    .transaction()
    .execute((trx) => insertAccountChange(trx, { memberId: member.memberId, kind: 'password-reset' }))
  const paid = await callTrpc(app, staff.token, {
    type: 'mutation',
    path: 'admin.decideWithdrawal',
    input: { id, status: 'paid', adminNotes: '' },
  })
  expect(paid).toMatchObject({ status: 409, body: { code: 'WITHDRAWAL_HELD' } })
})

test('a hold is lifted over REST with a reason, once', async () => {
  const member = await testApp.member({ points: 9 })
  const { memberId, token } = member
  await db.transaction().execute((trx) => insertAccountChange(trx, { memberId, kind: 'passkey-added' }))
  const { id } = (await ask(token, { withdrawalMethod: 'mpesa', mpesaNumber: '254799000002' })).body
  const listed = await callRest(app, staff.token, {
    method: 'GET',
    url: `/api/admin/withdrawals?search=${id}`,
  })
  const [hold] = listed.body[0].holds
  const lift = (body: object) =>
    callRest(app, staff.token, { method: 'POST', url: `/api/admin/withdrawals/${id}/lift-hold`, body })
  expect((await lift({ holdId: hold.id, reason: ' ' })).status).toBe(400)
  expect(await lift({ holdId: hold.id, reason: 'Called them' })).toMatchObject({
    status: 200,
    body: { holds: [] },
  })
  expect((await lift({ holdId: hold.id, reason: 'Called them' })).status).toBe(409)
})

test('on the demo a first withdrawal to a new number is approved and paid with the specified calls', async () => {
  const { economy } = createTestDeps(db)
  expect((await economy()).firstPayoutHoldHours).toBe(0)
  const member = await testApp.member({ points: 9 })
  const { id } = (await ask(member.token, { withdrawalMethod: 'mpesa', mpesaNumber: '254799000003' })).body
  for (const body of [
    { status: 'approved', adminNotes: '' },
    { status: 'paid', adminNotes: 'Payment processed' },
  ]) {
    const decided = await callRest(app, staff.token, {
      method: 'PUT',
      url: `/api/admin/withdrawals/${id}`,
      body,
    })
    expect(decided).toMatchObject({ status: 200, body: { status: body.status } })
  }
})
