import { randomUUID } from 'node:crypto'
import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { createTestDeps, givenMember } from '../../testing.ts'
import { givenPremiumMember } from '../games.testing.ts'
import { getToday } from '../get-today.ts'
import { decideProof, submitProof } from '../proofs.ts'
import { listMicroJobs, listSocialTasks } from '../task-lists.ts'
import { givenTask } from '../testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const staff = { name: 'staff:fatuma', address: null }
const proof = 'https://social.example/p/1'

test('a proof waits for staff, with its promised points', async () => {
  const member = await givenPremiumMember(db)
  const id = await givenTask(db, 'social', { points: 40 })
  expect(await submitProof(deps, member, { id, proof })).toMatchObject({ state: 'submitted', points: 40 })
  await db.updateTable('task').set({ points: 5 }).where('taskId', '=', id).execute()
  const listed = await listSocialTasks(deps, member)
  expect(listed.find((task) => task.id === id)).toMatchObject({
    points: 40,
    proof: { state: 'submitted', reason: null, submittedAt: expect.any(Date) },
  })
})

test('a micro-job is open to everyone, a social task to premium members', async () => {
  const member = await givenMember(db)
  const [social, job] = await Promise.all([givenTask(db, 'social'), givenTask(db, 'micro-job')])
  await expect(submitProof(deps, member, { id: social, proof })).rejects.toMatchObject({
    code: 'PREMIUM_REQUIRED',
  })
  expect(await submitProof(deps, member, { id: job, proof })).toMatchObject({ state: 'submitted' })
})

test('of many concurrent proofs one waits', async () => {
  const member = await givenMember(db)
  const id = await givenTask(db, 'micro-job')
  const results = await Promise.allSettled(
    Array.from({ length: 30 }, () => submitProof(deps, member, { id, proof })),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
  expect(new Set(refused)).toEqual(new Set(['PROOF_STATE']))
})

test('can be submitted again only after a rejection, whose reason is listed', async () => {
  const member = await givenMember(db)
  const id = await givenTask(db, 'micro-job')
  const shown = async () => (await listMicroJobs(deps, member)).find((task) => task.id === id)?.proof
  const first = await submitProof(deps, member, { id, proof })
  await expect(submitProof(deps, member, { id, proof })).rejects.toMatchObject({ code: 'PROOF_STATE' })
  await decideProof(deps, staff, { id: first.id, decision: 'rejected', reason: 'The prices are missing' })
  expect(await shown()).toMatchObject({ state: 'rejected', reason: 'The prices are missing' })

  const second = await submitProof(deps, member, { id, proof: 'Flour 180, milk 60' })
  expect(await shown()).toMatchObject({ state: 'submitted', reason: null })
  await decideProof(deps, staff, { id: second.id, decision: 'approved', reason: '' })
  expect(await shown()).toMatchObject({ state: 'approved' })
  await expect(submitProof(deps, member, { id, proof })).rejects.toMatchObject({ code: 'PROOF_STATE' })
})

test('a task with a pending or approved proof is closed', async () => {
  const member = await givenMember(db)
  const id = await givenTask(db, 'micro-job')
  const open = async () =>
    (await getToday(deps, member)).opportunities.find(({ kind }) => kind === 'micro-job')?.open ?? 0
  const before = await open()
  await submitProof(deps, member, { id, proof })
  expect(await open()).toBe(before - 1)
})

test.each([
  ['switched off', 'micro-job', { isActive: false }],
  ['of another country', 'micro-job', { country: 'Uganda' }],
  ['a video', 'video', {}],
  ['an affiliate link', 'affiliate', {}],
] as const)('a task that is %s accepts no proof', async (_name, kind, given) => {
  const member = await givenPremiumMember(db)
  const id = await givenTask(db, kind, given)
  await expect(submitProof(deps, member, { id, proof })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('the address of one kind accepts no proof of another', async () => {
  const member = await givenPremiumMember(db)
  const id = await givenTask(db, 'social')
  await expect(submitProof(deps, member, { id, proof, kind: 'micro-job' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(submitProof(deps, member, { id: randomUUID(), proof })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})
