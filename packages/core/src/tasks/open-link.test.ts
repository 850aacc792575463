import { getBalance } from '@chuma/db/queries/wallet/wallet'
import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { createTestDeps, givenMember } from '../testing.ts'
import { listAffiliateLinks } from './task-lists.ts'
import { givenTask } from './testing.ts'
import { openLink } from './views.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)

async function givenCaller() {
  const member = await givenMember(db)
  const caller = { member, staff: null, apiKey: null, address: '203.0.113.7', userAgent: 'Test/1.0' }
  return { member, caller }
}

test('opening a link records a click, and the address reveals only its reference', async () => {
  const { member, caller } = await givenCaller()
  const id = await givenTask(db, 'affiliate', { title: 'Savings', points: 250 })
  const { url } = await openLink(deps, caller, { id })
  const click = await db
    .selectFrom('click')
    .select(['clickId', 'reference', 'taskId', 'surveyId', 'points', 'title', 'address', 'userAgent'])
    .where('memberId', '=', member.memberId)
    .executeTakeFirstOrThrow()
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
  const owner = await db
    .selectFrom('clickReference')
    .select(['memberId', 'clickId'])
    .where('reference', '=', click.reference)
    .execute()
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
  const clicks = await db
    .selectFrom('click')
    .select('clickId')
    .where('memberId', '=', member.memberId)
    .execute()
  expect(clicks).toEqual([])
})

test('a visitor cannot open a link', async () => {
  const { caller } = await givenCaller()
  const id = await givenTask(db, 'affiliate')
  await expect(openLink(deps, { ...caller, member: null }, { id })).rejects.toMatchObject({
    code: 'NOT_SIGNED_IN',
  })
})
