import { sql } from 'kysely'
import type { Trx } from '../../client.ts'
import { personOf } from './people.ts'

export type AuditEntry = {
  /** `staff:<username>`, `member:<id>`, `key:<name>` or `system`. */
  actor: string
  action: string
  subject: string
  before?: object
  after?: object
  reason?: string
  address: string | null
}

/** Write an entry in the transaction of the change it records: neither exists without the other. */
export function insertAuditEntry(trx: Trx, { before, after, reason, ...entry }: AuditEntry) {
  return trx
    .insertInto('auditEntry')
    .values({
      ...entry,
      personId: personOf(entry.actor),
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
      reason: reason ?? null,
    })
    .execute()
}

/** Whether a contradiction about this payment with this receipt is recorded. */
export async function wasContradicted(trx: Trx, subject: string, receipt: string | null): Promise<boolean> {
  const found = await trx
    .selectFrom('auditEntry')
    .select('entryId')
    .where('subject', '=', subject)
    .where('action', '=', 'payout.contradiction')
    .where(sql<boolean>`after ->> 'receipt' is not distinct from ${receipt}::text`)
    .executeTakeFirst()
  return found !== undefined
}

/** The subjects of entries about a member: the member, their withdrawals, proofs, claims and reviewed surveys. */
export const subjectsOf = (memberId: string) => sql`
  select 'member:' || ${memberId}
  union all select 'withdrawal:' || withdrawal_id from withdrawal where member_id = ${memberId}::uuid
  union all select 'proof:' || proof_id from task_proof where member_id = ${memberId}::uuid
  union all select 'claim:' || claim_id from credit_claim where member_id = ${memberId}::uuid
  union all select 'survey-review:' || review_id from survey_review where member_id = ${memberId}::uuid
`
