import { sql } from 'kysely'
import type { Db } from '../../client.ts'

type Page = { surveyId?: string | undefined; after?: string | undefined; limit: number }

/** List clicks on partners' surveys and links, newest first, of all or of one survey. */
export async function listSurveyClicks(db: Db, { surveyId, after, limit }: Page) {
  const rows = await db
    .selectFrom('click')
    .leftJoin('member', (join) =>
      join.onRef('member.memberId', '=', 'click.memberId').on('member.erasedAt', 'is', null),
    )
    .select([
      'click.clickId as id',
      'click.surveyId',
      'click.taskId as cpaLinkId',
      'click.clickedAt',
      'member.firstName',
      'member.lastName',
      'member.email',
    ])
    .$if(surveyId !== undefined, (query) => query.where('click.surveyId', '=', surveyId ?? null))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(click.clicked_at, click.click_id) <
          (select place.clicked_at, place.click_id from click place where place.click_id = ${after})`,
      ),
    )
    .orderBy('click.clickedAt', 'desc')
    .orderBy('click.clickId', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ firstName, lastName, email, ...click }) => ({
    ...click,
    user: firstName !== null && lastName !== null && email !== null ? { firstName, lastName, email } : null,
  }))
}
