import type { CreditReview, ListCreditReviewsInput } from '@chuma/contract/partners/credit-reviews'
import { sql } from 'kysely'
import type { Db } from '../../client.ts'

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
  const [direction, beyond] = isOpen ? (['asc', sql`>`] as const) : (['desc', sql`<`] as const)
  return selectReviews(db)
    .where('credit.state', isOpen ? '=' : '<>', 'review')
    .$if(partnerId !== undefined, (query) => query.where('credit.partnerId', '=', partnerId ?? ''))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(credit.created_at, credit.credit_id) ${beyond}
          (select c.created_at, c.credit_id from partner_credit c where c.credit_id = ${after})`,
      ),
    )
    .orderBy('credit.createdAt', direction)
    .orderBy('credit.creditId', direction)
    .limit(limit)
    .execute()
}

export function findReview(db: Db, creditId: string) {
  return selectReviews(db).where('credit.creditId', '=', creditId).executeTakeFirst()
}
