import { createHash } from 'node:crypto'
import type { Db } from '@chuma/db/client'
import { insertPerson } from '@chuma/db/queries/auth/people'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { startSecondFactor } from '../admin/staff/own-staff-account.ts'
import { givenSecondFactor, identifyStaff } from '../admin/testing.ts'
import { openPayload, sealPayload } from '../approvals/or-ask-another.ts'
import { placeOfFactor } from '../auth/factor.ts'
import { givenMemberWithPassword, givenSession } from '../auth/testing.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { openPartnerSecret, openPublicKey, openRequest, receivePostback } from '../partners/events.ts'
import { callWith, givenClick } from '../partners/testing.ts'
import { decideWithdrawal } from '../payouts/approvals/decide-withdrawal.ts'
import { openAccount, openWithdrawal } from '../payouts/details.ts'
import { finance, newReceipt } from '../payouts/testing.ts'
import { listOwnPayoutDetails, listOwnWithdrawals, requestWithdrawal } from '../payouts/withdrawals.ts'
import { givenMember, giveRole, readRow, setRows } from '../testing.ts'
import { openSigningSecrets, rotateSecret } from '../webhooks/endpoints.ts'
import { givenWebhook, owner } from '../webhooks/testing.ts'

/** One of every kind of secret. `canaries` are their texts. */
export async function givenSecrets(deps: Deps) {
  const factor = await givenSecondFactor(deps)
  const memberSecret = await givenMemberFactor(deps)
  const click = await givenClick(deps)
  const { publicKey, partnerId } = click
  const said = { kind: 'test', transactionId: 'canary', userRef: 'nobody' } as const
  const call = callWith(publicKey, { ...said, offerName: 'canary-in-a-body' })
  await receivePostback(deps, { ...call, rawTarget: `${call.rawTarget}?key=canary-in-a-query` })
  const webhook = await givenWebhook(deps)
  const rotated = await rotateSecret(deps, owner, { id: webhook.id })
  const banked = await givenBanked(deps)
  const approvalId = await givenSealedPayload(deps, 'canary-in-a-payload')
  const signing = [rotated.secret, webhook.secret].map((secret) => secret.slice('whsec_'.length))
  const canaries = [
    factor.secret,
    memberSecret,
    publicKey,
    'canary-in-a-body',
    'canary-in-a-query',
    'canary-in-a-payload',
    ACCOUNT_NUMBER,
    ...signing,
  ]
  return { factor, click, partnerId, publicKey, webhook, banked, approvalId, canaries }
}

/** The secret of a member with an admin role. */
async function givenMemberFactor(deps: Deps): Promise<string> {
  const { memberId } = await givenMemberWithPassword(deps.db, { password: 'maji-safi-9' })
  await giveRole(deps.db, memberId)
  const caller = await identifyStaff(deps, (await givenSession(deps.db, memberId)).token)
  return (await startSecondFactor(deps, caller, { password: 'maji-safi-9' })).secret
}

/** Store every secret as an earlier version did. */
export async function storePlainly(deps: Deps): Promise<void> {
  const { db, secrets } = deps
  await storeAccountsPlainly(deps)
  const factors = await db.selectFrom('staffSecondFactor').select(['staffId', 'secret']).execute()
  for (const { staffId, secret } of factors) {
    const plain = secrets.open({ table: 'staff_second_factor', column: 'secret', id: staffId }, secret)
    await db.updateTable('staffSecondFactor').set({ secret: plain }).where('staffId', '=', staffId).execute()
  }
  for (const { memberId: id, secret } of await db.selectFrom('memberSecondFactor').selectAll().execute()) {
    const plain = secrets.open(placeOfFactor({ kind: 'member', id }), secret)
    await db.updateTable('memberSecondFactor').set({ secret: plain }).where('memberId', '=', id).execute()
  }
  for (const row of await db.selectFrom('partner').selectAll().execute()) {
    await setRows(
      db,
      'partner',
      { partnerId: row.partnerId },
      {
        secret: openPartnerSecret(secrets, row),
        publicKey: openPublicKey(secrets, row),
        publicKeyHash: null,
      },
    )
  }
  for (const row of await db.selectFrom('webhookEndpoint').selectAll().execute()) {
    const [secret = '', formerSecret = null] = openSigningSecrets(secrets, row)
    await setRows(db, 'webhookEndpoint', { endpointId: row.endpointId }, { secret, formerSecret })
  }
  await storeEventsPlainly({ db, secrets })
}

async function storeEventsPlainly({ db, secrets }: Pick<Deps, 'db' | 'secrets'>): Promise<void> {
  const events = await db.selectFrom('partnerEvent').selectAll().execute()
  await sql`alter table partner_event disable trigger partner_event_append_only`.execute(db)
  for (const event of events) {
    const { target, headers, body } = openRequest(secrets, event.eventId, event)
    await setRows(
      db,
      'partnerEvent',
      { eventId: event.eventId },
      { target, headers: JSON.stringify(headers), body, sealed: null },
    )
  }
  await sql`alter table partner_event enable trigger partner_event_append_only`.execute(db)
}

/** Every stored secret as it is in the database, for comparing. */
export async function readStored(db: Db): Promise<string[]> {
  const { rows } = await sql<{ value: string | null }>`
    select secret as value from staff_second_factor union all select secret from member_second_factor union all
    select secret from partner union all select public_key from partner union all
    select secret from webhook_endpoint union all select former_secret from webhook_endpoint union all
    select coalesce(sealed, 'plain') from partner_event union all
    select account_number from withdrawal union all select account_number from payout_details union all
    select value from payout_destination union all
    select payload #>> '{sealedSecret,text}' from approval_request
  `.execute(db)
  return rows.flatMap(({ value }) => value ?? []).sort()
}

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
    await setRows(db, 'withdrawal', { withdrawalId: id }, { accountNumber, accountNumberHash: null })
    await sql`update call_key set answer = jsonb_set(answer, '{accountNumber}', to_jsonb(${accountNumber}::text))
      where answer ->> 'id' = ${id}`.execute(db)
  }
  await sql`alter table withdrawal enable trigger withdrawal_guard`.execute(db)
  const requestHash = createHash('sha256').update(JSON.stringify(account)).digest()
  await setRows(db, 'callKey', { operation: 'request-withdrawal' }, { requestHash, requestKeyId: null })
  for (const { memberId, accountNumber } of await db.selectFrom('payoutDetails').selectAll().execute()) {
    if (!accountNumber) continue
    const plain = openAccount(secrets, { table: 'payout_details', id: memberId }, accountNumber)
    await setRows(db, 'payoutDetails', { memberId }, { accountNumber: plain, accountNumberHash: null })
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
async function givenSealedPayload({ db, secrets }: Deps, secret: string): Promise<string> {
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
