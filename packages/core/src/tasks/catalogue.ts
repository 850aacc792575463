import type { Economy } from '@chuma/contract/admin/economy/economy'
import type { Answer } from '@chuma/contract/fields'
import { type FieldProblems, type Problem, problem } from '@chuma/contract/problems'
import { isSafeUrl } from '@chuma/contract/safe-url'
import type { RetireInput } from '@chuma/contract/tasks/admin-quiz'
import { extractYoutubeId } from '@chuma/contract/tasks/extract-youtube-id'
import { needsField, TASK_RULES, type TaskKind } from '@chuma/contract/tasks/task-kinds'
import type {
  adminTask,
  CreateTaskInput,
  ListTasksInput,
  TaskForm,
  UpdateTaskInput,
} from '@chuma/contract/tasks/tasks'
import type { Db, Trx } from '@chuma/db/client'
import { recordAct } from '@chuma/db/queries/admin/audit'
import { findPartner } from '@chuma/db/queries/partners/partners'
import {
  findAdminTask,
  insertTask,
  listTasks,
  lockTask,
  retireTask as retireRow,
  type TaskRow,
  type TaskValues,
  updateTask as updateRow,
} from '@chuma/db/queries/tasks/tasks'
import { AppError, invalidField, orRefuse } from '../app-error.ts'
import { exceedsDay } from '../approvals/limits.ts'
import { orAskAnother, passApproval, type Wish } from '../approvals/or-ask-another.ts'
import { outdateWaiting } from '../approvals/transitions.ts'
import type { StaffActor } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { doOnce, type Once } from '../idempotency/do-once.ts'
import { taskLink } from './task-lists.ts'

/**
 * Change a task. Open views, pending proofs and clicks keep their promised points.
 * Raising the points counts against the day's limit of the caller's person.
 * @throws AppError NOT_FOUND, APPROVAL_PENDING, CATALOGUE_STATE if `version` is outdated, INVALID_INPUT
 */
export async function updateTask(deps: Deps, staff: StaffActor, input: UpdateTaskInput) {
  const { id, version, ...form } = input
  return orAskAnother(deps, staff, async (deps) => {
    const economy = await deps.economy()
    return deps.db.transaction().execute(async (trx) => {
      const before = orRefuse(await lockTask(trx, id), 'NOT_FOUND')
      if (before.version !== version) throw new AppError('CATALOGUE_STATE')
      const values = requireTaskFields(before.kind, form, economy)
      await requireTaskPartner(trx, values.partnerId)
      const change = { subject: `task:${id}`, before, after: values }
      const acts = await passPoints({ deps, trx, staff }, { kind: 'update-task', payload: input, ...change })
      await updateRow(trx, id, values)
      const kinds = ['update-task'] as const
      await outdateWaiting(trx, { subject: change.subject, kinds, by: 'staff', actor: staff.name })
      await recordAct(trx, staff, { action: 'task.updated', ...change, after: { ...values, ...acts } })
      return loadTask(trx, id)
    })
  })
}

/**
 * Load a task for staff, active or not.
 * @throws AppError NOT_FOUND, also if it is retired
 */
export async function loadTask(db: Db, id: string): Promise<Answer<typeof adminTask>> {
  const row = orRefuse(await findAdminTask(db, id), 'NOT_FOUND')
  return describeTask(row)
}

type AdminTask = Answer<typeof adminTask>

/** List tasks of one kind for staff, including inactive ones. */
export async function listAllTasks({ db }: Deps, input: ListTasksInput): Promise<AdminTask[]> {
  return (await listTasks(db, input)).map(describeTask)
}

/** Describe a task for staff, with a link only if it is safe for members. */
function describeTask(row: TaskRow): AdminTask {
  const { kind, url } = row
  return {
    ...row,
    safeUrl: taskLink({ kind, url }),
    videoId: kind === 'video' && url !== null ? extractYoutubeId(url) : null,
  }
}

type Act = { deps: Pick<Deps, 'accounts' | 'economy'>; trx: Trx; staff: StaffActor }
type Points = { points: number }
type Change = Pick<Wish, 'kind' | 'subject' | 'payload'> & {
  before: Points | null
  after: Points
}

/**
 * Let a task's new points through, or stop them until a second person approves them. They count by how much a member gets more
 * than before.
 */
async function passPoints({ deps, trx, staff }: Act, change: Change) {
  const terms = await deps.economy()
  const amountKes = Math.max(0, change.after.points - (change.before?.points ?? 0)) * terms.kesPerPoint
  const approved = await passApproval(
    trx,
    { ...change, amountKes, reason: null },
    { staff, isAboveLimit: () => exceedsDay(deps, trx, { staff, limited: 'tasks', amountKes, terms }) },
  )
  return { ...(amountKes > 0 && { amountKes }), ...approved }
}

/**
 * Validate a form and reduce it to its kind's fields. A link that leads members elsewhere than it appears to is refused
 * here, and again when it is sent.
 * @throws AppError INVALID_INPUT naming every wrong field
 */
function requireTaskFields(kind: TaskKind, form: TaskForm, economy: Economy): TaskValues {
  const { title, description, points, country, isActive } = form
  const url = form.url.trim()
  const fields: FieldProblems = {}
  const note = (field: keyof TaskForm, found: Problem | undefined) => {
    if (found) fields[field] = [found]
  }
  note('points', findPointsProblem(kind, points, economy))
  note('url', findUrlProblem(kind, url))
  if (needsField(kind, 'minTimeSeconds') && form.minTimeSeconds === null)
    note('minTimeSeconds', problem('REQUIRED'))
  if (needsField(kind, 'instructions') && form.instructions === '') note('instructions', problem('REQUIRED'))
  if (Object.keys(fields).length > 0) throw new AppError('INVALID_INPUT', { fields })
  return {
    title,
    description,
    points,
    country,
    isActive,
    url: url || null,
    minTimeSeconds: needsField(kind, 'minTimeSeconds') ? form.minTimeSeconds : null,
    instructions: TASK_RULES[kind].paidFor === 'view' ? '' : form.instructions,
    partnerId: kind === 'affiliate' ? form.partnerId : null,
  }
}

/** The range of the economy record. A later, narrower one does not apply to existing tasks until they are edited. */
function findPointsProblem(kind: TaskKind, points: number, economy: Economy): Problem | undefined {
  if (kind === 'affiliate') return undefined
  const { min, max } = economy[TASK_RULES[kind].range]
  return points >= min && points <= max ? undefined : problem('POINTS_OUT_OF_RANGE', { min, max })
}

function findUrlProblem(kind: TaskKind, url: string): Problem | undefined {
  if (url === '') return needsField(kind, 'url') ? problem('REQUIRED') : undefined
  if (!isSafeUrl(url)) return problem('NOT_A_WHOLE_ADDRESS')
  if (kind === 'video' && extractYoutubeId(url) === null) return problem('NOT_A_YOUTUBE_LINK')
  return undefined
}

/** @throws AppError INVALID_INPUT for an unknown partner */
async function requireTaskPartner(trx: Trx, partnerId: string | null): Promise<void> {
  if (partnerId !== null && !(await findPartner(trx, partnerId))) {
    throw invalidField('partnerId', 'PARTNER_UNKNOWN')
  }
}

/**
 * Add a task. Above the day's limit of the caller's person its points wait for a second person.
 * @throws AppError INVALID_INPUT for fields or points that the kind does not allow, APPROVAL_PENDING
 */
export async function createTask(
  deps: Deps,
  staff: StaffActor,
  { idempotencyKey: key, kind, ...form }: CreateTaskInput & Once,
): Promise<Answer<typeof adminTask>> {
  const input = { kind, ...form }
  return orAskAnother(deps, staff, async (deps) => {
    const values = requireTaskFields(kind, form, await deps.economy())
    const after = { kind, ...values }
    return deps.db.transaction().execute(async (trx) => {
      const { secrets } = deps
      const keyed = { secrets, caller: staff.name, operation: 'create-task', key, request: input }
      const taskId = await doOnce(trx, keyed, async () => {
        await requireTaskPartner(trx, values.partnerId)
        const wish = { kind: 'create-task', subject: 'task', payload: input, before: null, after } as const
        const acts = await passPoints({ deps, trx, staff }, wish)
        const id = await insertTask(trx, after)
        await recordAct(trx, staff, {
          action: 'task.created',
          subject: `task:${id}`,
          after: { ...after, ...acts },
        })
        return id
      })
      return loadTask(trx, taskId)
    })
  })
}

/**
 * Remove a task from every list. Pending proofs are still decided, clicks are still credited, and the history stays.
 * @throws AppError NOT_FOUND, CATALOGUE_STATE if `version` is outdated
 */
export async function retireTask(deps: Deps, staff: StaffActor, { id, version }: RetireInput) {
  return deps.db.transaction().execute(async (trx) => {
    const before = orRefuse(await lockTask(trx, id), 'NOT_FOUND')
    if (before.version !== version) throw new AppError('CATALOGUE_STATE')
    await retireRow(trx, id)
    const subject = `task:${id}`
    await outdateWaiting(trx, { subject, kinds: ['update-task'], by: 'staff', actor: staff.name })
    await recordAct(trx, staff, { action: 'task.retired', subject, before })
    return { id }
  })
}
