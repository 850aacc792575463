import { expect, type Locator } from '@playwright/test'
import { test } from '../../support/fixtures.ts'
import { answerSome, succeed } from '../../support/procedures.ts'
import { BANK, givenRequested, rowOf } from '../payouts/payouts.ts'
import { findRow, givenOffer } from '../surveys/offers.ts'
import { openStaff } from './staff.ts'

const PHONE = { width: 360, height: 740 }
const DESK = { width: 1280, height: 800 }
/** With its hairline. */
const ROW_HEIGHT = 64

const sizesOf = (cards: Locator, side: 'width' | 'height') =>
  cards.evaluateAll(
    (nodes, key) => [...new Set(nodes.map((node) => Math.round(node.getBoundingClientRect()[key])))],
    side,
  )

test('the tiles of today and the figures of the dashboard are all of a size, on a phone and on a desk', async ({
  page,
}) => {
  await givenRequested(page.request, BANK)
  await openStaff(page, 'owner')
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size)
    await page.goto('/admin/today')
    const tiles = page.getByRole('list', { name: 'Today' }).getByRole('listitem')
    await expect(tiles.first()).toBeVisible()
    for (const side of ['width', 'height'] as const) expect(await sizesOf(tiles, side)).toHaveLength(1)
    await page.goto('/admin')
    const figures = page.getByRole('term').locator('..')
    await expect(figures.last()).toContainText('KES')
    expect(await sizesOf(figures, 'height')).toHaveLength(1)
  }
})

test('members and withdrawals stand in short rows, their decisions among them', async ({ page }) => {
  const { member } = await givenRequested(page.request, BANK)
  await openStaff(page, 'owner')
  await page.setViewportSize(DESK)
  await page.goto('/admin?tab=withdrawals')
  const height = async (row: Locator) => (await row.boundingBox())?.height
  expect(await height(rowOf(page, member))).toBeLessThanOrEqual(ROW_HEIGHT)
  await page.goto('/admin?tab=users')
  const rows = page.getByRole('list', { name: 'Members' }).getByRole('listitem')
  await expect(rows.filter({ hasText: 'KES' }).first()).toBeVisible()
  for (const row of await rows.all()) expect(await height(row)).toBeLessThanOrEqual(ROW_HEIGHT)
})

test('the survey manager has no column out of sight on a small desk', async ({ page }) => {
  const { title } = await givenOffer(page.request)
  await openStaff(page, 'content')
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto('/admin/surveys')
  const row = await findRow(page, title)
  await expect(row).toBeVisible()
  const table = page.getByRole('table')
  expect(await table.evaluate((node) => node.scrollWidth - (node.parentElement?.clientWidth ?? 0))).toBe(0)
  for (const text of ['Kenya', '5 min', '0.0%', 'Active'])
    await expect(row.getByText(text, { exact: true })).toBeInViewport({ ratio: 1 })
})

test('on a phone the open tab is in view', async ({ page }) => {
  await openStaff(page, 'owner')
  await page.setViewportSize(PHONE)
  await page.goto('/admin?tab=quizzes')
  const findEnd = async () => {
    const tab = await page.getByRole('tab', { name: 'Quizzes' }).boundingBox()
    return tab ? tab.x + tab.width : Number.POSITIVE_INFINITY
  }
  await expect.poll(findEnd).toBeLessThanOrEqual(PHONE.width)
})

test('the legend of a chart has the colours of its bars', async ({ page }) => {
  const nothing = { signUps: 0, activeMembers: 0, paidCount: 0, paidKes: 0, pageViews: 0 }
  const rest = { ...nothing, owedPoints: 0, owedKes: 0 }
  const day = { ...rest, day: '2026-11-20', earned: { survey: 5, 'daily-login': 25, reversal: -4 } }
  await answerSome(page, { 'admin.listDailyFigures': succeed([day, { ...day, day: '2026-11-21' }]) })
  await openStaff(page, 'owner')
  await page.goto('/admin/analytics')
  const panel = page.getByRole('region', { name: 'Points earned, by method' })
  await panel.scrollIntoViewIfNeeded()
  const swatch = panel.locator('.mantine-ChartLegend-legendItemColor').first()
  await expect.poll(async () => (await swatch.boundingBox())?.width ?? 0).toBeGreaterThanOrEqual(8)
})
