import type { Answer } from '@chuma/contract/fields'
import type { withdrawalCase } from '@chuma/contract/payouts/withdrawals'
import { sql } from 'kysely'
import type { Db } from '../../client.ts'
import type { WithdrawalRef } from './payouts.ts'

type Case = Answer<typeof withdrawalCase>

/** Sum up the points that a member got between their previous withdrawal and this one, by kind; the most first. */
export async function listSources(db: Db, { memberId, withdrawalId }: WithdrawalRef) {
  const { rows } = await sql<Case['sources'][number]>`
    with this as (
      select requested_at from withdrawal where member_id = ${memberId} and withdrawal_id = ${withdrawalId}
    ), previous as (
      select max(w.requested_at) as requested_at from withdrawal w, this
      where w.member_id = ${memberId} and w.requested_at < this.requested_at
    )
    select p.kind, sum(p.available_delta)::bigint as points from posting p, this, previous
    where p.member_id = ${memberId} and p.available_delta > 0 and p.created_at <= this.requested_at
      and p.created_at > coalesce(previous.requested_at, '-infinity')
    group by p.kind order by points desc, p.kind
  `.execute(db)
  return rows
}

const MAX_OTHERS = 5

/** List the member's other withdrawals, newest first. */
export function listOthers(db: Db, { memberId, withdrawalId }: WithdrawalRef): Promise<Case['others']> {
  return db
    .selectFrom('withdrawal')
    .select([
      'withdrawalId as id',
      'status',
      'payoutState',
      'points as pointsToWithdraw',
      'amountKes',
      'method as withdrawalMethod',
      'requestedAt',
    ])
    .where('memberId', '=', memberId)
    .where('withdrawalId', '<>', withdrawalId)
    .orderBy('requestedAt', 'desc')
    .limit(MAX_OTHERS)
    .execute()
}

const MAX_EVENTS = 50

/** List what the audit log says about a withdrawal, oldest first. */
export async function listEvents(db: Db, withdrawalId: string) {
  const rows = await db
    .selectFrom('auditEntry')
    .select(['entryId as id', 'at', 'actor', 'action', 'reason'])
    .where('subject', '=', `withdrawal:${withdrawalId}`)
    .orderBy('at', 'desc')
    .orderBy('entryId', 'desc')
    .limit(MAX_EVENTS)
    .execute()
  return rows.reverse()
}
