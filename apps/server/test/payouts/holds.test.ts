import { letDeletionCome } from '@chuma/core/account/testing'
import { givenStaff } from '@chuma/core/admin/testing'
import { putInDebt } from '@chuma/core/payouts/holds/testing'
import { eraseMembers } from '@chuma/core/personal-data/erase-members'
import { cheapPasswords, createTestDeps } from '@chuma/core/testing'
import { keepMailbox } from '@chuma/db/queries/account/email-moves'
import { insertAccountChange } from '@chuma/db/queries/account/member-standing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { callRest, callTrpc, createTestApp, type RestCall, type TrpcCall } from '../../src/testing.ts'

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

type Both = { rest: RestCall; trpc: TrpcCall }
const doors = {
  REST: (token: string | undefined, { rest }: Both) => callRest(app, token, rest),
  tRPC: (token: string | undefined, { trpc }: Both) => callTrpc(app, token, trpc),
}
type Door = (typeof doors)[keyof typeof doors]
const everyDoor = test.each(Object.entries(doors))

const ask = (token: string, body: object, call: Door = doors.REST) => {
  const input = { pointsToWithdraw: 1, ...body }
  return call(token, {
    rest: { method: 'POST', url: '/api/withdrawals', body: input },
    trpc: { type: 'mutation', path: 'wallet.requestWithdrawal', input },
  })
}
const approveAll = (ids: string[], call: Door) =>
  call(staff.token, {
    rest: { method: 'POST', url: '/api/admin/withdrawals/bulk-approve', body: { ids } },
    trpc: { type: 'mutation', path: 'admin.approveWithdrawals', input: { ids } },
  })
const decide = (id: string, status: string, call: Door) =>
  call(staff.token, {
    rest: { method: 'PUT', url: `/api/admin/withdrawals/${id}`, body: { status, adminNotes: '' } },
    trpc: { type: 'mutation', path: 'admin.decideWithdrawal', input: { id, status, adminNotes: '' } },
  })

everyDoor(
  'Aliases cash out unreviewed: five aliases of one mailbox on one device ask for one bank account, and bulk approval approves none (%s)',
  async (door, call) => {
    const box = `wanjiku${door.toLowerCase()}`
    const aliases = [
      `j.${box}`,
      `j${box}+2`,
      `j${box}+three`,
      `j${box}`.toUpperCase(),
      `j.w.${box.slice(1)}+5`,
    ]
    const members = await Promise.all(aliases.map(() => testApp.member()))
    for (const [index, member] of members.entries()) await moveTo(member, `${aliases[index]}@gmail.com`)
    await shareDevice(members)
    const ids: string[] = []
    for (const { token } of members) {
      const bonus = await callRest(app, token, { method: 'POST', url: '/api/daily-login', body: {} })
      expect(bonus.status).toBe(200)
      const asked = await ask(
        token,
        { ...BANK, accountNumber: door === 'REST' ? '0123456789' : '0123456780' },
        call,
      )
      // The specified call is accepted, with nothing more to fill in.
      expect(asked.status).toBe(door === 'REST' ? 201 : 200)
      expect(asked.body.status).toBe('pending')
      ids.push(asked.body.id)
    }
    const approved = await approveAll(ids, call)
    expect(approved.body).toMatchObject({ approvedCount: 0, results: ids.map(() => ({ outcome: 'held' })) })

    const listed = await call(staff.token, {
      rest: { method: 'GET', url: '/api/admin/withdrawals?isHeld=true' },
      trpc: { type: 'query', path: 'admin.listWithdrawals', input: { isHeld: true } },
    })
    const shown = listed.body.filter(({ id }: { id: string }) => ids.includes(id))
    expect(shown).toHaveLength(5)
    for (const { holds } of shown)
      expect(holds).toContainEqual(
        expect.objectContaining({ reason: 'shared-mailbox', facts: { accounts: 4 } }),
      )
    // The member reads the reason, and nothing about another account.
    const own = await call(members[4]?.token, {
      rest: { method: 'GET', url: '/api/withdrawals' },
      trpc: { type: 'query', path: 'wallet.listWithdrawals', input: {} },
    })
    expect(own.body[0].holds).toContainEqual({
      reason: 'shared-mailbox',
      since: expect.any(String),
      until: null,
    })
  },
)

everyDoor(
  'Deleting an account erases its debt: the same mailbox signs up again, owes it, and bulk approval leaves it (%s)',
  async (door, call) => {
    const box = `debtor.${door.toLowerCase()}`
    const [former, next] = [await testApp.member({ points: 5 }), await testApp.member({ points: 8 })]
    await moveTo(former, `${box}@example.com`)
    await putInDebt(db, former)
    const passwordHash = await cheapPasswords.hash('correct horse')
    await db.updateTable('member').set({ passwordHash }).where('memberId', '=', former.memberId).execute()
    const deletion = await call(former.token, {
      rest: { method: 'POST', url: '/api/account/deletion', body: { password: 'correct horse' } },
      trpc: { type: 'mutation', path: 'account.requestDeletion', input: { password: 'correct horse' } },
    })
    expect(deletion.status).toBe(200)
    await letDeletionCome(db, former.memberId)
    await eraseMembers(deps)
    await moveTo(next, `${box}+2@example.com`)
    const asked = await ask(
      next.token,
      { ...BANK, pointsToWithdraw: 8, accountNumber: `99${door.length}0011` },
      call,
    )
    expect(asked.body.status).toBe('pending')
    expect(asked.body.holds.map(({ reason }: { reason: string }) => reason)).toContain('debt')
    const approved = await approveAll([asked.body.id], call)
    expect(approved.body).toMatchObject({ approvedCount: 0, results: [{ outcome: 'held' }] })
    const history = await call(next.token, {
      rest: { method: 'GET', url: '/api/points-transactions' },
      trpc: { type: 'query', path: 'wallet.listTransactions', input: {} },
    })
    expect(history.body).toContainEqual(expect.objectContaining({ kind: 'debt-moved', points: -5 }))
  },
)

everyDoor(
  'A borrowed session becomes a takeover and a payout: after a new password and address nothing leaves for a new number (%s)',
  async (door, call) => {
    const member = await testApp.member({ points: 9 })
    for (const kind of ['email-changed', 'password-reset'] as const) {
      await db.transaction().execute((trx) => insertAccountChange(trx, { memberId: member.memberId, kind }))
    }
    const number = {
      withdrawalMethod: 'mpesa',
      mpesaNumber: door === 'REST' ? '254799000001' : '254799000009',
    }
    const asked = await ask(member.token, number, call)
    expect(asked.body.status).toBe('pending')
    const { id } = asked.body
    expect(asked.body.holds.map(({ reason }: { reason: string }) => reason).sort()).toEqual([
      'credentials-changed',
      'email-changed',
    ])
    expect((await approveAll([id], call)).body).toMatchObject({ results: [{ outcome: 'held' }] })

    // Approved after a look, and then the thief resets the password a second time.
    expect(await decide(id, 'approved', call)).toMatchObject({
      status: 200,
      body: { status: 'approved', holds: [] },
    })
    await db
      .transaction()
      .execute((trx) => insertAccountChange(trx, { memberId: member.memberId, kind: 'password-reset' }))
    expect(await decide(id, 'paid', call)).toMatchObject({ status: 409, body: { code: 'WITHDRAWAL_HELD' } })
  },
)

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
