import type { Db } from '@chuma/db/client'
import { sql } from 'kysely'
import { startSecondFactor } from '../admin/staff/own-staff-account.ts'
import { givenSecondFactor, identifyStaff } from '../admin/testing.ts'
import { placeOfFactor } from '../auth/factor.ts'
import { givenMemberWithPassword, givenSession } from '../auth/testing.ts'
import type { Deps } from '../deps.ts'
import { openPartnerSecret, openPublicKey, openRequest, receivePostback } from '../partners/events.ts'
import { callWith, givenClick } from '../partners/testing.ts'
import { giveRole } from '../testing.ts'
import { openSigningSecrets, rotateSecret } from '../webhooks/endpoints.ts'
import { givenWebhook, owner } from '../webhooks/testing.ts'
import { ACCOUNT_NUMBER, givenBanked, givenSealedPayload, storeAccountsPlainly } from './bank.testing.ts'

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
    await db
      .updateTable('partner')
      .set({
        secret: openPartnerSecret(secrets, row),
        publicKey: openPublicKey(secrets, row),
        publicKeyHash: null,
      })
      .where('partnerId', '=', row.partnerId)
      .execute()
  }
  for (const row of await db.selectFrom('webhookEndpoint').selectAll().execute()) {
    const [secret = '', formerSecret = null] = openSigningSecrets(secrets, row)
    await db
      .updateTable('webhookEndpoint')
      .set({ secret, formerSecret })
      .where('endpointId', '=', row.endpointId)
      .execute()
  }
  await storeEventsPlainly({ db, secrets })
}

async function storeEventsPlainly({ db, secrets }: Pick<Deps, 'db' | 'secrets'>): Promise<void> {
  const events = await db.selectFrom('partnerEvent').selectAll().execute()
  await sql`alter table partner_event disable trigger partner_event_append_only`.execute(db)
  for (const event of events) {
    const { target, headers, body } = openRequest(secrets, event.eventId, event)
    await db
      .updateTable('partnerEvent')
      .set({ target, headers: JSON.stringify(headers), body, sealed: null })
      .where('eventId', '=', event.eventId)
      .execute()
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
