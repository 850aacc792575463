import type { CreditReview, ListCreditReviewsInput } from '@chuma/contract/partners/partners'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { movedTo } from '../../state-columns.ts'
import { pageOf } from '../list-page.ts'
import { announce } from '../listen.ts'

type ClickRef = { memberId: string; clickId: string }
type ClaimRef = { memberId: string; claimId: string }

const claimColumns = [
  'claim.claimId as id',
  'claim.clickId',
  'claim.note',
  'claim.state',
  'claim.reason',
  'claim.points',
  'claim.openedAt',
  'claim.decidedAt',
] as const

/** Find a claim of this click that staff granted. */
export function findCreditedClaim(trx: Trx, { memberId, clickId }: ClickRef) {
  return trx
    .selectFrom('creditClaim')
    .select(['claimId', 'points'])
    .where('memberId', '=', memberId)
    .where('clickId', '=', clickId)
    .where('state', '=', 'credited')
    .executeTakeFirst()
}

/** Find whether a partner's event paid, or will pay, for this click. */
export function findCreditOfClick(trx: Trx, { memberId, clickId }: ClickRef) {
  return trx
    .selectFrom('partnerCredit')
    .select(['creditId', 'state', 'points', 'releaseAt'])
    .where('memberId', '=', memberId)
    .where('clickId', '=', clickId)
    .where('state', 'in', ['pending', 'available'])
    .executeTakeFirst()
}

/** Find a credit of this click that waits for staff. */
export function findReviewOfClick(db: Db, { memberId, clickId }: ClickRef) {
  return db
    .selectFrom('partnerCredit')
    .select('creditId as id')
    .where('memberId', '=', memberId)
    .where('clickId', '=', clickId)
    .where('state', '=', 'review')
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst()
}

/** Insert one claim per click: of concurrent calls the first is stored, and the others return undefined. */
export async function insertClaim(trx: Trx, claim: ClickRef & { note: string }) {
  await announce(trx, 'waiting_change')
  return trx
    .insertInto('creditClaim')
    .values(claim)
    .onConflict((conflict) => conflict.columns(['memberId', 'clickId']).doNothing())
    .returning('claimId')
    .executeTakeFirst()
}

export function findClaimOfClick(db: Db, { memberId, clickId }: ClickRef) {
  return db
    .selectFrom('creditClaim as claim')
    .select(claimColumns)
    .where('memberId', '=', memberId)
    .where('clickId', '=', clickId)
    .executeTakeFirst()
}

/** Find a claim's owner, which must be known before anything of it can be locked. */
export function findClaimRef(db: Db, claimId: string) {
  return db
    .selectFrom('creditClaim')
    .select(['memberId', 'claimId', 'clickId'])
    .where('claimId', '=', claimId)
    .executeTakeFirst()
}

export function lockClaim(trx: Trx, { memberId, claimId }: ClaimRef) {
  return trx
    .selectFrom('creditClaim as claim')
    .innerJoin('click', (join) =>
      join.onRef('click.memberId', '=', 'claim.memberId').onRef('click.clickId', '=', 'claim.clickId'),
    )
    .select(['claim.memberId', 'claim.claimId', 'claim.clickId', 'claim.state', 'click.title'])
    .where('claim.memberId', '=', memberId)
    .where('claim.claimId', '=', claimId)
    .forUpdate('claim')
    .executeTakeFirst()
}
export type LockedClaim = NonNullable<Awaited<ReturnType<typeof lockClaim>>>

type ClaimState = LockedClaim['state']
export type ClaimDecision = { reason: string; points: number | null; decidedBy: string }

/** Only `moveClaim` calls this. False when the claim is not in `from`: nothing has changed then. */
export async function updateClaimState(
  trx: Trx,
  { memberId, claimId }: ClaimRef,
  { from, to, reason, points, decidedBy }: ClaimDecision & { from: ClaimState; to: ClaimState },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('creditClaim')
    .set({ state: movedTo(to), reason, points, decidedBy, decidedAt: sql<Date>`now()` })
    .where('memberId', '=', memberId)
    .where('claimId', '=', claimId)
    .where('state', '=', from)
    .executeTakeFirst()
  await announce(trx, 'waiting_change')
  return numUpdatedRows === 1n
}

/** List a member's undecided claims. */
export function listOpenClaims(trx: Trx, memberId: string): Promise<ClaimRef[]> {
  return trx
    .selectFrom('creditClaim')
    .select(['memberId', 'claimId'])
    .where('memberId', '=', memberId)
    .where('state', '=', 'open')
    .execute()
}

type ClaimFilter = { state?: ClaimState | undefined; after?: string | undefined; limit: number }

function selectClaims(db: Db) {
  return db
    .selectFrom('creditClaim as claim')
    .innerJoin('click', (join) =>
      join.onRef('click.memberId', '=', 'claim.memberId').onRef('click.clickId', '=', 'claim.clickId'),
    )
    .innerJoin('member', 'member.memberId', 'claim.memberId')
    .leftJoin('partner', 'partner.partnerId', 'click.partnerId')
    .select([
      ...claimColumns,
      'claim.memberId',
      'claim.decidedBy',
      'member.email as userEmail',
      'click.title',
      'click.points as promisedPoints',
      'click.reference',
      'click.clickedAt',
      'click.partnerId',
      'partner.name as partnerName',
    ])
}

/** List all members' claims. Open ones are worked from the oldest, decided ones looked up from the newest. */
export function listClaims(db: Db, { state, after, limit }: ClaimFilter) {
  const order = state === undefined || state === 'open' ? 'asc' : 'desc'
  return selectClaims(db)
    .$if(state !== undefined, (query) => query.where('claim.state', '=', state ?? 'open'))
    .$call(pageOf({ table: 'creditClaim', as: 'claim', by: ['openedAt', 'claimId'], order, after, limit }))
    .execute()
}

export function findClaim(db: Db, claimId: string) {
  return selectClaims(db).where('claim.claimId', '=', claimId).executeTakeFirst()
}

/** List a member's other claims, newest first. */
export function listOtherClaims(db: Db, { memberId, claimId }: ClaimRef) {
  return db
    .selectFrom('creditClaim as claim')
    .innerJoin('click', (join) =>
      join.onRef('click.memberId', '=', 'claim.memberId').onRef('click.clickId', '=', 'claim.clickId'),
    )
    .select([...claimColumns, 'click.title'])
    .where('claim.memberId', '=', memberId)
    .where('claim.claimId', '<>', claimId)
    .orderBy('claim.openedAt', 'desc')
    .limit(20)
    .execute()
}

/** Read what to tell a member about their claim, and where; undefined when they are erased. */
export function findClaimNews(db: Db, { memberId, clickId }: ClickRef) {
  return db
    .selectFrom('creditClaim as claim')
    .innerJoin('member', 'member.memberId', 'claim.memberId')
    .innerJoin('click', (join) =>
      join.onRef('click.memberId', '=', 'claim.memberId').onRef('click.clickId', '=', 'claim.clickId'),
    )
    .select([
      'member.email',
      'member.firstName',
      'click.title',
      'claim.state',
      'claim.points',
      'claim.reason',
    ])
    .where('claim.memberId', '=', memberId)
    .where('claim.clickId', '=', clickId)
    .where('member.erasedAt', 'is', null)
    .executeTakeFirst()
}

/** Find a credit's owner and click, which must be known before anything of it can be locked. */
export async function findReviewRef(db: Db, creditId: string) {
  const found = await db
    .selectFrom('partnerCredit')
    .select(['memberId', 'creditId', 'clickId'])
    .where('creditId', '=', creditId)
    .where('reviewReason', 'is not', null)
    .executeTakeFirst()
  return found?.clickId ? { ...found, clickId: found.clickId } : undefined
}

function selectReviews(db: Db) {
  return db
    .selectFrom('partnerCredit as credit')
    .innerJoin('member', 'member.memberId', 'credit.memberId')
    .innerJoin('partner', 'partner.partnerId', 'credit.partnerId')
    .innerJoin('click', (join) =>
      join.onRef('click.memberId', '=', 'credit.memberId').onRef('click.clickId', '=', 'credit.clickId'),
    )
    .leftJoin('creditClaim as claim', (join) =>
      join.onRef('claim.memberId', '=', 'credit.memberId').onRef('claim.clickId', '=', 'credit.clickId'),
    )
    .select([
      'credit.creditId as id',
      'credit.memberId',
      'member.email as userEmail',
      'credit.partnerId',
      'partner.name as partnerName',
      'credit.title',
      'credit.state',
      'credit.points',
      'credit.amountUsd',
      sql<number>`coalesce(credit.bought_points, 0)`.as('boughtPoints'),
      sql<CreditReview['why']>`credit.review_reason`.as('why'),
      'credit.transactionId',
      'credit.goal',
      'click.points as promisedPoints',
      'click.reference',
      'click.clickedAt',
      'credit.createdAt',
      'credit.settledAt',
      'credit.decidedBy',
      'credit.reason',
      'claim.claimId',
    ])
    .where('credit.reviewReason', 'is not', null)
}

/** List all members' reviewed credits. Waiting ones are worked from the oldest, others looked up from the newest. */
export function listReviews(db: Db, { state, partnerId, after, limit }: ListCreditReviewsInput) {
  const isOpen = state === 'waiting'
  const order = isOpen ? 'asc' : 'desc'
  return selectReviews(db)
    .where('credit.state', isOpen ? '=' : '<>', 'review')
    .$if(partnerId !== undefined, (query) => query.where('credit.partnerId', '=', partnerId ?? ''))
    .$call(
      pageOf({ table: 'partnerCredit', as: 'credit', by: ['createdAt', 'creditId'], order, after, limit }),
    )
    .execute()
}

export function findReview(db: Db, creditId: string) {
  return selectReviews(db).where('credit.creditId', '=', creditId).executeTakeFirst()
}
