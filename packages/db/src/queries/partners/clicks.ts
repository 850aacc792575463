import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

type NewClick = {
  memberId: string
  reference: string
  surveyId: string | null
  taskId: string | null
  partnerId: string | null
  points: number
  title: string
  address: string | null
  userAgent: string | null
}

/** Store a click, and the owner of its reference. */
export async function insertClick(trx: Trx, click: NewClick): Promise<{ clickId: string }> {
  const { memberId, reference } = click
  const { clickId } = await trx
    .insertInto('click')
    .values(click)
    .returning('clickId')
    .executeTakeFirstOrThrow()
  await trx.insertInto('clickReference').values({ reference, memberId, clickId }).execute()
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
export const ageSeconds = sql<number>`extract(epoch from statement_timestamp() - click.clicked_at)::float8`

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
