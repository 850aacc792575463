import type { TaskKind } from '@chuma/contract/tasks/task-kinds'
import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { createTestDeps, givenMember } from '../testing.ts'
import { listAllTasks } from './catalogue.ts'
import { givenPremiumMember } from './games.testing.ts'
import { decideProof, submitProof } from './proofs.ts'
import { listVideoTasks } from './task-lists.ts'
import { givenTask, letSecondsPass } from './testing.ts'
import { clickAd, openLink, openTask, watchVideo } from './views.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const staff = { name: 'staff:fatuma', address: '203.0.113.9' }

const countsOf = async (kind: TaskKind, id: string) => {
  const { useCount, approvedCount, pointsPaid } =
    (await listAllTasks(deps, { kind, limit: 100 })).find((row) => row.id === id) ?? {}
  return { useCount, approvedCount, pointsPaid }
}

test('a video is counted with its points when it pays', async () => {
  const id = await givenTask(db, 'video', { points: 20 })
  for (const isOpened of [true, false]) {
    const member = await givenPremiumMember(db)
    if (isOpened) await openTask(deps, member, { id })
    else await listVideoTasks(deps, member)
    expect(await watchVideo(deps, member, { id }).catch(({ code }) => code)).toBe('TOO_EARLY')
    await letSecondsPass(db, member.memberId, 60)
    await watchVideo(deps, member, { id })
  }
  expect(await countsOf('video', id)).toEqual({ useCount: 2, approvedCount: 0, pointsPaid: 40 })
})

test('an advertisement that was left too early is not counted', async () => {
  const id = await givenTask(db, 'ad', { points: 20 })
  const member = await givenPremiumMember(db)
  await openTask(deps, member, { id })
  await clickAd(deps, member, { id, timeSpent: 99 })
  expect(await countsOf('ad', id)).toEqual({ useCount: 0, approvedCount: 0, pointsPaid: 0 })
})

test('proofs are counted when they are submitted, and when they are approved', async () => {
  const id = await givenTask(db, 'social', { points: 40 })
  for (const decision of ['approved', 'rejected', undefined] as const) {
    const proof = await submitProof(deps, await givenPremiumMember(db), { id, proof: 'https://a.example/1' })
    if (decision) await decideProof(deps, staff, { id: proof.id, decision, reason: 'Because' })
  }
  expect(await countsOf('social', id)).toEqual({ useCount: 3, approvedCount: 1, pointsPaid: 40 })
})

test('a link counts the clicks on it', async () => {
  const id = await givenTask(db, 'affiliate')
  const member = await givenMember(db)
  const caller = { member, staff: null, apiKey: null, address: null, userAgent: null }
  for (const _ of [1, 2]) await openLink(deps, caller, { id })
  expect(await countsOf('affiliate', id)).toEqual({ useCount: 2, approvedCount: 0, pointsPaid: 0 })
})
