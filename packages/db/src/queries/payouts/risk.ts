import { MAX_APPROVALS } from '@chuma/contract/payouts/payout-queue'
import { isPremiumKind, PAID_TASK_KINDS } from '@chuma/contract/tasks/task-kinds'
import type { WithdrawalStatus } from '@chuma/contract/wallet/wallet'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { personOf } from '../auth/people.ts'
import { isHeld } from './payouts.ts'

type Windows = { changeHours: number; requestHours: number; reversalDays: number; deviceDays: number }

export type RiskFacts = {
  /** They named another destination before this recent one. */
  isPlaceChanged: boolean
  requestsLately: number
  paidCount: number
  largestPaidKes: number
  isReversedLately: boolean
  /** Their last payment arrived at an account in another name. */
  isNameOfAnother: boolean
  otherAccountsOnDevice: number
}

/**
 * Read the risk facts of a withdrawal that is about to be requested. Needs the wallet's lock, so that concurrent requests see
 * each other, and a destination that is named. `hashes`: of that destination.
 */
export async function getRiskFacts(
  trx: Trx,
  { memberId, hashes, windows }: { memberId: string; hashes: readonly Buffer[]; windows: Windows },
): Promise<RiskFacts> {
  const { rows } = await sql<RiskFacts>`
    with past as (
      select requested_at, status, amount_kes, paid_at, receiver_name_matches
      from withdrawal where member_id = ${memberId}
    ), known as (
      select named_at as since, destination_hash = any(${hashes}::bytea[]) as is_there
      from payout_destination where member_id = ${memberId}
    ), first_known as (
      select coalesce(min(since) filter (where is_there), now()) as since from known
    ), device as materialized (
      -- Read first: several servers would send each other all sessions to join them.
      select distinct address, user_agent from session
      where member_id = ${memberId} and last_seen_at > now() - make_interval(days => ${windows.deviceDays})
        and address is not null and user_agent is not null
    ), others as (
      select count(distinct session.member_id) as accounts from device
        join session on session.address = device.address and md5(session.user_agent) = md5(device.user_agent)
          and session.user_agent = device.user_agent
        where session.member_id <> ${memberId}
          and session.last_seen_at > now() - make_interval(days => ${windows.deviceDays})
    )
    select
      first_known.since > now() - make_interval(hours => ${windows.changeHours}) and exists (
        select 1 from known where not known.is_there and known.since < first_known.since
      ) as is_place_changed,
      (select count(*) from past
        where requested_at > now() - make_interval(hours => ${windows.requestHours})) as requests_lately,
      (select count(*) from past where status = 'paid') as paid_count,
      (select coalesce(max(amount_kes), 0) from past where status = 'paid') as largest_paid_kes,
      exists (
        select 1 from posting where member_id = ${memberId} and kind = 'reversal'
          and created_at > now() - make_interval(days => ${windows.reversalDays})
      ) as is_reversed_lately,
      coalesce((
        select not receiver_name_matches from past where receiver_name_matches is not null order by paid_at desc limit 1
      ), false) as is_name_of_another,
      others.accounts as other_accounts_on_device
    from first_known, others
  `.execute(trx)
  const [facts] = rows
  if (!facts) throw new Error('an aggregate gives one row')
  return facts
}

/**
 * Whether a withdrawal has to be decided individually: it is in review, the member's payouts are paused, or it is large enough
 * for two approvals. `twoAdminsFromKes` 0: one approval is always enough.
 */
export function isFlagged(twoAdminsFromKes: number): RawBuilder<boolean> {
  const limit = sql`${twoAdminsFromKes}::bigint`
  return sql<boolean>`(
    withdrawal.is_in_review or (${limit} > 0 and withdrawal.amount_kes >= ${limit})
    or exists (select from payout_pause p where p.member_id = withdrawal.member_id and p.lifted_at is null)
  )`
}

type Limits = { twoAdminsFromKes: number; exceptOf: readonly string[] }
type Unflagged = { id: string; memberId: string; userName: string; amountKes: number }

/** List the oldest pending withdrawals that are neither flagged nor on hold. `exceptOf`: members who do not decide their own. */
export function listUnflagged(db: Db, { twoAdminsFromKes, exceptOf }: Limits): Promise<Unflagged[]> {
  return db
    .selectFrom('withdrawal')
    .innerJoin('member', 'member.memberId', 'withdrawal.memberId')
    .select([
      'withdrawal.withdrawalId as id',
      'withdrawal.memberId',
      'withdrawal.amountKes',
      sql<string>`member.first_name || ' ' || member.last_name`.as('userName'),
    ])
    .where('withdrawal.status', '=', 'pending')
    .where(sql<boolean>`not ${isFlagged(twoAdminsFromKes)} and not ${isHeld}`)
    .$if(exceptOf.length > 0, (query) => query.where('withdrawal.memberId', 'not in', exceptOf))
    .orderBy('requestedAt')
    .orderBy('withdrawalId')
    .limit(MAX_APPROVALS)
    .execute()
}

type Looked = {
  id: string
  memberId: string
  status: WithdrawalStatus
  isInReview: boolean
  isPaused: boolean
  isHeld: boolean
}

/** Look at many withdrawals at once: what keeps each out of a bulk approval, as far as it is stored. */
export async function lookAtMany(db: Db, ids: readonly string[]): Promise<Map<string, Looked>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('withdrawal')
    .select([
      'withdrawal.withdrawalId as id',
      'withdrawal.memberId',
      'withdrawal.status',
      'withdrawal.isInReview',
      sql<boolean>`exists (
        select from payout_pause p where p.member_id = withdrawal.member_id and p.lifted_at is null
      )`.as('isPaused'),
      isHeld.as('isHeld'),
    ])
    .where('withdrawal.withdrawalId', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Count the pending withdrawals that have to be decided individually, and those on hold: one can be both. */
export function countFlagged(db: Db, twoAdminsFromKes: number) {
  return db
    .selectFrom('withdrawal')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere(isFlagged(twoAdminsFromKes)).as('flaggedCount'),
      fn.countAll<number>().filterWhere(isHeld).as('heldCount'),
    ])
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow()
}

/**
 * What a member was given lately: points, and where they came from, as actors other than the member (`staff:…`, `partner:…`)
 * and subjects of the audit log (`survey:…`, `task:…`, `question:…`). What only premium earns comes from those who granted it, too.
 */
type RecentCredit = { memberId: string; points: number; sources: string[] }

/** Not a subject of the audit log: of the economy's changes, only those of the odds count. */
const WHEEL = 'wheel'

/** What only premium earns. */
const PREMIUM_POSTINGS = ['spin', 'quiz', ...PAID_TASK_KINDS.filter(isPremiumKind)]

/** List what these members were given in the last `days`. */
export async function listRecentCredits(db: Db, memberIds: readonly string[], days: number) {
  const { rows } = await sql<RecentCredit>`
    select posting.member_id, sum(posting.available_delta)::bigint as points,
      array_remove(array[
        nullif(posting.actor, 'member:' || posting.member_id),
        'survey:' || coalesce(click.survey_id, case when posting.kind = 'survey' then posting.subject_id end),
        'task:' || coalesce(click.task_id, posting.subject_id),
        case when posting.kind = 'spin' then ${WHEEL} end,
        case when posting.kind = 'quiz' then 'quiz' end
      ], null) || array(
        select 'question:' || (asked ->> 'id') from quiz_attempt, jsonb_array_elements(quiz_attempt.questions) as asked
        where posting.kind = 'quiz' and quiz_attempt.member_id = posting.member_id
          and posting.source_key = 'quiz:' || quiz_attempt.day
      ) || array(
        select distinct g.actor from premium_grant g
        where posting.kind = any(${PREMIUM_POSTINGS}::text[]) and g.member_id = posting.member_id and g.kind = 'staff'
          and g.created_at <= posting.created_at
          and g.created_at > now() - make_interval(days => ${days}, months => g.months)
      ) as sources
    from posting
    left join partner_credit on partner_credit.member_id = posting.member_id
      and partner_credit.credit_id = posting.subject_id
    left join click on click.member_id = posting.member_id
      and click.click_id = coalesce(partner_credit.click_id, posting.subject_id)
    where posting.member_id = any(${sql.val(memberIds)}::uuid[]) and posting.available_delta > 0
      and posting.kind <> 'release' and posting.created_at > now() - make_interval(days => ${days})
    group by posting.member_id, sources
  `.execute(db)
  return rows
}

/**
 * Find which of these sources an actor's person is, or created or changed in the last `days`. The wheel is theirs if they changed
 * its odds without a second person.
 */
export async function findOwnSources(
  db: Db,
  { actor, sources, days }: { actor: string; sources: readonly string[]; days: number },
): Promise<Set<string>> {
  const listed = sql.val(sources)
  const { rows } = await sql<{ source: string }>`
    with me as materialized (select ${personOf(actor)} as person_id)
    select source from me, unnest(${listed}::text[]) as source
    where source = ${actor} or person_of(source) = me.person_id
    union
    select audit_entry.subject from me, audit_entry
    where audit_entry.subject = any(${listed}::text[]) and audit_entry.at > now() - make_interval(days => ${days})
      and (audit_entry.actor = ${actor} or audit_entry.person_id = me.person_id)
    union
    select ${WHEEL} from me, audit_entry
    where ${WHEEL} = any(${listed}::text[]) and audit_entry.at > now() - make_interval(days => ${days})
      and audit_entry.subject = 'economy' and audit_entry.action = 'economy.changed' and audit_entry.after ? 'spinTable'
      and coalesce(audit_entry.after ->> 'approvedBy', 'system') = 'system'
      and (audit_entry.actor = ${actor} or audit_entry.person_id = me.person_id)
  `.execute(db)
  return new Set(rows.map(({ source }) => source))
}

/**
 * Add up a member's payouts in KES: those that can still be stopped, those that the provider may be paying already, and those
 * paid since.
 */
export async function weighPayouts(db: Db, { memberId, since }: { memberId: string; since: Date }) {
  const sumWhere = (condition: ReturnType<typeof sql<boolean>>) =>
    sql<number>`coalesce(sum(amount_kes) filter (where ${condition}), 0)::bigint`
  return db
    .selectFrom('withdrawal')
    .select([
      sumWhere(sql`status = 'pending' or (status = 'approved' and payout_state in ('manual', 'queued'))`).as(
        'waitingKes',
      ),
      sumWhere(sql`status = 'approved' and payout_state not in ('manual', 'queued')`).as('sendingKes'),
      sumWhere(sql`status = 'paid' and paid_at >= ${since}`).as('paidKes'),
    ])
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
}
