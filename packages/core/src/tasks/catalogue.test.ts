import { randomUUID } from 'node:crypto'
import { problem } from '@chuma/contract/problems'
import { PAID_TASK_KINDS, PROOF_KINDS, type ProofKind, TASK_RULES } from '@chuma/contract/tasks/task-kinds'
import type { CreateTaskInput } from '@chuma/contract/tasks/tasks'
import { expect, test } from 'vitest'
import { listAudit, startBehind } from '../admin/testing.ts'
import { givenPartner } from '../partners/testing.ts'
import { givenMember, lockRows, openTestDb, refusals } from '../testing.ts'
import { createTask, listAllTasks, retireTask, updateTask } from './catalogue.ts'
import { decideProof, submitProof } from './proofs.ts'
import { listProvenTasks, listVideoTasks } from './task-lists.ts'
import { givenPremiumMember } from './testing.ts'

const { db, deps } = await openTestDb()
const staff = { name: 'staff:fatuma', address: '203.0.113.9' }
const empty = {
  description: '',
  url: '',
  minTimeSeconds: null,
  instructions: '',
  country: 'Kenya',
  partnerId: null,
  isActive: true,
}
const good: Record<CreateTaskInput['kind'], CreateTaskInput> = {
  video: { ...empty, kind: 'video', title: 'A film', points: 20, url: 'https://youtu.be/aqz-KE-bpKQ' },
  ad: { ...empty, kind: 'ad', title: 'A page', points: 10, url: 'https://shop.example/', minTimeSeconds: 15 },
  ...(Object.fromEntries(
    PROOF_KINDS.map((kind) => {
      const points = TASK_RULES[kind].points.min
      return [kind, { ...empty, kind, title: 'A job', points, instructions: 'Do it.' }]
    }),
  ) as Record<ProofKind, CreateTaskInput>),
  affiliate: {
    ...empty,
    kind: 'affiliate',
    title: 'A link',
    points: 0,
    url: 'https://partner.example/go?click={click_id}',
  },
}
const kinds = Object.keys(good) as CreateTaskInput['kind'][]

const list = (kind: CreateTaskInput['kind'], more: Partial<Parameters<typeof listAllTasks>[1]> = {}) =>
  listAllTasks(deps, { kind, limit: 100, ...more })

/** A task of one kind, with the test's changes. */
const make = (kind: CreateTaskInput['kind'], changed: Partial<CreateTaskInput> = {}) =>
  createTask(deps, staff, { ...good[kind], ...changed })
const problemsOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (reason: { fields?: object }) => reason,
  )
  return error?.fields
}

test.each(kinds)('a new %s is listed with its kind’s fields, and logged', async (kind) => {
  const { kind: _, url, ...values } = good[kind]
  const made = await make(kind)
  expect(made).toMatchObject({ ...values, kind, url: url || null, version: 1, useCount: 0, pointsPaid: 0 })
  expect(await list(kind)).toMatchObject([{ id: made.id }])
  expect(await listAudit(db, `task:${made.id}`)).toMatchObject([
    { actor: 'staff:fatuma', action: 'task.created', after: { kind, title: values.title } },
  ])
})

test('a video shows the id for the player', async () => {
  expect(await make('video')).toMatchObject({
    videoId: 'aqz-KE-bpKQ',
    safeUrl: 'https://youtu.be/aqz-KE-bpKQ',
  })
})

const ranges = PAID_TASK_KINDS.map((kind) => ({ kind, ...TASK_RULES[kind].points }))

test('the ranges are those of the specification', () => {
  expect(ranges).toEqual(
    expect.arrayContaining([
      { kind: 'video', min: 20, max: 50 },
      { kind: 'ad', min: 10, max: 25 },
      { kind: 'social', min: 30, max: 50 },
      { kind: 'micro-job', min: 1, max: 500 },
    ]),
  )
})

test.each(
  ranges.flatMap(({ kind, min, max }) => [
    [kind, min - 1, [min, max]] as const,
    [kind, max + 1, [min, max]] as const,
  ]),
)('a %s may not pay %i points', async (kind, points, [min, max]) => {
  const outside = problem('POINTS_OUT_OF_RANGE', { min, max })
  expect(await problemsOf(make(kind, { points }))).toEqual({ points: [outside] })
  const { id } = await make(kind)
  const { kind: _, ...form } = good[kind]
  expect(await problemsOf(updateTask(deps, staff, { ...form, points, id, version: 1 }))).toEqual({
    points: [outside],
  })
})

test.each([
  ...ranges.flatMap(({ kind, min, max }) => [[kind, min] as const, [kind, max] as const]),
  ['affiliate', 700] as const,
])('a %s may pay %i points', async (kind, points) => {
  expect(await make(kind, { points })).toMatchObject({ points })
})

test.each(kinds)('a %s does not lead to an unsafe address', async (kind) => {
  expect(await problemsOf(make(kind, { url: 'javascript:alert(1)' }))).toEqual({
    url: [problem('NOT_A_WHOLE_ADDRESS')],
  })
})

test('each kind has its required fields', async () => {
  expect(await problemsOf(make('video', { url: 'https://vimeo.com/1' }))).toEqual({
    url: [problem('NOT_A_YOUTUBE_LINK')],
  })
  expect(await problemsOf(make('ad', { url: '', minTimeSeconds: null }))).toEqual({
    url: [problem('REQUIRED')],
    minTimeSeconds: [problem('REQUIRED')],
  })
  expect(await problemsOf(make('social', { instructions: '' }))).toEqual({
    instructions: [problem('REQUIRED')],
  })
  expect(await problemsOf(make('affiliate', { partnerId: randomUUID() }))).toEqual({
    partnerId: [problem('PARTNER_UNKNOWN')],
  })
})

test('fields that a kind does not have are not stored', async () => {
  const { partnerId } = await givenPartner(db)
  expect(await make('video', { minTimeSeconds: 9, instructions: 'x', partnerId })).toMatchObject({
    minTimeSeconds: null,
    instructions: '',
    partnerId: null,
  })
  expect(await make('affiliate', { partnerId })).toMatchObject({ partnerId, partnerName: expect.any(String) })
})

test('of two concurrent changes one is refused', async () => {
  const { id } = await make('video')
  const { kind: _, ...form } = good.video
  const results = await startBehind(db, lockRows('task', { taskId: id }), () =>
    [30, 40].map((points) => updateTask(deps, staff, { ...form, points, id, version: 1 })),
  )
  const saved = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.points] : []))
  const refused = refusals(results)
  expect([saved.length, refused]).toEqual([1, ['CATALOGUE_STATE']])
  expect((await list('video')).find((row) => row.id === id)).toMatchObject({ points: saved[0], version: 2 })
  expect((await listAudit(db, `task:${id}`)).map(({ action }) => action)).toEqual([
    'task.created',
    'task.updated',
  ])
})

test('members do not see inactive tasks, and staff find them by state', async () => {
  const member = await givenPremiumMember(db)
  const { id } = await make('video', { title: 'Hidden' })
  const { kind: _, ...form } = good.video
  await updateTask(deps, staff, { ...form, title: 'Hidden', isActive: false, id, version: 1 })
  expect((await listVideoTasks(deps, member)).map((task) => task.id)).not.toContain(id)
  expect(await list('video', { state: 'inactive' })).toMatchObject([{ id }])
  expect((await list('video', { state: 'active' })).map((task) => task.id)).not.toContain(id)
  expect(await list('video', { search: 'hidDEN' })).toMatchObject([{ id }])
  await updateTask(deps, staff, { ...form, title: 'Hidden', isActive: true, id, version: 2 })
  expect((await listVideoTasks(deps, member)).map((task) => task.id)).toContain(id)
})

test('a retired task is in no list, and its pending proofs are still decided and paid', async () => {
  const member = await givenMember(db)
  const { id } = await make('micro-job', { points: 5 })
  const proof = await submitProof(deps, member, { id, proof: 'Flour 180' })
  await expect(retireTask(deps, staff, { id, version: 2 })).rejects.toMatchObject({ code: 'CATALOGUE_STATE' })
  await retireTask(deps, staff, { id, version: 1 })
  expect((await list('micro-job')).map((task) => task.id)).not.toContain(id)
  const listed = async () => listProvenTasks(deps, await givenMember(db), { kind: 'micro-job' })
  expect((await listed()).map((task) => task.id)).not.toContain(id)
  expect(await decideProof(deps, staff, { id: proof.id, decision: 'approved', reason: '' })).toMatchObject({
    state: 'approved',
    points: 5,
  })
  for (const call of [
    () => retireTask(deps, staff, { id, version: 2 }),
    () => updateTask(deps, staff, { ...empty, title: 'x', points: 5, instructions: 'x', id, version: 2 }),
  ]) {
    await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
})

test('a page starts after the last row of the previous one', async () => {
  for (const index of [1, 2, 3]) await make('ad', { title: `Page ${index}` })
  const all = await list('ad')
  const first = await list('ad', { limit: 2 })
  expect([...first, ...(await list('ad', { limit: 100, after: first.at(-1)?.id }))]).toEqual(all)
})
