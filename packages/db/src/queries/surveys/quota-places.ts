import type { QuotaDimension } from '@chuma/contract/surveys/quotas/quotas'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

type AttemptRef = { memberId: string; surveyId: string }

/** Whether somebody could take a place of `cell` now, under the rules of `quota`. */
export const isCellOpen = sql<boolean>`(
  cell.reserved + cell.answered + cell.accepted < cell.target
  and not (
    quota.daily_percent is not null and cell.day is not distinct from business_day(now())
    and cell.day_taken >= ceil(cell.target * quota.daily_percent / 100.0)
  )
  and (quota.soft_launch is null or quota.released_at is not null or quota.soft_launch > (
    select sum(c.reserved + c.answered + c.accepted) from survey_cell c where c.survey_id = quota.survey_id
  ))
)`

export type QuotaCell = { cell: string; groups: string[]; isOpen: boolean }
export type MemberQuota = {
  dimensions: QuotaDimension[]
  /** Of the place that the member has or had. */
  heldGroups: string[] | null
}

/** Find what the cells of a survey are made of, beside a member's place; undefined without quotas. */
export function findMemberQuota(
  db: Db,
  { memberId, surveyId }: AttemptRef,
): Promise<MemberQuota | undefined> {
  return db
    .selectFrom('surveyQuota as quota')
    .leftJoin('surveyPlace as place', (join) =>
      join.onRef('place.surveyId', '=', 'quota.surveyId').on('place.memberId', '=', memberId),
    )
    .leftJoin('surveyCell as cell', (join) =>
      join.onRef('cell.surveyId', '=', 'place.surveyId').onRef('cell.cell', '=', 'place.cell'),
    )
    .select(['quota.dimensions', 'cell.groups as heldGroups'])
    .where('quota.surveyId', '=', surveyId)
    .executeTakeFirst()
}

/** List the cells of a survey, and which of them take members now. */
export function listOpenCells(db: Db, surveyId: string): Promise<QuotaCell[]> {
  return db
    .selectFrom('surveyCell as cell')
    .innerJoin('surveyQuota as quota', 'quota.surveyId', 'cell.surveyId')
    .select(['cell.cell', 'cell.groups', isCellOpen.as('isOpen')])
    .where('cell.surveyId', '=', surveyId)
    .orderBy('cell.cell')
    .limit(400)
    .execute()
}

export type TakenPlace = 'taken' | 'none' | 'full' | 'full-today' | 'paused'

/** Take or renew a member's place in a cell. Others who want one of the same cell wait until the transaction ends. */
export async function takeCellPlace(
  trx: Trx,
  { memberId, surveyId, cell }: AttemptRef & { cell: string },
): Promise<TakenPlace> {
  const { rows } = await sql<{ taken: TakenPlace }>`
    select take_survey_place(${memberId}, ${surveyId}, ${cell}) as taken
  `.execute(trx)
  const [row] = rows
  if (!row) throw new Error('no row from a function that always returns one')
  return row.taken
}

/** List places whose member has not answered for too long, the longest first. The database's clock decides. */
export function listLapsedPlaces(db: Db, limit: number): Promise<AttemptRef[]> {
  return db
    .selectFrom('surveyPlace')
    .select(['memberId', 'surveyId'])
    .where('state', '=', 'reserved')
    .where('until', '<', sql<Date>`statement_timestamp()`)
    .orderBy('until')
    .limit(limit)
    .execute()
}

/** Give back a place, unless it was renewed meanwhile, and return whether it was given back. */
export async function releaseLapsedPlace(trx: Trx, { memberId, surveyId }: AttemptRef): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('surveyPlace')
    .set({ state: 'released' })
    .where('memberId', '=', memberId)
    .where('surveyId', '=', surveyId)
    .where('state', '=', 'reserved')
    .where('until', '<', sql<Date>`statement_timestamp()`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
