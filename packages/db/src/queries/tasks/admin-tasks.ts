import type { AdminTaskKind, ListTasksInput } from '@chuma/contract/tasks/admin-tasks'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

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
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('taskCount')
          .whereRef('taskCount.taskId', '=', 'task.taskId')
          .select([
            sql<number>`coalesce(sum(uses), 0)::bigint`.as('useCount'),
            sql<number>`coalesce(sum(approved), 0)::bigint`.as('approvedCount'),
            sql<number>`coalesce(sum(task_count.points), 0)::bigint`.as('pointsPaid'),
          ])
          .as('used'),
      (join) => join.onTrue(),
    )
    .select([
      'task.taskId as id',
      'task.kind',
      ...columns,
      'task.version',
      'task.createdAt',
      'partner.name as partnerName',
      'useCount',
      'approvedCount',
      'pointsPaid',
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
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(task.created_at, task.task_id) <
          (select a.created_at, a.task_id from task a where a.task_id = ${after})`,
      ),
    )
    .orderBy('task.createdAt', 'desc')
    .orderBy('task.taskId', 'desc')
    .limit(limit)
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

export async function insertTask(trx: Trx, values: TaskValues & { kind: AdminTaskKind }): Promise<string> {
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
