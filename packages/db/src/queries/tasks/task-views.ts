import type { ViewKind } from '@chuma/contract/tasks/task-kinds'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { type Change, rewardChange } from '../wallet/wallet.ts'

type TaskRef = { memberId: string; taskId: string; kind: ViewKind }

/** Times are when the statement began, not the transaction, which may have waited for the wallet. */
const rightNow = sql<Date>`statement_timestamp()`

type OpenView = {
  taskId: string
  openedAt: Date
  readyAt: Date
  secondsToReady: number
  requiredSeconds: number
  points: number
}

/** The member's one open view, if any. A claim in the meantime has restarted its clock. */
export const openViewOf = (memberId: string) => sql<OpenView>`(
  select *, extract(epoch from ready_at - clock_timestamp()) as seconds_to_ready
  from (
    select v.task_id, v.opened_at, v.required_seconds, v.points,
      greatest(v.opened_at, (select max(c.claimed_at) from task_view c where c.member_id = v.member_id))
        + make_interval(secs => v.required_seconds) as ready_at
    from task_view v
    where v.member_id = ${memberId} and v.claimed_at is null and v.voided_at is null
  ) open_view
)`

export function findOpenView(db: Db, memberId: string) {
  return db
    .selectFrom(openViewOf(memberId).as('open'))
    .select(['openedAt', 'readyAt', 'secondsToReady'])
    .executeTakeFirst()
}

/** End the member's open view. */
export function voidOpenView(trx: Trx, memberId: string) {
  return trx
    .updateTable('taskView')
    .set({ voidedAt: rightNow })
    .where('memberId', '=', memberId)
    .where('claimedAt', 'is', null)
    .where('voidedAt', 'is', null)
    .execute()
}

/** Start a view, and fix its waiting time and points. The index refuses a second open one. */
export function insertView(trx: Trx, view: TaskRef & { requiredSeconds: number; points: number }) {
  return trx.insertInto('taskView').values(view).execute()
}

type ViewStanding = {
  day: string
  isDone: boolean
  /** Of the open view; null when the member has none of this task. */
  viewId: string | null
  requiredSeconds: number | null
  points: number | null
  /** Null: there is nothing to measure from. */
  startedAt: Date | null
  waitedSeconds: number | null
}

/**
 * Read how long a member has waited for a video or ad: since they opened it or, if they did not, since they were first sent the
 * list that day; never since before their last claim, so that no seconds are paid twice. A list sent before another view does not count.
 */
export async function getViewStanding(trx: Trx, { memberId, taskId, kind }: TaskRef): Promise<ViewStanding> {
  const { rows } = await sql<ViewStanding>`
    with clock as materialized (select clock_timestamp() as at),
    mine as (select * from task_view where member_id = ${memberId} and task_id = ${taskId}),
    open_view as (select * from mine where claimed_at is null and voided_at is null),
    list as (
      select l.seen_at from task_list_view l
      where l.member_id = ${memberId} and l.kind = ${kind}
        and not exists (select from mine where mine.voided_at >= l.seen_at)
    ),
    began as (select coalesce((select opened_at from open_view), (select seen_at from list)) as at),
    started as (
      select greatest(began.at, (select max(claimed_at) from task_view where member_id = ${memberId})) as at
      from began where began.at is not null
    )
    select
      business_day(clock.at) as day,
      exists (select from mine where mine.day = business_day(clock.at)) as is_done,
      open_view.view_id, open_view.required_seconds, open_view.points,
      started.at as started_at,
      extract(epoch from clock.at - started.at) as waited_seconds
    from clock left join open_view on true left join started on true
  `.execute(trx)
  const [row] = rows
  if (!row) throw new Error('no row from a query that always has one')
  return row
}

type ViewRef = { memberId: string; viewId: string }
type Claim = TaskRef & {
  day: string
  points: number
  claimedTimeSpent: number | null
  description: string
}

/** Claim the open view and book its points, in one statement. */
export function claimOpenView(trx: Trx, { viewId, ...claim }: Claim & { viewId: string }) {
  const { day, points, claimedTimeSpent } = claim
  const claimed = trx
    .updateTable('taskView')
    .set({ day, points, claimedTimeSpent, claimedAt: rightNow })
    .where('memberId', '=', claim.memberId)
    .where('viewId', '=', viewId)
    .returning('viewId')
  return rewardClaim(trx, claimed, claim)
}

/** Claim for a caller who never opened the view, from the time their wait was measured from. */
export function claimUnopenedView(
  trx: Trx,
  { openedAt, requiredSeconds, ...claim }: Claim & { openedAt: Date; requiredSeconds: number },
) {
  const { description: _, ...view } = claim
  const claimed = trx
    .insertInto('taskView')
    .values({ ...view, openedAt, requiredSeconds, claimedAt: rightNow })
    .returning('viewId')
  return rewardClaim(trx, claimed, claim)
}

async function rewardClaim(trx: Trx, claimed: Change, { taskId, day, ...claim }: Claim) {
  const { memberId, kind, points, description } = claim
  const sourceKey = `${kind}:${taskId}:${day}`
  const earned = await rewardChange(trx, claimed, {
    memberId,
    kind,
    points,
    sourceKey,
    description,
    subjectId: taskId,
  })
  if (!earned) throw new Error(`the view of ${taskId} by ${memberId} vanished`)
  return earned
}

/** Store what the browser says it measured, although it was too little. */
export function noteTimeSpent(trx: Trx, { memberId, viewId }: ViewRef, claimedTimeSpent: number) {
  return trx
    .updateTable('taskView')
    .set({ claimedTimeSpent })
    .where('memberId', '=', memberId)
    .where('viewId', '=', viewId)
    .execute()
}
