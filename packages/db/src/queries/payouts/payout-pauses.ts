import { type Answer, FIRST_PAGE, type Page } from '@chuma/contract/fields'
import type {
  adminPayoutPause,
  ListPayoutPausesInput,
  payoutPause,
} from '@chuma/contract/payouts/payout-pause'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { pageOf } from '../list-page.ts'
import { announce } from '../listen.ts'

type AdminPayoutPause = Answer<typeof adminPayoutPause>
type PayoutPause = Answer<typeof payoutPause>

export type PauseRef = { memberId: string; pauseId: string }

const pauseColumns = [
  'payoutPause.pauseId as id',
  'payoutPause.reason',
  'payoutPause.pausedAt',
  'payoutPause.appeal',
  'payoutPause.appealedAt',
  'payoutPause.appealAnswer',
  'payoutPause.answeredAt',
  'payoutPause.liftReason',
  'payoutPause.liftedAt',
] as const

/** List a member's own pauses, newest first. Only the first can be open. */
export function listPayoutPauses(db: Db, memberId: string, { after, limit }: Page = FIRST_PAGE) {
  return db
    .selectFrom('payoutPause')
    .select(pauseColumns)
    .where('memberId', '=', memberId)
    .$call(pageOf({ table: 'payoutPause', by: ['pausedAt', 'pauseId'], memberId, after, limit }))
    .execute()
}

/** Read a pause as its member sees it. */
export function getPayoutPause(db: Db, { memberId, pauseId }: PauseRef): Promise<PayoutPause> {
  return db
    .selectFrom('payoutPause')
    .select(pauseColumns)
    .where('memberId', '=', memberId)
    .where('pauseId', '=', pauseId)
    .executeTakeFirstOrThrow()
}

/** Find why a member gets no payouts at present. Under the wallet's lock the answer stays true until the transaction ends. */
export function findOpenPause(db: Db, memberId: string) {
  return db
    .selectFrom('payoutPause')
    .select(['memberId', 'pauseId', 'reason', 'appeal', 'appealAnswer', 'pausedAt', 'pausedBy'])
    .where('memberId', '=', memberId)
    .where('liftedAt', 'is', null)
    .executeTakeFirst()
}

/**
 * Serialise what pauses, requests and sends this member's money, until the transaction ends. Returns the address for mails;
 * undefined for an unknown or erased member.
 */
export async function lockPayoutsOf(trx: Trx, memberId: string): Promise<{ email: string } | undefined> {
  await trx
    .selectFrom('wallet')
    .select('memberId')
    .where('memberId', '=', memberId)
    .forUpdate()
    .executeTakeFirst()
  // Only after the lock: erasing the member takes that lock too.
  return trx
    .selectFrom('member')
    .select('email')
    .where('memberId', '=', memberId)
    .where('erasedAt', 'is', null)
    .executeTakeFirst()
}

/** Serialise the appeal, its answer and the end of one pause, until the transaction ends. */
export function lockPause(trx: Trx, { memberId, pauseId }: PauseRef) {
  return trx
    .selectFrom('payoutPause')
    .select([...pauseColumns, 'payoutPause.pausedBy'])
    .where('memberId', '=', memberId)
    .where('pauseId', '=', pauseId)
    .forUpdate()
    .executeTakeFirst()
}

/** Find a pause's owner, which must be known before anything of it can be locked. */
export function findPauseRef(db: Db, pauseId: string): Promise<PauseRef | undefined> {
  return db
    .selectFrom('payoutPause')
    .select(['memberId', 'pauseId'])
    .where('pauseId', '=', pauseId)
    .executeTakeFirst()
}

type NewPause = { memberId: string; reason: string; pausedBy: string }

export async function insertPause(trx: Trx, pause: NewPause): Promise<PauseRef> {
  await announce(trx, 'withdrawal_change', pause.memberId)
  return trx
    .insertInto('payoutPause')
    .values(pause)
    .returning(['memberId', 'pauseId'])
    .executeTakeFirstOrThrow()
}

type PauseChange =
  | { appeal: string }
  | { appealAnswer: string; answeredBy: string }
  | { liftReason: string; liftedBy: string }
  | { appealAnswer: string; answeredBy: string; liftReason: string; liftedBy: string }

/** The time is recorded with each change. */
export async function updatePause(trx: Trx, { memberId, pauseId }: PauseRef, change: PauseChange) {
  await announce(trx, 'withdrawal_change', memberId)
  const now = sql<Date>`statement_timestamp()`
  return trx
    .updateTable('payoutPause')
    .set({
      ...change,
      ...('appeal' in change ? { appealedAt: now } : {}),
      ...('appealAnswer' in change ? { answeredAt: now } : {}),
      ...('liftReason' in change ? { liftedAt: now } : {}),
    })
    .where('memberId', '=', memberId)
    .where('pauseId', '=', pauseId)
    .execute()
}

function selectAdminPauses(db: Db) {
  return db
    .selectFrom('payoutPause')
    .innerJoin('member', 'member.memberId', 'payoutPause.memberId')
    .select(pauseColumns)
    .select([
      'payoutPause.memberId as userId',
      'member.email as userEmail',
      sql<string>`member.first_name || ' ' || member.last_name`.as('userName'),
      'payoutPause.pausedBy',
      'payoutPause.answeredBy',
      'payoutPause.liftedBy',
    ])
}

/** List oldest first; the next page starts after the last `id` of this one. */
export function listAdminPayoutPauses(db: Db, { memberId, state, after, limit }: ListPayoutPausesInput) {
  return selectAdminPauses(db)
    .$if(memberId !== undefined, (query) => query.where('payoutPause.memberId', '=', memberId ?? ''))
    .$if(state === 'lifted', (query) => query.where('liftedAt', 'is not', null))
    .$if(state === 'open' || state === 'appealed', (query) => query.where('liftedAt', 'is', null))
    .$if(state === 'appealed', (query) =>
      query.where('appealedAt', 'is not', null).where('answeredAt', 'is', null),
    )
    .$call(pageOf({ table: 'payoutPause', by: ['pausedAt', 'pauseId'], order: 'asc', after, limit }))
    .execute()
}

export function getAdminPayoutPause(db: Db, { memberId, pauseId }: PauseRef): Promise<AdminPayoutPause> {
  return selectAdminPauses(db)
    .where('payoutPause.memberId', '=', memberId)
    .where('payoutPause.pauseId', '=', pauseId)
    .executeTakeFirstOrThrow()
}

/** Read what the mails about a pause say, and how to greet its reader; undefined when they are erased. */
export function findPauseNews(db: Db, { memberId, pauseId }: PauseRef) {
  return db
    .selectFrom('payoutPause')
    .innerJoin('member', 'member.memberId', 'payoutPause.memberId')
    .select(['firstName', 'reason', 'appealAnswer', 'liftReason'])
    .where('payoutPause.memberId', '=', memberId)
    .where('payoutPause.pauseId', '=', pauseId)
    .where('member.erasedAt', 'is', null)
    .executeTakeFirst()
}

/** List payouts that wait for a worker, to start once nothing holds them back. */
export function listQueuedPayouts(trx: Trx, memberId: string) {
  return trx
    .selectFrom('withdrawal')
    .select(['memberId', 'withdrawalId'])
    .where('memberId', '=', memberId)
    .where('status', '=', 'approved')
    .where('payoutState', '=', 'queued')
    .execute()
}
