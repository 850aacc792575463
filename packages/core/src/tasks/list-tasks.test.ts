import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { createTestDeps, givenMember } from '../testing.ts'
import { givenPremiumMember, travel } from './games.testing.ts'
import {
  listAdTasks,
  listAffiliateLinks,
  listMicroJobs,
  listSocialTasks,
  listVideoTasks,
} from './task-lists.ts'
import { givenTask, letSecondsPass } from './testing.ts'
import { openTask, watchVideo } from './views.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const lists = {
  video: listVideoTasks,
  ad: listAdTasks,
  social: listSocialTasks,
  'micro-job': listMicroJobs,
  affiliate: listAffiliateLinks,
}
const kinds = ['video', 'ad', 'social', 'micro-job', 'affiliate'] as const

test.each(kinds)(
  'a list of kind %s has the active tasks for this country or all countries, newest first',
  async (kind) => {
    const member = await givenPremiumMember(db)
    const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour))
    await givenTask(db, kind, { title: 'kenya', country: 'kenya', createdAt: at(1) })
    await givenTask(db, kind, { title: 'global', country: 'Global', createdAt: at(2) })
    await givenTask(db, kind, { title: 'anywhere', country: '', createdAt: at(3) })
    await givenTask(db, kind, { country: 'Uganda' })
    await givenTask(db, kind, { isActive: false })
    const listed = await lists[kind](deps, member)
    expect(listed.map(({ title }) => title)).toEqual(['anywhere', 'global', 'kenya'])
  },
)

test.each(['video', 'ad', 'social'] as const)('a list of kind %s is for premium members', async (kind) => {
  const member = await givenMember(db)
  await expect((async () => lists[kind](deps, member))()).rejects.toMatchObject({ code: 'PREMIUM_REQUIRED' })
})

test.each(['micro-job', 'affiliate'] as const)('a list of kind %s is for everyone', async (kind) => {
  expect(await lists[kind](deps, await givenMember(db))).toBeInstanceOf(Array)
})

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
  expect(await listSocialTasks(deps, member)).toContainEqual(
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
