import { randomUUID } from 'node:crypto'
import { listTransactions } from '@chuma/db/queries/wallet/ledger'
import { getBalance } from '@chuma/db/queries/wallet/wallet'
import { startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { notice } from '../notice.ts'
import { codeOf, givenMember, openTestDb, readRow, readRows, refusals } from '../testing.ts'
import { getToday } from './get-today.ts'
import { listAdTasks, listAffiliateLinks, listVideoTasks } from './task-lists.ts'
import { givenPremiumMember, givenTask, letSecondsPass, travel, withEconomy } from './testing.ts'
import { clickAd, openLink, openTask, watchVideo } from './views.ts'

const { db, deps } = await openTestDb()

const tooEarly = {
  completed: false,
  pointsEarned: 0,
  availablePoints: 0,
  message: notice('AD_TOO_SHORT'),
}

async function givenOpenAd() {
  const member = await givenPremiumMember(db)
  const id = await givenTask(db, 'ad', { minTimeSeconds: 40, points: 15 })
  await openTask(deps, member, { id })
  return { member, id, memberId: member.memberId }
}

test('an advertisement pays after its own minimum time', async () => {
  const { member, id, memberId } = await givenOpenAd()
  await letSecondsPass(db, memberId, 30)
  expect(await clickAd(deps, member, { id, timeSpent: 45 })).toEqual(tooEarly)
  await letSecondsPass(db, memberId, 10)
  expect(await clickAd(deps, member, { id, timeSpent: 45 })).toEqual({
    completed: true,
    pointsEarned: 15,
    availablePoints: 15,
  })
  await expect(clickAd(deps, member, { id, timeSpent: 15 })).rejects.toMatchObject({ code: 'DONE_TODAY' })
})

test.each([1e9, Number.MAX_VALUE, -5, 0])(
  'a browser’s claim of %d seconds changes nothing, and is stored',
  async (timeSpent) => {
    const { member, id, memberId } = await givenOpenAd()
    expect(await clickAd(deps, member, { id, timeSpent })).toEqual(tooEarly)
    await letSecondsPass(db, memberId, 40)
    expect(await clickAd(deps, member, { id, timeSpent })).toMatchObject({ pointsEarned: 15 })
    const kept = await readRows(db, 'taskView', ['claimedTimeSpent'], { memberId })
    expect(kept).toEqual([{ claimedTimeSpent: Math.min(Math.max(timeSpent, 0), 2_147_483_647) }])
  },
)

test('a claim that was too early is recorded with the open view', async () => {
  const { member, id, memberId } = await givenOpenAd()
  await clickAd(deps, member, { id, timeSpent: 3.6 })
  const kept = await readRows(db, 'taskView', ['claimedTimeSpent', 'claimedAt'], { memberId })
  expect(kept).toEqual([{ claimedTimeSpent: 4, claimedAt: null }])
})

test('of 50 concurrent clicks one is paid', async () => {
  const { member, id, memberId } = await givenOpenAd()
  await letSecondsPass(db, memberId, 40)
  const results = await startTogether(db, memberId, () =>
    Array.from({ length: 50 }, () => clickAd(deps, member, { id, timeSpent: 15 })),
  )
  expect(refusals(results)).toEqual(Array(49).fill('DONE_TODAY'))
  expect(await getBalance(db, memberId)).toMatchObject({ availablePoints: 15 })
})

test('time spent on a video does not count for an advertisement', async () => {
  const { member, id, memberId } = await givenOpenAd()
  const video = await givenTask(db, 'video')
  await listAdTasks(deps, member)
  await openTask(deps, member, { id: video })
  await letSecondsPass(db, memberId, 60)
  await watchVideo(deps, member, { id: video })
  expect(await clickAd(deps, member, { id, timeSpent: 30 })).toMatchObject({ completed: false })
})

test('without opening, time counts from when the list was sent', async () => {
  const member = await givenPremiumMember(db)
  const id = await givenTask(db, 'ad')
  await listVideoTasks(deps, member)
  await letSecondsPass(db, member.memberId, 60)
  expect(await clickAd(deps, member, { id, timeSpent: 15 })).toEqual(tooEarly)
  await listAdTasks(deps, member)
  await letSecondsPass(db, member.memberId, 15)
  expect(await clickAd(deps, member, { id, timeSpent: 15 })).toMatchObject({ completed: true })
})

test('an advertisement done today is counted, and open again tomorrow', async () => {
  const { member, id, memberId } = await givenOpenAd()
  const count = async () => {
    const { adsClicked, opportunities } = await getToday(deps, member)
    return { adsClicked, open: opportunities.find(({ kind }) => kind === 'ad')?.open }
  }
  await travel(db, 'before')
  const { open = 0 } = await count()
  await letSecondsPass(db, memberId, 40)
  await clickAd(deps, member, { id, timeSpent: 15 })
  expect(await count()).toEqual({ adsClicked: 1, open: open - 1 })
  await travel(db, 'after')
  expect(await count()).toEqual({ adsClicked: 0, open })
})

test('is for premium members and active advertisements', async () => {
  const { member, id, memberId } = await givenOpenAd()
  await letSecondsPass(db, memberId, 60)
  const claim = { id, timeSpent: 60 }
  expect(await codeOf(clickAd(deps, await givenMember(db), claim))).toBe('PREMIUM_REQUIRED')
  const video = await givenTask(db, 'video')
  expect(await codeOf(clickAd(deps, member, { id: video, timeSpent: 60 }))).toBe('NOT_FOUND')
  await db.updateTable('task').set({ country: 'Uganda' }).where('taskId', '=', id).execute()
  await expect(clickAd(deps, member, claim)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

async function givenCaller() {
  const member = await givenMember(db)
  const caller = { member, staff: null, apiKey: null, address: '203.0.113.7', userAgent: 'Test/1.0' }
  return { member, caller }
}

test('opening a link records a click, and the address reveals only its reference', async () => {
  const { member, caller } = await givenCaller()
  const id = await givenTask(db, 'affiliate', { title: 'Savings', points: 250 })
  const { url } = await openLink(deps, caller, { id })
  const click = await readRow(
    db,
    'click',
    ['clickId', 'reference', 'taskId', 'surveyId', 'points', 'title', 'address', 'userAgent'],
    { memberId: member.memberId },
  )
  expect(click).toMatchObject({
    taskId: id,
    surveyId: null,
    points: 250,
    title: 'Savings',
    address: '203.0.113.7',
    userAgent: 'Test/1.0',
  })
  expect(click.reference).toMatch(/^[A-Za-z0-9_-]{32}$/)
  expect(url).toBe(`https://partner.example/go?aff=7&click=${click.reference}`)
  const owner = await readRows(db, 'clickReference', ['memberId', 'clickId'], { reference: click.reference })
  expect(owner).toEqual([{ memberId: member.memberId, clickId: click.clickId }])
})

test('each click has its own reference, and clicks do not pay', async () => {
  const { member, caller } = await givenCaller()
  const id = await givenTask(db, 'affiliate')
  const urls = await Promise.all(Array.from({ length: 10 }, () => openLink(deps, caller, { id })))
  expect(new Set(urls.map(({ url }) => url)).size).toBe(10)
  expect(await getBalance(db, member.memberId)).toMatchObject({ availablePoints: 0 })
  const listed = await listAffiliateLinks(deps, member)
  expect(listed.find((link) => link.id === id)?.lastClickedAt).toBeInstanceOf(Date)
})

test.each([
  ['switched off', 'affiliate', { isActive: false }],
  ['of another country', 'affiliate', { country: 'Uganda' }],
  ['no page that may be opened', 'affiliate', { url: 'javascript:alert("{click_id}")' }],
  ['an advertisement', 'ad', {}],
] as const)('a link that is %s is not found and records nothing', async (_name, kind, given) => {
  const { member, caller } = await givenCaller()
  const id = await givenTask(db, kind, given)
  await expect(openLink(deps, caller, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const clicks = await readRows(db, 'click', ['clickId'], { memberId: member.memberId })
  expect(clicks).toEqual([])
})

test('a visitor cannot open a link', async () => {
  const { caller } = await givenCaller()
  const id = await givenTask(db, 'affiliate')
  expect(await codeOf(openLink(deps, { ...caller, member: null }, { id }))).toBe('NOT_SIGNED_IN')
})

/** The test takes a moment too, so the exact number is unknown. */
const isBetween = (seconds: number | null = null, from: number, to: number) =>
  seconds !== null && from <= seconds && seconds <= to

const listOpen = (memberId: string) =>
  readRows(db, 'taskView', ['taskId'], { memberId, claimedAt: null, voidedAt: null })

test('opening the same video again continues its view', async () => {
  const member = await givenPremiumMember(db)
  const id = await givenTask(db, 'video')
  const first = await openTask(deps, member, { id })
  expect(isBetween(first.secondsLeft, 20, 30)).toBe(true)
  expect(first.readyAt.getTime() - first.openedAt.getTime()).toBe(30_000)
  await letSecondsPass(db, member.memberId, 12)
  const again = await openTask(deps, member, { id })
  expect(isBetween(again.secondsLeft, 8, 18)).toBe(true)
  expect(first.openedAt.getTime() - again.openedAt.getTime()).toBe(12_000)
  expect(await listOpen(member.memberId)).toEqual([{ taskId: id }])
})

test('a reload finds the countdown in the list, with the screen’s extra seconds', async () => {
  const member = await givenPremiumMember(db)
  const [video, ad] = await Promise.all([givenTask(db, 'video'), givenTask(db, 'ad', { minTimeSeconds: 60 })])
  const of = <T extends { id: string }>(id: string, list: T[]) => list.find((task) => task.id === id)
  await openTask(deps, member, { id: ad })
  await letSecondsPass(db, member.memberId, 4)
  const shown = of(ad, await listAdTasks(deps, member))
  expect(shown).toMatchObject({ waitSeconds: 65, minTimeSeconds: 60, openedAt: expect.any(Date) })
  expect(isBetween(shown?.secondsLeft, 51, 61)).toBe(true)
  expect(of(video, await listVideoTasks(deps, member))).toMatchObject({
    waitSeconds: 30,
    secondsLeft: null,
    openedAt: null,
    readyAt: null,
  })
})

test('a claim in the meantime restarts the time of an open view', async () => {
  const member = await givenPremiumMember(db)
  const [first, second] = await Promise.all([givenTask(db, 'video'), givenTask(db, 'video')])
  await listVideoTasks(deps, member)
  await letSecondsPass(db, member.memberId, 30)
  await openTask(deps, member, { id: second })
  await letSecondsPass(db, member.memberId, 20)
  await watchVideo(deps, member, { id: first })
  const { secondsLeft } = await openTask(deps, member, { id: second })
  expect(isBetween(secondsLeft, 20, 30)).toBe(true)
})

test('of many tasks opened at the same time exactly one stays open', async () => {
  const member = await givenPremiumMember(db)
  const ids = await Promise.all(Array.from({ length: 20 }, () => givenTask(db, 'video')))
  const results = await startTogether(db, member.memberId, () =>
    ids.map((id) => openTask(deps, member, { id })),
  )
  expect(results.every(({ status }) => status === 'fulfilled')).toBe(true)
  expect(await listOpen(member.memberId)).toHaveLength(1)
})

test('the same task opened twice at the same time is one view', async () => {
  const member = await givenPremiumMember(db)
  const id = await givenTask(db, 'ad')
  await startTogether(db, member.memberId, () => [
    openTask(deps, member, { id }),
    openTask(deps, member, { id }),
  ])
  const views = await readRows(db, 'taskView', ['taskId'], { memberId: member.memberId })
  expect(views).toEqual([{ taskId: id }])
})

test('the address of one kind does not open another', async () => {
  const member = await givenPremiumMember(db)
  const [video, job] = await Promise.all([givenTask(db, 'video'), givenTask(db, 'micro-job')])
  await expect(openTask(deps, member, { id: video, kind: 'ad' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(openTask(deps, member, { id: job })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

async function givenOpenVideo(given: Parameters<typeof givenTask>[2] = {}) {
  const member = await givenPremiumMember(db)
  const id = await givenTask(db, 'video', given)
  await openTask(deps, member, { id })
  return { member, id }
}

const pointsOf = async ({ memberId }: { memberId: string }) =>
  (await getBalance(db, memberId)).availablePoints

test('a video pays its points 30 seconds after it was opened, with a posting', async () => {
  const { member, id } = await givenOpenVideo({ title: 'Spring', points: 35 })
  await letSecondsPass(db, member.memberId, 30)
  expect(await watchVideo(deps, member, { id })).toEqual({ pointsEarned: 35, availablePoints: 35 })
  expect(await listTransactions(db, member.memberId, { limit: 5 })).toMatchObject([
    { kind: 'video', points: 35, description: 'Video: Spring' },
  ])
})

const between = (least: number, most: number) => (seconds: number) => seconds >= least && seconds <= most

test('an early claim gets the number of seconds left', async () => {
  const { member, id } = await givenOpenVideo()
  await expect(watchVideo(deps, member, { id })).rejects.toMatchObject({
    failure: { code: 'TOO_EARLY', params: { secondsLeft: expect.toSatisfy(between(20, 30)) } },
  })
  await letSecondsPass(db, member.memberId, 20)
  await expect(watchVideo(deps, member, { id })).rejects.toMatchObject({
    failure: { params: { secondsLeft: expect.toSatisfy(between(1, 10)) } },
  })
  expect(await pointsOf(member)).toBe(0)
})

test('a video that was neither opened nor listed cannot be claimed', async () => {
  const member = await givenPremiumMember(db)
  const id = await givenTask(db, 'video')
  await expect(watchVideo(deps, member, { id })).rejects.toMatchObject({ code: 'TOO_EARLY' })
  const other = await givenTask(db, 'ad')
  await openTask(deps, member, { id: other })
  await letSecondsPass(db, member.memberId, 60)
  await clickAd(deps, member, { id: other, timeSpent: 60 })
  await letSecondsPass(db, member.memberId, 60)
  await expect(watchVideo(deps, member, { id })).rejects.toMatchObject({ code: 'TOO_EARLY' })
  expect(await pointsOf(member)).toBe(20)
})

test("another member's view does not count", async () => {
  const { member, id } = await givenOpenVideo()
  await letSecondsPass(db, member.memberId, 60)
  const other = await givenPremiumMember(db)
  await expect(watchVideo(deps, other, { id })).rejects.toMatchObject({ code: 'TOO_EARLY' })
})

test('a video pays once a day, even if it is listed or opened again', async () => {
  const { member, id } = await givenOpenVideo()
  await letSecondsPass(db, member.memberId, 30)
  await watchVideo(deps, member, { id })
  await expect(watchVideo(deps, member, { id })).rejects.toMatchObject({ code: 'DONE_TODAY' })
  await expect(openTask(deps, member, { id })).rejects.toMatchObject({ code: 'DONE_TODAY' })
  await listVideoTasks(deps, member)
  await letSecondsPass(db, member.memberId, 3600)
  await expect(watchVideo(deps, member, { id })).rejects.toMatchObject({ code: 'DONE_TODAY' })
  expect(await pointsOf(member)).toBe(20)
})

test('of 50 concurrent claims one is paid', async () => {
  const { member, id } = await givenOpenVideo()
  await letSecondsPass(db, member.memberId, 30)
  const results = await startTogether(db, member.memberId, () =>
    Array.from({ length: 50 }, () => watchVideo(deps, member, { id })),
  )
  expect(refusals(results)).toEqual(Array(49).fill('DONE_TODAY'))
  expect(await pointsOf(member)).toBe(20)
})

test('of 20 videos claimed at the same time after one wait one is paid', async () => {
  const member = await givenPremiumMember(db)
  const ids = await Promise.all(Array.from({ length: 20 }, () => givenTask(db, 'video')))
  await listVideoTasks(deps, member)
  await letSecondsPass(db, member.memberId, 60)
  const results = await startTogether(db, member.memberId, () =>
    ids.map((id) => watchVideo(deps, member, { id })),
  )
  expect(refusals(results)).toEqual(Array(19).fill('TOO_EARLY'))
  expect(await pointsOf(member)).toBe(20)
})

test('of 20 videos opened in a row one is paid, because each opening ends the previous view', async () => {
  const member = await givenPremiumMember(db)
  const ids = await Promise.all(Array.from({ length: 20 }, () => givenTask(db, 'video')))
  await listVideoTasks(deps, member)
  for (const id of ids) await openTask(deps, member, { id })
  await letSecondsPass(db, member.memberId, 30)
  const results = []
  for (const id of ids) results.push(await watchVideo(deps, member, { id }).catch(({ code }) => code))
  expect(results.slice(0, -1).every((result) => result === 'TOO_EARLY')).toBe(true)
  expect(results.at(-1)).toEqual({ pointsEarned: 20, availablePoints: 20 })
})

test('the time of one claim does not count for the next, opened or listed', async () => {
  const { member, id } = await givenOpenVideo()
  const [listed, opened] = await Promise.all([givenTask(db, 'video'), givenTask(db, 'video')])
  await listVideoTasks(deps, member)
  await letSecondsPass(db, member.memberId, 100)
  await watchVideo(deps, member, { id })
  await openTask(deps, member, { id: opened })
  await expect(watchVideo(deps, member, { id: listed })).rejects.toMatchObject({ code: 'TOO_EARLY' })
  await letSecondsPass(db, member.memberId, 20)
  await expect(watchVideo(deps, member, { id: opened })).rejects.toMatchObject({ code: 'TOO_EARLY' })
  await letSecondsPass(db, member.memberId, 10)
  await watchVideo(deps, member, { id: opened })
  await expect(watchVideo(deps, member, { id: listed })).rejects.toMatchObject({ code: 'TOO_EARLY' })
  await letSecondsPass(db, member.memberId, 30)
  await watchVideo(deps, member, { id: listed })
  expect(await pointsOf(member)).toBe(60)
})

test('exactly one more claim is paid after midnight', async () => {
  const member = await givenPremiumMember(db)
  const id = await givenTask(db, 'video')
  const claimTwice = async () => {
    await openTask(deps, member, { id })
    await letSecondsPass(db, member.memberId, 30)
    const both = await Promise.allSettled([
      watchVideo(deps, member, { id }),
      watchVideo(deps, member, { id }),
    ])
    return refusals(both)
  }
  await travel(db, 'before')
  expect(await claimTwice()).toEqual(['DONE_TODAY'])
  await travel(db, 'after')
  expect(await claimTwice()).toEqual(['DONE_TODAY'])
  expect(await pointsOf(member)).toBe(40)
})

test('a video opened yesterday and claimed today pays once, for today', async () => {
  const { member, id } = await givenOpenVideo()
  await letSecondsPass(db, member.memberId, 24 * 3600)
  await watchVideo(deps, member, { id })
  await expect(watchVideo(deps, member, { id })).rejects.toMatchObject({ code: 'DONE_TODAY' })
  const { rows } = await sql<{ isToday: boolean }>`
    select day = business_day(now()) as is_today from task_view where member_id = ${member.memberId}
  `.execute(db)
  expect(rows).toEqual([{ isToday: true }])
})

test('a view claimed yesterday does not count today', async () => {
  const { member, id } = await givenOpenVideo()
  await letSecondsPass(db, member.memberId, 30)
  await travel(db, 'before')
  await watchVideo(deps, member, { id })
  await travel(db, 'after')
  await expect(watchVideo(deps, member, { id })).rejects.toMatchObject({ code: 'TOO_EARLY' })
  expect(await pointsOf(member)).toBe(20)
})

test('is for premium members', async () => {
  const { member, id } = await givenOpenVideo()
  await letSecondsPass(db, member.memberId, 30)
  const lapsed = { ...member, isPremium: false }
  await expect(watchVideo(deps, lapsed, { id })).rejects.toMatchObject({ code: 'PREMIUM_REQUIRED' })
  expect(await codeOf(openTask(deps, await givenMember(db), { id }))).toBe('PREMIUM_REQUIRED')
  expect(await pointsOf(member)).toBe(0)
})

test.each([
  ['switched off', { isActive: false }],
  ['of another country', { country: 'Uganda' }],
  ['no page that may be opened', { url: 'javascript:alert(1)' }],
])('a video that is %s in the meantime is not found', async (_name, change) => {
  const { member, id } = await givenOpenVideo()
  await letSecondsPass(db, member.memberId, 30)
  await db.updateTable('task').set(change).where('taskId', '=', id).execute()
  await expect(watchVideo(deps, member, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(openTask(deps, member, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await pointsOf(member)).toBe(0)
})

test.each(['ad', 'social', 'micro-job', 'affiliate'] as const)(
  'a task of kind %s is not a video',
  async (kind) => {
    const member = await givenPremiumMember(db)
    const id = await givenTask(db, kind)
    await letSecondsPass(db, member.memberId, 60)
    await expect(watchVideo(deps, member, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(watchVideo(deps, member, { id: randomUUID() })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  },
)

test('the time and points shown at the opening apply', async () => {
  const { member, id } = await givenOpenVideo({ points: 50 })
  await db.updateTable('task').set({ points: 5 }).where('taskId', '=', id).execute()
  await letSecondsPass(db, member.memberId, 30)
  const stricter = withEconomy(db, { videoWatchSeconds: 90, videoPoints: { min: 1, max: 10 } })
  expect(await watchVideo(stricter, member, { id })).toMatchObject({ pointsEarned: 50 })
})

test('the database refuses a second claim on a day', async () => {
  const { member, id } = await givenOpenVideo()
  await letSecondsPass(db, member.memberId, 30)
  await watchVideo(deps, member, { id })
  const again = db
    .insertInto('taskView')
    .values({
      memberId: member.memberId,
      taskId: id,
      kind: 'video',
      requiredSeconds: 30,
      points: 20,
      day: sql<string>`business_day(now())`,
      claimedAt: new Date(),
      voidedAt: null,
      claimedTimeSpent: null,
    })
    .execute()
  await expect(again).rejects.toThrow('task_view_once_a_day')
})
