import { randomUUID } from 'node:crypto'
import type { Page } from '@chuma/contract/fields'
import { type ExpressionBuilder, type Insertable, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { Database } from '../../schema.gen.ts'
import { pageOf } from '../list-page.ts'
import { writeTogether } from '../write-together.ts'
import type { LockedCredit } from './credits.ts'

/** Store a click, and the owner of its reference. */
export async function insertClick(trx: Trx, click: Insertable<Database['click']>) {
  const { memberId, reference } = click
  const clickId = randomUUID()
  await writeTogether(trx, {
    clicked: trx
      .insertInto('click')
      .values({ ...click, clickId })
      .returning('clickId'),
    owned: trx.insertInto('clickReference').values({ reference, memberId, clickId }).returning('clickId'),
  })
  return { clickId }
}

/** Find whose click it was, by the reference that the partner knows. */
export function findClickByReference(db: Db, reference: string) {
  return db
    .selectFrom('clickReference')
    .select(['memberId', 'clickId'])
    .where('reference', '=', reference)
    .executeTakeFirst()
}

/** By the database's time, which also says when they clicked. */
const ageSeconds = sql<number>`extract(epoch from statement_timestamp() - click.clicked_at)::float8`

/** Serialise what pays for this click, until the transaction ends; undefined when there is no member to pay. */
export function lockClick(trx: Trx, { memberId, clickId }: { memberId: string; clickId: string }) {
  return trx
    .selectFrom('click')
    .select([
      'memberId',
      'clickId',
      'reference',
      'surveyId',
      'taskId',
      'partnerId',
      'points',
      'title',
      'clickedAt',
      ageSeconds.as('ageSeconds'),
    ])
    .where('memberId', '=', memberId)
    .where('clickId', '=', clickId)
    .where(sql<boolean>`not is_erased(member_id)`)
    .forUpdate()
    .executeTakeFirst()
}

type CreditState = LockedCredit['state']

/** What the partner credited for a click. Of several goals the state is that of the one furthest from being settled. */
function creditsOf(eb: ExpressionBuilder<Database, 'click'>) {
  return eb
    .selectFrom('partnerCredit as c')
    .select([
      sql<CreditState | null>`(array_agg(c.state order by
        array_position(array['review', 'pending', 'available', 'reversed', 'cancelled'], c.state)))[1]`.as(
        'creditState',
      ),
      sql<
        number | null
      >`coalesce(sum(c.points) filter (where c.state in ('pending', 'available')), max(c.points))`.as(
        'creditPoints',
      ),
      sql<Date | null>`max(c.release_at) filter (where c.state = 'pending')`.as('releaseAt'),
      sql<Date | null>`min(c.created_at) filter (where c.state = 'review')`.as('reviewSince'),
      sql<string | null>`max(c.reason) filter (where c.state = 'cancelled' and c.decided_by is not null)`.as(
        'refusal',
      ),
    ])
    .whereRef('c.memberId', '=', 'click.memberId')
    .whereRef('c.clickId', '=', 'click.clickId')
}

type ClickFilter = Page & { memberId: string; q: string }

/** List a member's clicks, newest first, with the outcome of each; `q` is part of the title. */
export function listClicks(db: Db, { memberId, q, after, limit }: ClickFilter) {
  return db
    .selectFrom('click')
    .leftJoin('creditClaim as claim', (join) =>
      join.onRef('claim.memberId', '=', 'click.memberId').onRef('claim.clickId', '=', 'click.clickId'),
    )
    .leftJoin('surveyAttempt as attempt', (join) =>
      join.onRef('attempt.memberId', '=', 'click.memberId').onRef('attempt.surveyId', '=', 'click.surveyId'),
    )
    .leftJoin('partnerCredit as confirmation', (join) =>
      join
        .onRef('confirmation.memberId', '=', 'claim.memberId')
        .onRef('confirmation.claimId', '=', 'claim.claimId'),
    )
    .leftJoinLateral(
      (eb) => creditsOf(eb).as('credit'),
      (join) => join.onTrue(),
    )
    .select([
      'click.clickId as id',
      'click.surveyId',
      'click.taskId as cpaLinkId',
      'click.title',
      'click.points',
      'click.clickedAt',
      ageSeconds.as('ageSeconds'),
      'attempt.status as surveyStatus',
      'attempt.screenOutReason',
      'credit.creditState',
      'credit.creditPoints',
      'credit.releaseAt',
      'credit.reviewSince',
      'credit.refusal',
      'confirmation.state as confirmationState',
      'claim.state as claimState',
      'claim.reason as claimReason',
      'claim.openedAt as claimOpenedAt',
    ])
    .where('click.memberId', '=', memberId)
    .$if(q !== '', (query) => query.where(sql<boolean>`position(lower(${q}) in lower(click.title)) > 0`))
    .$call(pageOf({ table: 'click', by: ['clickedAt', 'clickId'], memberId, after, limit }))
    .execute()
}
