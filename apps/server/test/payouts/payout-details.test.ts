import { createApiKey } from '@chuma/core/admin/keys'
import { givenStaff, STAFF_PASSWORD } from '@chuma/core/admin/testing'
import { givenWithdrawal } from '@chuma/core/payouts/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { callRest, callTrpc, createTestApp } from '../../src/testing.ts'

const { app, db, deps, close } = await createTestApp()
afterAll(close)

const DETAILS = { accountNumber: '1234567890', mpesaNumber: '254712345678' }

/** Withdrawals by bank and by M-Pesa of a member, and everything about them that strangers to finance must not read. */
async function givenWithdrawals() {
  const bank = await givenWithdrawal(db, { method: 'bank', accountNumber: DETAILS.accountNumber })
  const mpesa = await givenWithdrawal(db, { mpesaNumber: DETAILS.mpesaNumber })
  return { bank, mpesa, emails: [bank.email, mpesa.email] }
}

const READS = [
  '/api/admin/withdrawals',
  '/api/admin/users',
  '/api/admin/audit?limit=100',
  '/api/admin/audit.csv',
  '/api/admin/survey-clicks',
]

const listShown = (id: string) =>
  db
    .selectFrom('auditEntry')
    .select(['actor', 'action', 'after'])
    .where('subject', '=', `withdrawal:${id}`)
    .where('action', '=', 'withdrawal.details-shown')
    .execute()

test('an analyst’s token reads neither account numbers nor addresses of withdrawals', async () => {
  const { bank, mpesa, emails } = await givenWithdrawals()
  await sql`insert into audit_entry (actor, action, subject) values ('system', 'x', ${`withdrawal:${bank.id}`})`.execute(
    db,
  )
  const { token } = await givenStaff(deps, { role: 'analyst' })
  const addresses = [
    ...READS,
    `/api/admin/users/${mpesa.memberId}`,
    `/api/admin/users/${bank.memberId}/sessions`,
  ]
  for (const url of addresses) {
    const { status, body } = await callRest(app, token, { method: 'GET', url })
    const text = JSON.stringify(body)
    expect([url, status]).toEqual([url, 200])
    for (const secret of [DETAILS.accountNumber, DETAILS.mpesaNumber, ...emails])
      expect([url, text.includes(secret)]).toEqual([url, false])
  }
  const { body } = await callTrpc(app, token, { type: 'query', path: 'admin.listWithdrawals', input: {} })
  expect(body).toContainEqual(
    expect.objectContaining({
      id: mpesa.id,
      mpesaNumber: '2547•••••678',
      userEmail: expect.stringMatching(/^.…@example\.com$/),
    }),
  )
})

test.each(['finance', 'owner'] as const)(
  'over REST %s lists withdrawals in full, with one entry of the audit log a call',
  async (role) => {
    const { bank, mpesa } = await givenWithdrawals()
    const { token, username } = await givenStaff(deps, { role })
    const { body } = await callRest(app, token, { method: 'GET', url: '/api/admin/withdrawals' })
    expect(body).toContainEqual(
      expect.objectContaining({ id: bank.id, accountNumber: DETAILS.accountNumber }),
    )
    expect(body).toContainEqual(expect.objectContaining({ id: mpesa.id, mpesaNumber: DETAILS.mpesaNumber }))
    const entries = await db
      .selectFrom('auditEntry')
      .select(['action', 'subject', 'after'])
      .where('actor', '=', `staff:${username}`)
      .where('action', '<>', 'log-in')
      .execute()
    expect(entries).toEqual([
      { action: 'withdrawal.details-shown', subject: 'withdrawals', after: { rows: body.length } },
    ])
  },
)

test('finance reads addresses, pages mask numbers for everyone, and one call shows one withdrawal and is audited', async () => {
  const { bank, emails } = await givenWithdrawals()
  const { token, username } = await givenStaff(deps, { role: 'finance' })
  const { body } = await callTrpc(app, token, { type: 'query', path: 'admin.listWithdrawals', input: {} })
  expect(JSON.stringify(body)).not.toContain(DETAILS.accountNumber)
  expect(body).toContainEqual(
    expect.objectContaining({ id: bank.id, accountNumber: '•••••890', userEmail: expect.any(String) }),
  )
  expect(emails).toContain(body.find(({ id }: { id: string }) => id === bank.id).userEmail)

  const url = `/api/admin/withdrawals/${bank.id}/payout-details`
  const shown = await callRest(app, token, { method: 'POST', url })
  expect(shown).toMatchObject({
    status: 200,
    body: { id: bank.id, accountNumber: DETAILS.accountNumber, mpesaNumber: null },
  })
  expect(await listShown(bank.id)).toEqual([
    { actor: `staff:${username}`, action: 'withdrawal.details-shown', after: null },
  ])
})

test('a decision answers masked details too', async () => {
  const { bank } = await givenWithdrawals()
  const { token } = await givenStaff(deps, { role: 'finance' })
  const { body } = await callRest(app, token, {
    method: 'PUT',
    url: `/api/admin/withdrawals/${bank.id}`,
    body: { status: 'rejected', adminNotes: 'No such account' },
  })
  expect(body).toMatchObject({ status: 'rejected', accountNumber: '•••••890' })
})

test('staff outside finance, and keys without the permission, are shown nothing, and nothing is logged', async () => {
  const { bank } = await givenWithdrawals()
  const call = { method: 'POST', url: `/api/admin/withdrawals/${bank.id}/payout-details` } as const
  const owner = await givenStaff(deps)
  const permissions = ['withdrawals:read', 'withdrawals:decide', 'payouts:manage'] as const
  const input = { name: 'Payday', permissions: [...permissions], expiresInDays: 30, password: STAFF_PASSWORD }
  const key = await createApiKey(deps, owner.caller, input)
  const content = await givenStaff(deps, { role: 'content' })
  for (const token of [key.token, content.token, undefined]) {
    const { status, body } = await callRest(app, token, call)
    expect([401, 403]).toContain(status)
    expect(JSON.stringify(body)).not.toContain(DETAILS.accountNumber)
  }
  const file = await callRest(app, key.token, { method: 'GET', url: '/api/admin/payouts.csv' })
  expect(file.status).toBe(403)
  expect(await listShown(bank.id)).toEqual([])
})

test('the file of payments by hand has the numbers, and every download is audited', async () => {
  const { bank } = await givenWithdrawals()
  await sql`update withdrawal set status = 'approved', payout_state = 'manual' where withdrawal_id = ${bank.id}`.execute(
    db,
  )
  const { token, username } = await givenStaff(deps, { role: 'finance' })
  const { body } = await callRest(app, token, { method: 'GET', url: '/api/admin/payouts.csv' })
  expect(body).toContain(DETAILS.accountNumber)
  const entries = await db
    .selectFrom('auditEntry')
    .select(['subject', 'after'])
    .where('actor', '=', `staff:${username}`)
    .where('action', '=', 'payouts.exported')
    .execute()
  expect(entries).toEqual([{ subject: 'payouts', after: { rows: expect.any(Number), leftOut: 0 } }])
})
