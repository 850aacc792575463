import type { Answer } from '@chuma/contract/fields'
import { DESK_STAGES, type DeskStage } from '@chuma/contract/payouts/desk-stages'
import { type adminHold, isLiftable } from '@chuma/contract/payouts/holds'
import {
  type adminWithdrawal,
  type ListWithdrawalsInput,
  MAX_COUNTED,
  type WithdrawalCounts,
} from '@chuma/contract/payouts/withdrawals'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../client.ts'
import type { Sealed } from '../../column-types.ts'
import { type MemberSearch, searchConditions } from '../account/admin-members.ts'
import { withdrawalColumns } from '../wallet/withdrawals.ts'
import { isHeld as isOnHold } from './payouts.ts'
import { isFlagged } from './risk.ts'

/** The account number is still sealed. */
type AdminWithdrawal = Omit<Answer<typeof adminWithdrawal>, 'accountNumber'> & {
  accountNumber: Sealed | null
}

type Hold = Answer<typeof adminHold>
/** Its times are text in JSON. */
type OpenHold = Omit<Hold, 'since' | 'until' | 'isLiftable'> & { since: string; until: string | null }

function selectWithdrawals(db: Db) {
  return db
    .selectFrom('withdrawal')
    .innerJoin('member', 'member.memberId', 'withdrawal.memberId')
    .select(withdrawalColumns)
    .select([
      'member.email as userEmail',
      sql<string>`member.first_name || ' ' || member.last_name`.as('userName'),
      'withdrawal.riskScore',
      'withdrawal.receiverName',
      'withdrawal.receiverNameMatches',
    ])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('payoutPause')
            .select('pauseId')
            .whereRef('payoutPause.memberId', '=', 'withdrawal.memberId')
            .where('liftedAt', 'is', null),
        )
        .$castTo<boolean>()
        .as('isPaused'),
    )
    .select((eb) =>
      eb
        .selectFrom('payoutAttempt')
        .select(
          sql<string | null>`nullif(concat_ws(': ', result_code, nullif(result_description, '')), '')`.as(
            'note',
          ),
        )
        .whereRef('payoutAttempt.memberId', '=', 'withdrawal.memberId')
        .whereRef('payoutAttempt.withdrawalId', '=', 'withdrawal.withdrawalId')
        .orderBy('attemptNo', 'desc')
        .limit(1)
        .as('payoutNote'),
    )
    .select(openHolds.as('openHolds'))
}

/** Oldest first. A settled withdrawal has none. */
const openHolds = sql<OpenHold[]>`array(
  select jsonb_build_object('id', h.hold_id, 'reason', h.reason, 'since', h.since, 'until', h.until, 'facts', h.facts)
  from hold h
  where h.member_id = withdrawal.member_id and h.subject = 'withdrawal' and h.subject_id = withdrawal.withdrawal_id
    and h.ended_at is null and (h.until is null or h.until > now()) and withdrawal.status in ('pending', 'approved')
  order by h.created_at, h.reason
)`

type WithdrawalFilter = Omit<ListWithdrawalsInput, 'search' | 'isFlagged' | 'stage'> & {
  /** `receipt`: the typed text, which may also be one. */
  search?: { by: MemberSearch; receipt: string }
  flagged?: { isFlagged: boolean; twoAdminsFromKes: number }
  staged?: { stage: DeskStage; twoAdminsFromKes: number }
}

/**
 * List them in the wanted order; the next page starts after the last `id` of this one. Newest first, what is pending comes before the
 * rest: two queries, each along its own index.
 */
export async function listAdminWithdrawals(db: Db, filter: WithdrawalFilter): Promise<AdminWithdrawal[]> {
  const { staged } = filter
  const isOnePart = filter.sort === 'oldest' || filter.status !== undefined || staged !== undefined
  const inStage = staged && isInStage({ ...staged, asked: await listAsked(db) })
  const rows = isOnePart ? await listPart(db, { ...filter, inStage }) : await listPendingFirst(db, filter)
  return addRequests(db, rows)
}

/** Count the withdrawals of each stage of the desk. */
export async function countWithdrawals(db: Db, twoAdminsFromKes: number): Promise<WithdrawalCounts> {
  const asked = await listAsked(db)
  const counted = DESK_STAGES.map(
    (stage) => sql`(
      select count(*)::int from (
        select from withdrawal where ${isInStage({ stage, twoAdminsFromKes, asked })}
        order by requested_at desc limit ${MAX_COUNTED}
      ) as counted
    )`,
  )
  const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counted)}] as counts`.execute(db)
  const [review = 0, ready = 0, second = 0, toPay = 0, sent = 0] = rows[0]?.counts ?? []
  return { review, ready, 'second-person': second, 'to-pay': toPay, sent }
}

/** What staff may ask a second person about a withdrawal. */
const WITHDRAWAL_REQUESTS = ['decide-withdrawal', 'correct-payout'] as const

/** As many as a desk shows: their withdrawals are on several servers, and the requests on the first. */
const MAX_ASKED = 1000

/** List the withdrawals about which a request waits for a second person, oldest request first. */
async function listAsked(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('approvalRequest')
    .select(sql<string>`split_part(subject, ':', 2)`.as('withdrawalId'))
    .where('kind', 'in', WITHDRAWAL_REQUESTS)
    .where('state', '=', 'waiting')
    .where('expiresAt', '>', sql<Date>`now()`)
    .orderBy('createdAt')
    .limit(MAX_ASKED)
    .execute()
  return rows.map(({ withdrawalId }) => withdrawalId)
}

type Staged = { stage: DeskStage; twoAdminsFromKes: number; asked: readonly string[] }

function isInStage({ stage, twoAdminsFromKes, asked }: Staged): RawBuilder<boolean> {
  const isAsked = sql<boolean>`withdrawal.withdrawal_id = any(${asked}::uuid[])`
  const needsLook = sql<boolean>`(${isFlagged(twoAdminsFromKes)} or ${isOnHold})`
  const isOnItsWay = sql<boolean>`withdrawal.payout_state in ('sending', 'sent')`
  switch (stage) {
    case 'second-person':
      return isAsked
    case 'review':
      return sql`(withdrawal.status = 'pending' and not ${isAsked} and ${needsLook})`
    case 'ready':
      return sql`(withdrawal.status = 'pending' and not ${isAsked} and not ${needsLook})`
    case 'to-pay':
      return sql`(withdrawal.status = 'approved' and not ${isAsked} and not ${isOnItsWay})`
    case 'sent':
      return sql`(not ${isAsked} and (withdrawal.status = 'paid' or withdrawal.status = 'approved' and ${isOnItsWay}))`
  }
}

async function listPendingFirst(db: Db, filter: WithdrawalFilter) {
  const last = filter.after === undefined ? undefined : await findStatus(db, filter.after)
  const isPast = last !== undefined && last !== 'pending'
  const pending = isPast ? [] : await listPart(db, { ...filter, status: 'pending' })
  const limit = filter.limit - pending.length
  if (limit === 0) return pending
  const { after, ...whole } = filter
  const settled = { ...whole, ...(isPast && { after }), isSettled: true, limit }
  return [...pending, ...(await listPart(db, settled))]
}

async function findStatus(db: Db, withdrawalId: string) {
  const found = await db
    .selectFrom('withdrawal')
    .select('status')
    .where('withdrawalId', '=', withdrawalId)
    .executeTakeFirst()
  return found?.status
}

/** `isSettled`: without those that are pending. */
function listPart(
  db: Db,
  {
    status,
    memberId,
    method,
    search,
    flagged,
    inStage,
    isHeld,
    isSettled = false,
    sort,
    after,
    limit,
  }: WithdrawalFilter & { isSettled?: boolean; inStage?: RawBuilder<boolean> | undefined },
) {
  const [beyond, direction] = sort === 'oldest' ? [sql`>`, 'asc' as const] : [sql`<`, 'desc' as const]
  return selectWithdrawals(db)
    .$if(isSettled, (query) => query.where('withdrawal.status', '<>', 'pending'))
    .$if(method !== undefined, (query) => query.where('withdrawal.method', '=', method ?? 'mpesa'))
    .$if(search !== undefined, (query) => query.where(search ? matches(search) : sql<boolean>`true`))
    .$if(flagged !== undefined, (query) =>
      query.where(isFlagged(flagged?.twoAdminsFromKes ?? 0), '=', flagged?.isFlagged ?? true),
    )
    .$if(inStage !== undefined, (query) => query.where(inStage ?? sql<boolean>`true`))
    .$if(isHeld !== undefined, (query) => query.where(isOnHold, '=', isHeld ?? true))
    .$if(memberId !== undefined, (query) => query.where('withdrawal.memberId', '=', memberId ?? ''))
    .$if(status !== undefined, (query) => query.where('withdrawal.status', '=', status ?? 'pending'))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(withdrawal.requested_at, withdrawal.withdrawal_id) ${beyond}
          (select a.requested_at, a.withdrawal_id from withdrawal a where a.withdrawal_id = ${after})`,
      ),
    )
    .orderBy('withdrawal.requestedAt', direction)
    .orderBy('withdrawal.withdrawalId', direction)
    .limit(limit)
    .execute()
}

/** Of a common name only the newest members: a longer text finds the others. */
const MAX_NAMESAKES = 200

/** Each kind of text is found by an index of its own. */
function matches({ by, receipt }: NonNullable<WithdrawalFilter['search']>) {
  if ('mpesaNumber' in by) return sql<boolean>`withdrawal.mpesa_number = ${by.mpesaNumber}`
  if ('memberId' in by)
    return sql<boolean>`(withdrawal.withdrawal_id = ${by.memberId} or withdrawal.member_id = ${by.memberId})`
  return sql<boolean>`withdrawal.withdrawal_id in (
    select w.withdrawal_id from (
      select member_id from member where ${sql.join(searchConditions(by), sql` and `)}
      order by created_at desc, member_id desc limit ${MAX_NAMESAKES}
    ) as named join withdrawal w on w.member_id = named.member_id
    union select w.withdrawal_id from withdrawal w where upper(w.receipt) = upper(${receipt}) and w.status = 'paid'
  )`
}

export async function getAdminWithdrawal(db: Db, withdrawalId: string): Promise<AdminWithdrawal> {
  const row = await selectWithdrawals(db)
    .where('withdrawal.withdrawalId', '=', withdrawalId)
    .executeTakeFirstOrThrow()
  const [whole] = await addRequests(db, [row])
  if (!whole) throw new Error(`withdrawal ${withdrawalId} vanished`)
  return whole
}

type Row = Omit<AdminWithdrawal, 'firstApprovedBy' | 'firstApprovedAt' | 'requestedOutcome' | 'holds'> & {
  openHolds: OpenHold[]
}

/** A query of its own: withdrawals are on several servers, approval requests on the first. About what is being paid there is none. */
async function addRequests(db: Db, rows: Row[]): Promise<AdminWithdrawal[]> {
  const asked = await listWaitingRequests(
    db,
    rows.flatMap(({ id, status, payoutState }) =>
      status !== 'approved' || payoutState === 'needs_review' ? [`withdrawal:${id}`] : [],
    ),
  )
  return rows.map(({ openHolds, ...row }) => {
    const request = asked.get(`withdrawal:${row.id}`)
    const isApproval = request?.requestedOutcome === 'approved'
    return {
      ...row,
      holds: openHolds.map(readHold),
      requestedOutcome: request?.requestedOutcome ?? null,
      firstApprovedBy: isApproval ? request.requestedBy : null,
      firstApprovedAt: isApproval ? request.createdAt : null,
    }
  })
}

const readHold = ({ since, until, ...hold }: OpenHold): Hold => ({
  ...hold,
  since: new Date(since),
  until: until === null ? null : new Date(until),
  isLiftable: isLiftable(hold),
})

/** Find what waits about these subjects, by subject: the oldest. */
async function listWaitingRequests(db: Db, subjects: readonly string[]) {
  if (subjects.length === 0) return new Map()
  const rows = await db
    .selectFrom('approvalRequest')
    .select(['subject', 'requestedBy', 'createdAt'])
    .select(
      sql<NonNullable<AdminWithdrawal['requestedOutcome']>>`
        case when kind = 'correct-payout' then 'corrected' else after ->> 'status' end`.as(
        'requestedOutcome',
      ),
    )
    .where('subject', 'in', subjects)
    .where('kind', 'in', WITHDRAWAL_REQUESTS)
    .where('state', '=', 'waiting')
    .where('expiresAt', '>', sql<Date>`now()`)
    .orderBy('createdAt', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.subject, row]))
}
