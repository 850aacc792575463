import type { Page } from '@chuma/contract/fields'
import type { ProofKind, TaskKind, ViewKind } from '@chuma/contract/tasks/task-kinds'
import type { ListTasksInput } from '@chuma/contract/tasks/tasks'
import { type Insertable, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { Database } from '../../schema.gen.ts'
import { countsOf } from '../counts.ts'
import { pageOf } from '../list-page.ts'
import { wasSentToday } from '../surveys/surveys.ts'
import { openViewOf } from './task-views.ts'

type TaskRef<Kind extends TaskKind> = { memberId: string; taskId: string; kinds: readonly Kind[] }

type MemberTasks<Kind extends TaskKind = TaskKind> = Page & { memberId: string; kind: Kind }

/** Active tasks for the member's country or for all. */
function tasksOf(db: Db, memberId: string) {
  return db
    .selectFrom('task')
    .innerJoin('member', (join) => join.on('member.memberId', '=', memberId))
    .select([
      'task.taskId as id',
      'task.kind',
      'task.title',
      'task.description',
      'task.instructions',
      'task.points',
      'task.url',
      'task.minTimeSeconds',
      'task.partnerId',
    ])
    .where('task.isActive', '=', true)
    .where(sql<boolean>`lower(task.country) in ('', 'global', lower(member.country))`)
}

type OpenTask = Awaited<ReturnType<ReturnType<typeof tasksOf>['executeTakeFirstOrThrow']>>

export async function findTask<Kind extends TaskKind>(
  db: Db,
  { memberId, taskId, kinds }: TaskRef<Kind>,
): Promise<(OpenTask & { kind: Kind }) | undefined> {
  const found = await tasksOf(db, memberId)
    .where('task.taskId', '=', taskId)
    .where('task.kind', 'in', kinds)
    .executeTakeFirst()
  return found as (OpenTask & { kind: Kind }) | undefined
}

function newest(db: Db, { memberId, kind, after, limit }: MemberTasks) {
  return tasksOf(db, memberId)
    .where('task.kind', '=', kind)
    .$call(pageOf({ table: 'task', by: ['createdAt', 'taskId'], after, limit }))
}

/**
 * List videos or ads, newest first, each with this member's open view, if it is of that, and whether they are done with it today.
 * `wasSentToday`: this list.
 */
export function listTasksToView(db: Db, wanted: MemberTasks<ViewKind>) {
  return newest(db, wanted)
    .leftJoin(openViewOf(wanted.memberId).as('open'), 'open.taskId', 'task.taskId')
    .select([
      'open.openedAt',
      'open.readyAt',
      'open.secondsToReady',
      'open.requiredSeconds',
      'open.points as promisedPoints',
      wasSentToday(wanted.memberId, wanted.kind).as('wasSentToday'),
    ])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('taskView')
            .select('taskView.viewId')
            .where('taskView.memberId', '=', wanted.memberId)
            .whereRef('taskView.taskId', '=', 'task.taskId')
            .where('taskView.day', '=', sql<string>`business_day(now())`),
        )
        .$castTo<boolean>()
        .as('isDone'),
    )
    .execute()
}

/** List tasks that members prove, newest first, each with this member's newest proof. */
export function listTasksToProve(db: Db, wanted: MemberTasks<ProofKind>) {
  return newest(db, wanted)
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('taskProof')
          .select(['state', 'reason', 'submittedAt', 'taskProof.points as promisedPoints'])
          .where('taskProof.memberId', '=', wanted.memberId)
          .whereRef('taskProof.taskId', '=', 'task.taskId')
          .orderBy('submittedAt', 'desc')
          .limit(1)
          .as('proof'),
      (join) => join.onTrue(),
    )
    .select(['proof.state', 'proof.reason', 'proof.submittedAt', 'proof.promisedPoints'])
    .execute()
}

/** List affiliate links, newest first, and when this member last followed each. */
export function listLinks(db: Db, page: Page & { memberId: string }) {
  return newest(db, { ...page, kind: 'affiliate' })
    .select((eb) =>
      eb
        .selectFrom('click')
        .select(({ fn }) => fn.max('click.clickedAt').as('at'))
        .where('click.memberId', '=', page.memberId)
        .whereRef('click.taskId', '=', 'task.taskId')
        .as('lastClickedAt'),
    )
    .execute()
}

/** Add tasks with new titles. The table lock keeps two processes that start at once from adding one twice. */
export async function insertMissingTasks(trx: Trx, tasks: readonly Insertable<Database['task']>[]) {
  await sql`lock table task in share row exclusive mode`.execute(trx)
  const rows = await trx.selectFrom('task').select('title').execute()
  const known = new Set(rows.map(({ title }) => title))
  const missing = tasks.filter(({ title }) => !known.has(title))
  if (missing.length > 0) await trx.insertInto('task').values(missing).execute()
}

/** The fields of a task's form, after they were checked for its kind. */
export type TaskValues = {
  title: string
  description: string
  points: number
  url: string | null
  minTimeSeconds: number | null
  instructions: string
  country: string
  partnerId: string | null
  isActive: boolean
}

const columns = [
  'task.title',
  'task.description',
  'task.points',
  'task.url',
  'task.minTimeSeconds',
  'task.instructions',
  'task.country',
  'task.partnerId',
  'task.isActive',
] as const

/** Tasks that are not retired, with what members did. */
function selectTasks(db: Db) {
  return db
    .selectFrom('task')
    .leftJoin('partner', 'partner.partnerId', 'task.partnerId')
    .leftJoin(countsOf('task').as('count'), 'count.taskId', 'task.taskId')
    .select([
      'task.taskId as id',
      'task.kind',
      ...columns,
      'task.version',
      'task.createdAt',
      'partner.name as partnerName',
      sql<number>`coalesce(count.uses, 0)`.as('useCount'),
      sql<number>`coalesce(count.approved, 0)`.as('approvedCount'),
      sql<number>`coalesce(count.points, 0)`.as('pointsPaid'),
    ])
    .where('task.retiredAt', 'is', null)
}
export type TaskRow = NonNullable<Awaited<ReturnType<typeof findAdminTask>>>

/** List one kind, newest first; the next page starts after the last `id` of this one. */
export function listTasks(db: Db, { kind, search, state, after, limit }: ListTasksInput) {
  const text = search?.toLowerCase()
  return selectTasks(db)
    .where('task.kind', '=', kind)
    .$if(state !== undefined, (query) => query.where('task.isActive', '=', state === 'active'))
    .$if(text !== undefined, (query) =>
      query.where(sql<boolean>`strpos(lower(concat_ws(chr(10), task.title, task.description)), ${text}) > 0`),
    )
    .$call(pageOf({ table: 'task', by: ['createdAt', 'taskId'], after, limit }))
    .execute()
}

export function findAdminTask(db: Db, taskId: string) {
  return selectTasks(db).where('task.taskId', '=', taskId).executeTakeFirst()
}

/** Serialise changes of this task, until the transaction ends. Undefined for a retired one. */
export function lockTask(trx: Trx, taskId: string) {
  return trx
    .selectFrom('task')
    .select(['task.kind', ...columns, 'task.version'])
    .where('task.taskId', '=', taskId)
    .where('task.retiredAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function insertTask(trx: Trx, values: TaskValues & { kind: TaskKind }): Promise<string> {
  const { taskId } = await trx.insertInto('task').values(values).returning('taskId').executeTakeFirstOrThrow()
  return taskId
}

export function updateTask(trx: Trx, taskId: string, values: TaskValues) {
  return trx
    .updateTable('task')
    .set({ ...values, version: sql`version + 1` })
    .where('taskId', '=', taskId)
    .execute()
}

/** Retire a task: it is no longer offered or listed. What was done stays, and is still decided and paid. */
export function retireTask(trx: Trx, taskId: string) {
  return trx
    .updateTable('task')
    .set({ isActive: false, retiredAt: sql<Date>`now()`, version: sql`version + 1` })
    .where('taskId', '=', taskId)
    .execute()
}
