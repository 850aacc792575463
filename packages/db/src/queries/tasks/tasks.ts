import type { Page } from '@chuma/contract/pages'
import { type Insertable, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { TaskKind } from '../../column-types.ts'
import type { Database } from '../../schema.gen.ts'

type TaskRef = { memberId: string; taskId: string; kinds: readonly TaskKind[] }

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

export function findTask(db: Db, { memberId, taskId, kinds }: TaskRef) {
  return tasksOf(db, memberId)
    .where('task.taskId', '=', taskId)
    .where('task.kind', 'in', kinds)
    .executeTakeFirst()
}

function newest(db: Db, { memberId, kind, after, limit }: MemberTasks) {
  return tasksOf(db, memberId)
    .where('task.kind', '=', kind)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(task.created_at, task.task_id) <
          (select a.created_at, a.task_id from task a where a.task_id = ${after})`,
      ),
    )
    .orderBy('task.createdAt', 'desc')
    .orderBy('task.taskId', 'desc')
    .limit(limit)
}

/** List videos or ads, newest first, and whether this member is done with each today. */
export function listTasksToView(db: Db, wanted: MemberTasks<'video' | 'ad'>) {
  return newest(db, wanted)
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

/** List social tasks or micro-jobs, newest first, each with this member's newest proof. */
export function listTasksToProve(db: Db, wanted: MemberTasks<'social' | 'micro-job'>) {
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
