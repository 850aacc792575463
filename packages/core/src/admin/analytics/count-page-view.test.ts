import { PAGE_ROUTES } from '@chuma/contract/page-routes'
import { getPageViewTotal } from '@chuma/db/queries/admin/figures'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { nameBucket } from '../../auth/throttle.ts'
import { openTestDb } from '../../testing.ts'
import { countPageView } from '../analytics.ts'

const { db } = await openTestDb({ max: 20 })

const carrier = { address: '203.0.113.9' }
const listRows = () => db.selectFrom('pageView').select(['day', 'route', 'shard', 'views']).execute()

test('every page view counts, even of a hundred people behind one carrier at the same time', async () => {
  await Promise.all(Array.from({ length: 100 }, () => countPageView({ db }, carrier, { route: '/surveys' })))
  expect(await getPageViewTotal(db)).toBe(100)
})

test('a page adds at most eight rows a day, however often it is opened', async () => {
  for (let i = 0; i < 20; i++) {
    await Promise.all(PAGE_ROUTES.map((route) => countPageView({ db }, { address: null }, { route })))
  }
  expect((await listRows()).length).toBeLessThanOrEqual(8 * PAGE_ROUTES.length)
  expect(await getPageViewTotal(db)).toBe(100 + 20 * PAGE_ROUTES.length)
})

test('beyond twelve thousand page views in an hour a network is not counted', async () => {
  const bucket = nameBucket('page-view-address', carrier.address)
  await sql`update throttle set hits = 11999 where bucket = ${bucket}`.execute(db)
  const before = await getPageViewTotal(db)
  await countPageView({ db }, carrier, { route: '/' })
  await expect(countPageView({ db }, carrier, { route: '/' })).rejects.toMatchObject({ code: 'THROTTLED' })
  await countPageView({ db }, { address: '203.0.113.10' }, { route: '/' })
  expect(await getPageViewTotal(db)).toBe(before + 2)
})

test.each(['/survey/7?token=x', 'about', '/a b', `/${'x'.repeat(60)}`])(
  'the database refuses what is not an address pattern: %s',
  async (route) => {
    const row = { day: '2026-01-05', route, shard: 0, views: 1 }
    await expect(db.insertInto('pageView').values(row).execute()).rejects.toThrow('page_view_route_check')
  },
)

test('only the day, the page and a number are stored', async () => {
  const [row] = await listRows()
  expect(Object.keys(row ?? {}).sort()).toEqual(['day', 'route', 'shard', 'views'])
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_name = 'page_view' order by 1
  `.execute(db)
  expect(rows.map(({ name }) => name)).toEqual(['day', 'route', 'shard', 'views'])
})
