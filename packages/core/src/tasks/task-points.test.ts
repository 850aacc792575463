import { createTaskInput } from '@chuma/contract/tasks/tasks'
import { expect, test } from 'vitest'
import { decideApproval } from '../admin/approvals/decide-approval.ts'
import { createLimitedDeps, givenSettled, pendingOf } from '../admin/approvals/testing.ts'
import { listAudit, startBehind } from '../admin/testing.ts'
import type { StaffActor } from '../caller.ts'
import { openTestDb } from '../testing.ts'
import { createTask, listAllTasks, retireTask, updateTask } from './catalogue.ts'

const { db } = await openTestDb()
/** 25 points a day for content staff, 45 for owners. */
const limits = { dailyTasksStaffKes: 25_000, dailyTasksOwnerKes: 45_000 }
const deps = createLimitedDeps(db, limits)
const free = createLimitedDeps(db, { dailyTasksStaffKes: 1_000_000, dailyTasksOwnerKes: 1_000_000 })
const checker = await givenSettled(deps, { role: 'content' })
const boss = await givenSettled(deps)

const video = (points: number, title = `A film of ${points}`) =>
  createTaskInput.parse({ kind: 'video', title, points, url: 'https://youtu.be/aqz-KE-bpKQ' })
const approve = (approvalId: string) =>
  decideApproval(deps, checker.actor, { approvalId, decision: 'approve', note: '' })
const titles = async () => (await listAllTasks(deps, { kind: 'video', limit: 100 })).map(({ title }) => title)

async function givenVideo(points: number) {
  const { id, version } = await createTask(free, boss.actor, video(points))
  const { kind: _, ...form } = video(points)
  const raise = (actor: StaffActor, to: number, by = deps) =>
    updateTask(by, actor, { ...form, points: to, id, version })
  return { id, version, raise }
}

test('new tasks count together, and above the day’s limit one waits for a second person', async () => {
  const { actor } = await givenSettled(deps, { role: 'content' })
  await createTask(deps, actor, video(20, 'The first'))
  const second = { ...video(20, 'The second'), idempotencyKey: crypto.randomUUID() }
  const { approvalId } = await pendingOf(createTask(deps, actor, second))
  expect(await pendingOf(createTask(deps, actor, second))).toMatchObject({ approvalId })
  expect(await titles()).not.toContain('The second')
  expect(await approve(approvalId)).toMatchObject({
    state: 'executed',
    kind: 'create-task',
    amountKes: 20_000,
  })
  expect((await titles()).filter((title) => title === 'The second')).toHaveLength(1)
})

test('an owner has a limit of their own', async () => {
  const { actor } = await givenSettled(deps)
  await createTask(deps, actor, video(40))
  await pendingOf(createTask(deps, actor, video(20)))
})

test('raised points count by the difference; other changes and lower points do not', async () => {
  const { actor } = await givenSettled(deps, { role: 'content' })
  const { id, version, raise } = await givenVideo(20)
  const { approvalId } = await pendingOf(raise(actor, 50))
  expect(await listAllTasks(deps, { kind: 'video', limit: 100 })).toContainEqual(
    expect.objectContaining({ id, points: 20, version }),
  )
  expect(await approve(approvalId)).toMatchObject({ state: 'executed', amountKes: 30_000 })
  const { kind: _, ...form } = video(50, 'Another title')
  const changed = await updateTask(deps, actor, { ...form, id, version: version + 1 })
  expect(changed).toMatchObject({ points: 50, title: 'Another title' })
  await updateTask(deps, actor, { ...form, points: 20, id, version: version + 2 })
  const [, first, second, third] = await listAudit(db, `task:${id}`)
  expect(first).toMatchObject({ after: { amountKes: 30_000, approvedBy: checker.actor.name } })
  expect(second?.after).not.toHaveProperty('amountKes')
  expect(third?.after).not.toHaveProperty('amountKes')
})

test('of two raises at once that only together exceed the limit, one waits', async () => {
  const { actor } = await givenSettled(deps, { role: 'content' })
  const [one, two] = [await givenVideo(20), await givenVideo(20)]
  const raised = await startBehind(
    db,
    (trx) =>
      trx.selectFrom('task').select('taskId').where('taskId', 'in', [one.id, two.id]).forUpdate().execute(),
    () => [one.raise(actor, 40), two.raise(actor, 40)],
  )
  expect(raised.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(raised.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'APPROVAL_PENDING' },
  })
})

test('a link’s points, which have no range, count too', async () => {
  const { actor } = await givenSettled(deps, { role: 'content' })
  const link = createTaskInput.parse({
    kind: 'affiliate',
    title: 'A link',
    points: 700,
    url: 'https://partner.example/go?click={click_id}',
  })
  await pendingOf(createTask(deps, actor, link))
})

test('a task that is changed or removed meanwhile ends the request to raise its points', async () => {
  const { actor } = await givenSettled(deps, { role: 'content' })
  const changed = await givenVideo(20)
  const removed = await givenVideo(20)
  const [first, second] = [
    await pendingOf(changed.raise(actor, 50)),
    await pendingOf(removed.raise(actor, 50)),
  ]
  await changed.raise(boss.actor, 21, free)
  await retireTask(deps, boss.actor, { id: removed.id, version: removed.version })
  for (const { approvalId } of [first, second]) {
    await expect(approve(approvalId)).rejects.toMatchObject({
      failure: { code: 'APPROVAL_STATE', params: { state: 'outdated' } },
    })
  }
})
