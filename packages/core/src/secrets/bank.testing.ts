import { createHash } from 'node:crypto'
import type { Db } from '@chuma/db/client'
import { insertPerson } from '@chuma/db/queries/auth/people'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { openPayload, sealPayload } from '../approvals/or-ask-another.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { decideWithdrawal } from '../payouts/approvals/decide-withdrawal.ts'
import { openAccount, openWithdrawal } from '../payouts/details.ts'
import { finance, newReceipt } from '../payouts/testing.ts'
import { listOwnPayoutDetails, listOwnWithdrawals, requestWithdrawal } from '../payouts/withdrawals.ts'
import { givenMember, readRow } from '../testing.ts'

export const ACCOUNT_NUMBER = '7700112233445566'
const account = {
  withdrawalMethod: 'bank',
  pointsToWithdraw: 1,
  bankName: 'Equity Bank',
  accountNumber: ACCOUNT_NUMBER,
  accountName: 'Amina Otieno',
} as const

const ask = (deps: Deps, member: SignedInMember, idempotencyKey: string) =>
  requestWithdrawal(deps, member, { ...account, idempotencyKey })

/** A member with a paid and a pending withdrawal to a bank account, and one with an M-Pesa number. */
export async function givenBanked(deps: Deps) {
  const member = await givenMember(deps.db, { points: 5000 })
  const { id } = await ask(deps, member, 'paid')
  await decideWithdrawal(deps, finance, { id, status: 'approved', adminNotes: '' })
  await decideWithdrawal(deps, finance, { id, status: 'paid', adminNotes: newReceipt() })
  const pending = await ask(deps, member, 'pending')
  const mpesa = { withdrawalMethod: 'mpesa', pointsToWithdraw: 1, mpesaNumber: '254712000777' } as const
  await requestWithdrawal(deps, await givenMember(deps.db, { points: 1 }), {
    ...mpesa,
    idempotencyKey: undefined,
  })
  return { member, pendingId: pending.id }
}

let repeats = 0

/** Everything that shows or compares the account number, with these keys. Asks for one more withdrawal. */
export async function expectBanking(
  deps: Deps,
  { member, pendingId }: Awaited<ReturnType<typeof givenBanked>>,
) {
  const fresh = await ask(deps, member, `again-${++repeats}`)
  expect(fresh.reviewReasons).not.toContain('new-bank-account')
  expect(await ask(deps, member, 'pending')).toMatchObject({ id: pendingId, accountNumber: ACCOUNT_NUMBER })
  for (const shown of await listOwnWithdrawals(deps, member)) expect(shown).toMatchObject(account)
  expect(await listOwnPayoutDetails(deps, member)).toMatchObject([{ accountNumber: ACCOUNT_NUMBER }])
}

/** Store account numbers, and hashes of requests, as an earlier version did. */
export async function storeAccountsPlainly(deps: Deps): Promise<void> {
  const { db, secrets } = deps
  const rows = await db.selectFrom('withdrawal').select(['withdrawalId as id', 'accountNumber']).execute()
  await sql`alter table withdrawal disable trigger withdrawal_guard`.execute(db)
  for (const row of rows) {
    const { id, accountNumber } = openWithdrawal(deps, row)
    await db
      .updateTable('withdrawal')
      .set({ accountNumber, accountNumberHash: null })
      .where('withdrawalId', '=', id)
      .execute()
    await sql`update call_key set answer = jsonb_set(answer, '{accountNumber}', to_jsonb(${accountNumber}::text))
      where answer ->> 'id' = ${id}`.execute(db)
  }
  await sql`alter table withdrawal enable trigger withdrawal_guard`.execute(db)
  const requestHash = createHash('sha256').update(JSON.stringify(account)).digest()
  await db
    .updateTable('callKey')
    .set({ requestHash, requestKeyId: null })
    .where('operation', '=', 'request-withdrawal')
    .execute()
  for (const { memberId, accountNumber } of await db.selectFrom('payoutDetails').selectAll().execute()) {
    if (!accountNumber) continue
    const plain = openAccount(secrets, { table: 'payout_details', id: memberId }, accountNumber)
    await db
      .updateTable('payoutDetails')
      .set({ accountNumber: plain, accountNumberHash: null })
      .where('memberId', '=', memberId)
      .execute()
  }
}

/** The plain requests of partners and the withdrawals with a plain account number. */
export async function countPlainRows(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from partner_event where sealed is null)
      + (select count(*) from withdrawal where account_number is not null and account_number_hash is null) as n
  `.execute(db)
  return rows[0]?.n ?? 0
}

/** An approval request whose payload has a secret. */
export async function givenSealedPayload({ db, secrets }: Deps, secret: string): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const { approvalId } = await trx
      .insertInto('approvalRequest')
      .values({
        kind: 'create-partner',
        subject: 'partner',
        payload: JSON.stringify(sealPayload(secrets, { name: 'Tafiti', secret })),
        payloadHash: Buffer.alloc(32),
        requestedBy: finance.name,
        requesterId: await insertPerson(trx),
        expiresAt: new Date(Date.now() + 3_600_000),
      })
      .returning('approvalId')
      .executeTakeFirstOrThrow()
    return approvalId
  })
}

export async function readPayload({ db, secrets }: Deps, approvalId: string): Promise<unknown> {
  const { payload } = await readRow(db, 'approvalRequest', ['payload'], { approvalId })
  return openPayload(secrets, payload)
}
