import type { Page } from '@chuma/contract/fields'
import {
  isPremiumKind,
  PROOF_KINDS,
  type ProofKind,
  TASK_KINDS,
  type TaskKind,
} from '@chuma/contract/tasks/task-kinds'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { SignedInMember } from '../caller.ts'
import { givenMember, openTestDb } from '../testing.ts'
import { listAllTasks } from './catalogue.ts'
import { decideProof, submitProof } from './proofs.ts'
import { fillPage, listAdTasks, listAffiliateLinks, listProvenTasks, listVideoTasks } from './task-lists.ts'
import { givenPremiumMember, givenTask, letSecondsPass, travel } from './testing.ts'
import { clickAd, openLink, openTask, watchVideo } from './views.ts'

const { db, deps } = await openTestDb()
type List = (member: SignedInMember) => Promise<{ title: string }[]>
const lists = {
  video: (member) => listVideoTasks(deps, member),
  ad: (member) => listAdTasks(deps, member),
  affiliate: (member) => listAffiliateLinks(deps, member),
  ...(Object.fromEntries(
    PROOF_KINDS.map((kind): [ProofKind, List] => [kind, (member) => listProvenTasks(deps, member, { kind })]),
  ) as Record<ProofKind, List>),
} satisfies Record<TaskKind, List>

test.each(TASK_KINDS)(
  'a list of kind %s has the active tasks for this country or all countries, newest first',
  async (kind) => {
    const member = await givenPremiumMember(db)
    const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour))
    await givenTask(db, kind, { title: 'kenya', country: 'kenya', createdAt: at(1) })
    await givenTask(db, kind, { title: 'global', country: 'Global', createdAt: at(2) })
    await givenTask(db, kind, { title: 'anywhere', country: '', createdAt: at(3) })
    await givenTask(db, kind, { country: 'Uganda' })
    await givenTask(db, kind, { isActive: false })
    const listed = await lists[kind](member)
    expect(listed.map(({ title }) => title)).toEqual(['anywhere', 'global', 'kenya'])
  },
)

test.each(TASK_KINDS.filter(isPremiumKind))('a list of kind %s is for premium members', async (kind) => {
  const member = await givenMember(db)
  await expect(lists[kind](member)).rejects.toMatchObject({ code: 'PREMIUM_REQUIRED' })
})

test.each(TASK_KINDS.filter((kind) => !isPremiumKind(kind)))(
  'a list of kind %s is for everyone',
  async (kind) => {
    expect(await lists[kind](await givenMember(db))).toBeInstanceOf(Array)
  },
)

test('a video is listed with the player’s id, or else only if its address is a safe https page', async () => {
  const member = await givenPremiumMember(db)
  const given = {
    short: 'https://youtu.be/aqz-KE-bpKQ?t=5',
    bare: 'youtube.com/watch?v=aqz-KE-bpKQ',
    plain: 'http://www.youtube.com/watch?v=aqz-KE-bpKQ',
    elsewhere: 'https://video.example/7',
    insecure: 'http://video.example/7',
    script: 'javascript:alert(1)',
  }
  for (const [title, url] of Object.entries(given)) await givenTask(db, 'video', { title, url })
  const listed = await listVideoTasks(deps, member)
  const shown = Object.fromEntries(
    listed
      .filter(({ title }) => title in given)
      .map(({ title, youtubeUrl, videoId }) => [title, { youtubeUrl, videoId }]),
  )
  const canonical = { youtubeUrl: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ', videoId: 'aqz-KE-bpKQ' }
  expect(shown).toEqual({
    short: { youtubeUrl: given.short, videoId: 'aqz-KE-bpKQ' },
    bare: canonical,
    plain: canonical,
    elsewhere: { youtubeUrl: given.elsewhere, videoId: null },
  })
})

test('a task with an unsafe address is not listed', async () => {
  const member = await givenPremiumMember(db)
  const url = 'java\nscript:alert(1)'
  const [ad, link, social] = await Promise.all([
    givenTask(db, 'ad', { url }),
    givenTask(db, 'affiliate', { url }),
    givenTask(db, 'social', { url }),
  ])
  const idsOf = (tasks: { id: string }[]) => tasks.map(({ id }) => id)
  expect(idsOf(await listAdTasks(deps, member))).not.toContain(ad)
  expect(idsOf(await listAffiliateLinks(deps, member))).not.toContain(link)
  // A social task is done by its instructions: it is listed without the link.
  expect(await listProvenTasks(deps, member, { kind: 'social' })).toContainEqual(
    expect.objectContaining({ id: social, url: null }),
  )
})

test('a task claimed today is marked as done until tomorrow', async () => {
  const member = await givenPremiumMember(db)
  const id = await givenTask(db, 'video')
  const isDone = async () => (await listVideoTasks(deps, member)).find((task) => task.id === id)?.isDone
  await travel(db, 'before')
  expect(await isDone()).toBe(false)
  await openTask(deps, member, { id })
  await letSecondsPass(db, member.memberId, 30)
  await watchVideo(deps, member, { id })
  expect(await isDone()).toBe(true)
  await travel(db, 'after')
  expect(await isDone()).toBe(false)
})

test('without opening, time counts from when the list was first sent that day, however often it is sent', async () => {
  const member = await givenPremiumMember(db)
  const id = await givenTask(db, 'video')
  await listVideoTasks(deps, member)
  await letSecondsPass(db, member.memberId, 20)
  await Promise.all([listVideoTasks(deps, member), listVideoTasks(deps, member)])
  await expect(watchVideo(deps, member, { id })).rejects.toMatchObject({ code: 'TOO_EARLY' })
  await letSecondsPass(db, member.memberId, 10)
  await listVideoTasks(deps, member)
  expect(await watchVideo(deps, member, { id })).toMatchObject({ pointsEarned: 20 })
})

test('a list that is sent on the next day starts its own time', async () => {
  const member = await givenPremiumMember(db)
  await listVideoTasks(deps, member)
  const seen = () =>
    db
      .selectFrom('taskListView')
      .select(sql<boolean>`business_day(seen_at) = business_day(now())`.as('isToday'))
      .where('memberId', '=', member.memberId)
      .execute()
  await letSecondsPass(db, member.memberId, 24 * 3600)
  expect(await seen()).toEqual([{ isToday: false }])
  await listVideoTasks(deps, member)
  expect(await seen()).toEqual([{ isToday: true }])
})

test('a list sent after a view was left counts for it again', async () => {
  const member = await givenPremiumMember(db)
  const id = await givenTask(db, 'video')
  await openTask(deps, member, { id })
  await listVideoTasks(deps, member)
  await openTask(deps, member, { id: await givenTask(db, 'video') })
  await letSecondsPass(db, member.memberId, 60)
  await expect(watchVideo(deps, member, { id })).rejects.toMatchObject({ code: 'TOO_EARLY' })
  await listVideoTasks(deps, member)
  await letSecondsPass(db, member.memberId, 30)
  expect(await watchVideo(deps, member, { id })).toMatchObject({ pointsEarned: 20 })
})
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

/** Rows of which every third must be left out. */
const rows = Array.from({ length: 10 }, (_, n) => ({ id: `row ${n}`, isBad: n % 3 === 0 }))
const good = rows.filter(({ isBad }) => !isBad).map(({ id }) => id)
const read = async ({ after, limit }: Page) => {
  const from = rows.findIndex(({ id }) => id === after) + 1
  return rows.slice(from, from + limit)
}
const show = ({ id, isBad }: (typeof rows)[number]) => (isBad ? null : id)

test.each([1, 2, 3, 4, 6, 7, 10])(
  'pages of %i rows are full except the last, without gaps or duplicates',
  async (limit) => {
    const pages: string[][] = []
    let page: string[]
    do {
      page = await fillPage({ after: pages.at(-1)?.at(-1), limit }, read, show)
      pages.push(page)
    } while (page.length === limit)
    expect(pages.flat()).toEqual(good)
  },
)
