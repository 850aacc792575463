import { TASK_KINDS } from '@chuma/contract/tasks/task-kinds'
import { givenLife } from '@chuma/core/account/testing'
import { STAFF_PASSWORD } from '@chuma/core/admin/testing'
import { createToken } from '@chuma/core/auth/sessions'
import { givenPartner } from '@chuma/core/partners/testing'
import { givenSurvey } from '@chuma/core/surveys/testing'
import { givenQuestions, givenTask } from '@chuma/core/tasks/testing'
import { cheapPasswords, givenMember } from '@chuma/core/testing'
import type { Db } from '@chuma/db/client'
import { insertJob } from '@chuma/db/queries/jobs'
import { type RawBuilder, sql } from 'kysely'
import { signedLink } from '../signed-link.ts'

/** Ids of existing things, newest first, by kind. */
export type Pools = Record<string, string[]>

/** Where the ids of each kind are found. */
const idsOf: Record<string, [table: string, column: string, condition?: RawBuilder<unknown>]> = {
  ...Object.fromEntries(
    TASK_KINDS.map((kind) => [kind, ['task', 'task_id', sql`kind = ${kind} and retired_at is null`]]),
  ),
  survey: ['survey', 'survey_id'],
  attempt: ['survey_attempt', 'attempt_id'],
  question: ['quiz_question', 'question_id'],
  proof: ['task_proof', 'proof_id'],
  partner: ['partner', 'partner_id'],
  event: ['partner_event', 'event_id'],
  click: ['click', 'click_id'],
  claim: ['credit_claim', 'claim_id'],
  'credit review': ['partner_credit', 'credit_id'],
  message: ['contact_message', 'message_id'],
  template: ['contact_template', 'template_id'],
  withdrawal: ['withdrawal', 'withdrawal_id'],
  pause: ['payout_pause', 'pause_id'],
  payment: ['premium_payment', 'payment_id'],
  difference: ['reconciliation_difference', 'difference_id'],
  'statement row': ['statement_row', 'row_id'],
  invoice: ['partner_invoice', 'invoice_id'],
  receipt: ['partner_receipt', 'receipt_id'],
  'report row': ['partner_report_row', 'row_id'],
  webhook: ['webhook_endpoint', 'endpoint_id'],
  delivery: ['webhook_delivery', 'delivery_id'],
  'public key': ['partner', 'public_key'],
  session: ['session', 'session_id', sql`revoked_at is null`],
  'staff session': ['staff_session', 'session_id', sql`revoked_at is null`],
  job: ['pgboss.job', 'id', sql`state = 'failed'`],
  // The callers' own keys must not be revoked.
  key: ['api_key', 'key_id', sql`name not like 'a key %'`],
}

/** Create a site in which everything has happened once, and members and staff for callers to act on. */
export async function createFuzzWorld(db: Db) {
  const lives = [await givenLife(db), await givenLife(db)]
  const { partnerId } = await givenPartner(db)
  await givenQuestions(db, 12)
  for (const kind of TASK_KINDS) for (let i = 0; i < 4; i++) await givenTask(db, kind, { country: 'Global' })
  for (let i = 0; i < 4; i++) await givenSurvey(db, { country: 'Global' })
  for (let i = 0; i < 3; i++)
    await givenSurvey(db, { kind: 'external', rewardUsd: 6, partnerId, country: 'Global' })
  const targets = await Promise.all(Array.from({ length: 12 }, () => givenMember(db, { points: 50 })))
  const staff = await givenSpareStaff(db)
  const links = await givenWaysIn(db)
  for (let i = 0; i < 3; i++) {
    await db.transaction().execute((trx) => insertJob(trx, 'query-float', {}))
  }
  // The real verifier's format; the test partner had one that tests can imitate.
  await sql`update partner set scheme = ${JSON.stringify(signedLink)}`.execute(db)
  await sql`update pgboss.job set state = 'failed', completed_on = now() where name = 'query-float'`.execute(
    db,
  )
  return {
    /** Texts that only staff with access to members may read: names, addresses, numbers. */
    secrets: lives.flatMap(({ traces }) => traces),
    members: [...targets.map(({ memberId }) => memberId), ...lives.map(({ member }) => member.memberId)],
    staff,
    links,
  }
}

/** Staff accounts that callers may disable, promote or reset, because the callers themselves must stay unchanged. */
async function givenSpareStaff(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with people as (
      insert into person (person_id) select gen_random_uuid() from generate_series(1, 8) returning person_id
    )
    insert into staff (person_id, username, password_hash, role)
    select person_id, 'spare' || row_number() over (), '-', 'analyst' from people returning staff_id as id
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Accounts for each door that asks for a password, and mailed links. */
async function givenWaysIn(db: Db): Promise<string[]> {
  const passwordHash = await cheapPasswords.hash(STAFF_PASSWORD)
  const emails = ['amina@example.com', 'leaver@example.com']
  const [amina] = await Promise.all(emails.map((email) => givenMember(db, { email, points: 5 })))
  await db.updateTable('member').set({ passwordHash }).where('email', 'in', emails).execute()
  await sql`update member set deletion_due_at = now() + interval '9 days' where email = 'leaver@example.com'`.execute(
    db,
  )
  await sql`
    with someone as (insert into person default values returning person_id)
    insert into staff (person_id, username, password_hash, role)
    select person_id, 'fuzz-clerk', ${passwordHash}, 'analyst' from someone
  `.execute(db)
  const links = Array.from({ length: 6 }, () => createToken('l', amina?.memberId ?? ''))
  for (const { tokenHash } of links) {
    await sql`
      insert into one_time_link (member_id, token_hash, purpose, expires_at)
      values (${amina?.memberId}, ${tokenHash}, 'sign-in', now() + interval '1 hour')
    `.execute(db)
  }
  return links.map(({ token }) => token)
}

/** Read the ids that exist now. */
export async function readPools(db: Db): Promise<Pools> {
  const pools: Pools = {}
  for (const [kind, [table, column, condition = sql`true`]] of Object.entries(idsOf)) {
    // The first ones are known to be usable; the newest were made by the callers.
    const { rows } = await sql<{ id: string }>`
      select id from (
        select ${sql.ref(column)} as id, row_number() over (order by ctid) as first,
          row_number() over (order by ctid desc) as last
        from ${sql.table(table)} where ${condition}
      ) as each where first <= 15 or last <= 15 order by first
    `.execute(db)
    pools[kind] = rows.map(({ id }) => id)
  }
  return pools
}
