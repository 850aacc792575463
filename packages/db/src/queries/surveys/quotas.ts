import type { QuotaDimension } from '@chuma/contract/surveys/quotas/quotas'
import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { announce } from '../listen.ts'
import { profileOf } from '../profile/profile-answers.ts'
import { type Reward, rewardChange } from '../wallet/wallet.ts'
import { ageBandOf } from './eligibility.ts'
import type { Audience } from './respondents.ts'

/** The quotas of a survey that is not deleted; undefined for an unknown survey. Their fields are null before the first. */
export async function findQuotas(db: Db, surveyId: string) {
  const found = await db
    .selectFrom('survey')
    .leftJoin('surveyQuota as quota', 'quota.surveyId', 'survey.surveyId')
    .select([
      'survey.surveyId',
      'survey.title',
      'survey.kind',
      'quota.dimensions',
      'quota.total',
      'quota.softLaunch',
      'quota.releasedAt',
      'quota.releasedBy',
      'quota.dailyPercent',
      'quota.holdMinutes',
      'quota.version',
      'quota.savedAt',
      'quota.savedBy',
    ])
    .where('survey.surveyId', '=', surveyId)
    .where('survey.retiredAt', 'is', null)
    .executeTakeFirst()
  return found && { ...found, isFrozen: await isAnyPlaceTaken(db, surveyId) }
}

/** A query of its own: places are on several servers. */
async function isAnyPlaceTaken(db: Db, surveyId: string): Promise<boolean> {
  const place = await db
    .selectFrom('surveyPlace')
    .select('surveyId')
    .where('surveyId', '=', surveyId)
    .limit(1)
    .executeTakeFirst()
  return place !== undefined
}

/** List a survey's cells with their places, and the seconds since the first was taken. */
export function listCells(db: Db, surveyId: string) {
  return db
    .selectFrom('surveyCell')
    .select([
      'cell',
      'groups',
      'target',
      'reserved',
      'answered',
      'accepted',
      sql<number | null>`extract(epoch from now() - begun_at)`.as('secondsSinceFirst'),
    ])
    .where('surveyId', '=', surveyId)
    .orderBy('cell')
    .limit(400)
    .execute()
}

/**
 * Serialise a change of a survey's quotas with members who begin, until the transaction ends: an attempt that is being inserted
 * refers to the survey, and is waited for. Returns whether anybody has begun.
 */
export async function lockBeforeQuotas(trx: Trx, surveyId: string): Promise<boolean> {
  await trx.selectFrom('survey').select('surveyId').where('surveyId', '=', surveyId).forUpdate().execute()
  const begun = await trx
    .selectFrom('surveyAttempt')
    .select('attemptId')
    .where('surveyId', '=', surveyId)
    .limit(1)
    .executeTakeFirst()
  return begun !== undefined
}

type Quota = {
  surveyId: string
  dimensions: QuotaDimension[]
  total: number
  softLaunch: number | null
  dailyPercent: number | null
  holdMinutes: number
  version: number
  savedBy: string
}

/** Store the quotas of a survey, which the caller has locked. */
export async function upsertQuota(trx: Trx, { dimensions, ...row }: Quota): Promise<void> {
  await announce(trx, 'survey_change')
  await trx
    .insertInto('surveyQuota')
    .values({ ...row, dimensions: JSON.stringify(dimensions) })
    .onConflict((conflict) =>
      conflict.column('surveyId').doUpdateSet((eb) => ({
        dimensions: eb.ref('excluded.dimensions'),
        total: eb.ref('excluded.total'),
        softLaunch: eb.ref('excluded.softLaunch'),
        dailyPercent: eb.ref('excluded.dailyPercent'),
        holdMinutes: eb.ref('excluded.holdMinutes'),
        version: eb.ref('excluded.version'),
        // Another soft launch needs another release.
        releasedAt: sql`case when excluded.soft_launch is not distinct from survey_quota.soft_launch then survey_quota.released_at end`,
        releasedBy: sql`case when excluded.soft_launch is not distinct from survey_quota.soft_launch then survey_quota.released_by end`,
        savedBy: eb.ref('excluded.savedBy'),
        savedAt: eb.ref('excluded.savedAt'),
      })),
    )
    .execute()
}

type Cell = { cell: string; groups: string[]; profile: Record<string, string[]>; target: number }

/**
 * Lock the cells of a survey, until the transaction ends, and return how many places of each are taken. Members who want one wait.
 */
export function lockCells(trx: Trx, surveyId: string) {
  return trx
    .selectFrom('surveyCell')
    .select(['cell', sql<number>`reserved + accepted`.as('taken')])
    .where('surveyId', '=', surveyId)
    .orderBy('cell')
    .forNoKeyUpdate()
    .execute()
}

/** Store cells, which the caller has locked. Cells that are left out get the target of what they have, or go if nobody had a place. */
export async function replaceCells(trx: Trx, surveyId: string, cells: readonly Cell[]): Promise<void> {
  const kept = cells.map(({ cell }) => cell)
  // A query of its own: places are on several servers.
  const used = await trx
    .selectFrom('surveyPlace')
    .select('cell')
    .distinct()
    .where('surveyId', '=', surveyId)
    .execute()
  await trx
    .deleteFrom('surveyCell')
    .where('surveyId', '=', surveyId)
    .where('cell', 'not in', [...kept, ...used.map(({ cell }) => cell)])
    .execute()
  await trx
    .updateTable('surveyCell')
    .set({ target: sql<number>`reserved + accepted` })
    .where('surveyId', '=', surveyId)
    .where('cell', 'not in', kept)
    .execute()
  await trx
    .insertInto('surveyCell')
    .values(cells.map(({ profile, ...row }) => ({ ...row, surveyId, profile: JSON.stringify(profile) })))
    .onConflict((conflict) =>
      conflict.columns(['surveyId', 'cell']).doUpdateSet((eb) => ({
        target: eb.ref('excluded.target'),
        groups: eb.ref('excluded.groups'),
        profile: eb.ref('excluded.profile'),
      })),
    )
    .execute()
}

type Release = { surveyId: string; version: number; releasedBy: string }

/** End the soft launch of a survey. Returns whether one was on, and the quotas are still those. */
export async function releaseSoftLaunch(trx: Trx, { surveyId, version, releasedBy }: Release) {
  const { numUpdatedRows } = await trx
    .updateTable('surveyQuota')
    .set((eb) => ({ releasedAt: sql<Date>`now()`, releasedBy, version: eb('version', '+', 1) }))
    .where('surveyId', '=', surveyId)
    .where('version', '=', version)
    .where('softLaunch', 'is not', null)
    .where('releasedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Compare the counts of a survey's cells with its places, and the places with what became of the attempts. `isSound`: they agree,
 * and every accepted complete of a survey with quotas is in a cell or in the surplus.
 */
export async function checkQuotaCounts(db: Db, surveyId: string) {
  const { rows } = await sql<{ acceptedCount: number; surplusCount: number; isSound: boolean }>`
    with place as (
      select p.cell, p.state, a.status, r.state as review
      from survey_place p
      join survey_attempt a on a.member_id = p.member_id and a.survey_id = p.survey_id
      left join survey_review r on r.member_id = p.member_id and r.survey_id = p.survey_id
      where p.survey_id = ${surveyId}
    ), counted as (
      select cell, count(*) filter (where state = 'reserved') as reserved,
        count(*) filter (where state = 'answered') as answered, count(*) filter (where state = 'accepted') as accepted
      from place group by cell
    ), complete as (
      select count(*) filter (where coalesce(r.state in ('paid', 'doubtful'), true)) as accepted
      from survey_attempt a left join survey_review r on r.member_id = a.member_id and r.survey_id = a.survey_id
      where a.survey_id = ${surveyId} and a.status = 'completed'
    )
    select coalesce((select sum(accepted) from survey_cell where survey_id = ${surveyId}), 0)::int as accepted_count,
      (select count(*) from place where state = 'surplus')::int as surplus_count,
      not exists (
        select 1 from survey_cell c left join counted on counted.cell = c.cell
        where c.survey_id = ${surveyId} and (c.reserved, c.answered, c.accepted)
          is distinct from (coalesce(counted.reserved, 0), coalesce(counted.answered, 0), coalesce(counted.accepted, 0))
      ) and not exists (
        select 1 from place where case
          when status in ('started', 'in_progress') then state not in ('reserved', 'released')
          when status <> 'completed' or review = 'rejected' then state not in ('released', 'surplus')
          when review in ('held', 'appealed') then state not in ('answered', 'released', 'surplus')
          else state not in ('accepted', 'surplus')
        end
      ) and (
        not exists (select 1 from survey_quota where survey_id = ${surveyId})
        or (select accepted from complete) = (
          select count(*) from place where state in ('accepted', 'surplus')
            and status = 'completed' and coalesce(review in ('paid', 'doubtful'), true)
        )
      ) as is_sound
  `.execute(db)
  const [row] = rows
  if (!row) throw new Error('no row from a query that always has one')
  return row
}

/** Count the people of each cell whose answers are in the counts of an audience, in its surplus too, and whatever became of their places since. */
export async function countDisclosedByCell(db: Db, surveyId: string, audience: Audience) {
  const { rows } = await sql<{ cell: string; people: number }>`
    select p.cell, count(*) as people from survey_disclosure d
    join survey_place p on p.member_id = d.member_id and p.survey_id = d.survey_id
    where d.survey_id = ${surveyId} and d.audience = ${audience} group by p.cell
  `.execute(db)
  return rows
}

type AttemptRef = { memberId: string; surveyId: string }

/** Whether somebody could take a place of `cell` now, under the rules of `quota`. */
export const isCellOpen = sql<boolean>`(
  cell.reserved + cell.accepted < cell.target
  and not (
    quota.daily_percent is not null and cell.day is not distinct from business_day(now())
    and cell.day_taken >= ceil(cell.target * quota.daily_percent / 100.0)
  )
  and (quota.soft_launch is null or quota.released_at is not null or quota.soft_launch > (
    select sum(c.reserved + c.answered + c.accepted) from survey_cell c where c.survey_id = quota.survey_id
  ))
)`

export type QuotaCell = { cell: string; groups: string[]; isOpen: boolean }

/** Find what the cells of a survey are made of, beside a member's place; undefined without quotas. */
export function findMemberQuota(db: Db, { memberId, surveyId }: AttemptRef) {
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

/** A member's codes by attribute, as far as they told us, and the band of their `age`. */
export async function readQuotaProfile(db: Db, memberId: string): Promise<Record<string, string[]>> {
  const born = sql`(array[told.profile -> 'birth_year' ->> 0])`
  const { rows } = await sql<{ profile: Record<string, string[]> }>`
    select told.profile || case when told.profile ? 'birth_year'
      then jsonb_build_object('age', array_remove(array[${ageBandOf(born)}], null)) else '{}' end as profile
    from (select ${profileOf(memberId)} as profile) told
  `.execute(db)
  return rows[0]?.profile ?? {}
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
export async function takeCellPlace(trx: Trx, { memberId, surveyId, cell }: AttemptRef & { cell: string }) {
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
  const { rows } = await sql<{ isReleased: boolean }>`
    select release_survey_place(${memberId}, ${surveyId}) as is_released
  `.execute(trx)
  return rows[0]?.isReleased ?? false
}

/**
 * Move a member's places, in a cell and of a client's budget, to what their attempt and its review have become. Call it in the
 * transaction that has written them.
 */
export async function settlePlaces(trx: Trx, { memberId, surveyId }: AttemptRef): Promise<void> {
  await sql`
    select settle_survey_place(${memberId}, ${surveyId}), settle_client_place(${memberId}, ${surveyId})
  `.execute(trx)
}

/** Take a place whose answers are credited to the client out of its cell, so that someone else can fill it. The member stays paid. */
export async function openCell(trx: Trx, { memberId, surveyId }: AttemptRef): Promise<void> {
  await sql`select open_survey_cell(${memberId}, ${surveyId})`.execute(trx)
}

/** Record that the partner rejected this member for this survey. They lose nothing, and may see why. */
export function markScreenedOut(trx: Trx, { memberId, surveyId, reason }: AttemptRef & { reason: string }) {
  return trx
    .updateTable('surveyAttempt')
    .set({ status: 'screened_out', screenOutReason: reason, endedAt: sql<Date>`now()` })
    .where('memberId', '=', memberId)
    .where('surveyId', '=', surveyId)
    .where('status', 'in', ['started', 'in_progress'])
    .execute()
}

type ScreenOut = AttemptRef & { reason: string; asked: SurveyQuestion[] }

/** End an attempt whose answers screen the member out, and book what was promised for that, in one statement. */
export async function screenOutAttempt(
  trx: Trx,
  { memberId, surveyId, reason, asked }: ScreenOut,
  reward: Reward,
) {
  const ended = trx
    .updateTable('surveyAttempt')
    .set({
      status: 'screened_out',
      screenOutReason: reason,
      endedAt: sql<Date>`now()`,
      questions: JSON.stringify(asked),
    })
    .where('memberId', '=', memberId)
    .where('surveyId', '=', surveyId)
    .where('status', 'in', ['started', 'in_progress'])
    .returning('surveyId')
  const earned = await rewardChange(trx, ended, reward)
  if (!earned) throw new Error(`the attempt of ${memberId} at ${surveyId} vanished`)
  return earned
}
