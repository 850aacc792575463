import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { test } from '../../support/fixtures.ts'
import { bearer, givenMember, signIn, signInStaff, staffToken } from '../../support/people.ts'
import { answerSome, FAILURE, holdAnswers, succeed } from '../../support/procedures.ts'
import { chooseAction } from '../../support/row-menu.ts'
import { expectToast, recordToasts } from '../../support/toast.ts'
import { findSurvey, SHOPPING } from '../surveys/surveys.ts'

const card = (page: Page, label: string): Locator =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd')
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const tableOf = (within: Locator) => within.getByRole('table')

async function open(page: Page, search = ''): Promise<void> {
  await page.goto(`/admin/analytics${search}`)
  await expect(page.getByRole('heading', { name: 'Analytics Dashboard', level: 1 })).toBeVisible()
}

/** A member who left for a partner's survey and for an affiliate link just now. */
async function givenClicks(page: Page) {
  const member = await givenMember(page.request)
  const headers = bearer(member.token)
  const { id } = await findSurvey(page.request, member, SHOPPING)
  const started = await page.request.post('/api/user-surveys', { headers, data: { surveyId: id } })
  expect(started.status()).toBe(201)
  const links = await (await page.request.get('/api/affiliate-links', { headers })).json()
  const clicked = await page.request.post(`/api/affiliate-links/${links[0].id}/click`, { headers, data: {} })
  expect(clicked.ok()).toBe(true)
  return { surveyId: id }
}

// Backed by apps/server/test/access/access-matrix.test.ts
// Backed by apps/e2e/specs/auth/guards.spec.ts
test('a visitor and a member are told that the page is for admins, and go to the start page', {
  tag: '@long',
}, async ({ page }) => {
  const listToasts = await recordToasts(page)
  await page.goto('/admin/analytics')
  await expectToast(page, 'Access Denied', 'Admin access required.')
  await expect(page).toHaveURL('/')

  await signIn(page, await givenMember(page.request))
  await page.goto('/admin/analytics')
  await expectToast(page, 'Access Denied', 'Admin access required.')
  await expect(page).toHaveURL('/')
  expect(await listToasts()).toHaveLength(1)
})

test('the cards show page views, clicks and members; a question that failed is asked again only on demand', async ({
  page,
}) => {
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('admin.listDailyFigures')) asked += 1
  })
  await signInStaff(page)
  const stats = { totalUsers: 1234, totalSurveys: 1, totalEarnings: 1, activeUsers: 1, surveysCompleted: 1 }
  await answerSome(page, {
    'admin.getStats': succeed({ ...stats, totalClicks: 56_789, countedAt: '2026-01-05T00:00:00Z' }),
    'admin.getClickFigures': succeed({
      surveyClicks: 4321,
      affiliateClicks: 765,
      recentSurveyClicks: [],
      recentAffiliateClicks: [],
    }),
    'admin.listDailyFigures': FAILURE,
  })
  await open(page)
  await expect(page).toHaveTitle(/Analytics Dashboard/)
  await expect(card(page, 'Page Views')).toHaveText('56,789')
  await expect(card(page, 'Survey Clicks')).toHaveText('4,321')
  await expect(card(page, 'Affiliate Clicks')).toHaveText('765')
  await expect(card(page, 'Active Users')).toHaveText('1,234')
  await expect(page.getByText('No survey clicks yet.')).toBeVisible()
  await expect(page.getByText('No affiliate clicks yet.')).toBeVisible()

  const figures = section(page, 'Business by day')
  const retry = figures.getByRole('button', { name: 'Try again' })
  await expect(retry).toBeVisible()
  await expect(section(page, 'Most viewed pages')).toBeVisible()
  expect(asked).toBe(1)
  await page.unrouteAll({ behavior: 'wait' })
  await retry.click()
  await expect(section(page, 'Sign-ups')).toBeVisible()
  expect(asked).toBe(2)
})

test('an admin reads the figures: clicks, charts as tables and files, for the days they choose', async ({
  page,
}) => {
  await givenClicks(page)
  await signInStaff(page)
  const release = await holdAnswers(page, '*admin.getClickFigures')
  await open(page)

  await test.step('figures that are on their way are shown as dots', async () => {
    await expect(card(page, 'Survey Clicks')).toHaveText('...')
    await expect(card(page, 'Affiliate Clicks')).toHaveText('...')
    release()
    await expect(card(page, 'Survey Clicks')).toHaveText(/^\d/)
  })

  await test.step('the newest five clicks of each sort say whose they were and when', async () => {
    for (const name of ['Recent Survey Clicks', 'Recent Affiliate Clicks']) {
      const rows = section(page, name).getByRole('listitem')
      await expect(rows.first()).toContainText('Baraka Kip')
      await expect(rows.first().locator('time')).toHaveText(/20\d\d/)
      expect(await rows.count()).toBeLessThanOrEqual(5)
    }
  })

  await test.step('the page says what an analytics service would tell, and that none is connected', async () => {
    await expect(page.getByText('No external analytics service is connected')).toBeVisible()
    const panel = section(page, 'What an analytics service offers, and how we do it')
    await expect(panel.getByRole('term')).toHaveText([
      'Page views',
      'Signup flow',
      'Survey engagement',
      'Affiliate performance',
      'Privacy compliance',
      'Real-time reports',
    ])
  })

  await test.step('every chart can be read as a table and saved as a file', async () => {
    await expect(page.getByRole('button', { name: '30 days' })).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: '7 days' }).click()
    await expect(page).toHaveURL(/days=7/)
    for (const name of [
      'Sign-ups',
      'Active members',
      'Points earned, by method',
      'Payouts',
      'Paid to members',
      'Liability',
      'Page views by day',
    ]) {
      const chart = section(page, name)
      await chart.scrollIntoViewIfNeeded()
      await expect(chart.locator('svg.recharts-surface').first()).toBeVisible()
      await expect(chart).toContainText(/No comparison yet|on the period before/)
      await chooseAction(chart, 'Show as a table')
      await expect(tableOf(chart).getByRole('row')).toHaveCount(8)
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        chooseAction(chart, 'Download as CSV'),
      ])
      expect(download.suggestedFilename()).toMatch(/\d{4}-\d{2}-\d{2}\.csv$/)
      const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
      expect(lines).toHaveLength(8)
      expect(lines[0]).toMatch(/^Day,/)
      await chooseAction(chart, 'Show as a chart')
      await expect(tableOf(chart)).toBeHidden()
    }
  })

  await test.step('the days are chosen by preset or freely, and stand in the address', async () => {
    await page.getByRole('button', { name: '90 days' }).click()
    await expect(page).toHaveURL(/days=90/)
    const chart = section(page, 'Sign-ups')
    await chooseAction(chart, 'Show as a table')
    await expect(tableOf(chart).getByRole('row')).toHaveCount(91)

    await open(page, '?from=2026-01-05&to=2026-01-06')
    await expect(page.getByLabel('From day')).toHaveValue('2026-01-05')
    await chooseAction(chart, 'Show as a table')
    await expect(tableOf(chart).getByRole('row')).toHaveCount(3)

    await page.getByLabel('To day').fill('2026-01-14')
    await page.getByLabel('From day').fill('2026-01-15')
    await expect(page.getByLabel('To day')).toHaveAccessibleDescription(/Choose at most 366 days/)
    await page.getByLabel('From day').fill('2026-01-12')
    await expect(page).toHaveURL(/from=2026-01-12&to=2026-01-14/)
    await expect(tableOf(chart).getByRole('row')).toHaveCount(4)
  })
})

test('today’s sign-ups are in the table the moment they happened', async ({ page }) => {
  const today = new Date(Date.now() + 3 * 3600 * 1000).toISOString().slice(0, 10)
  const headers = bearer(await staffToken(page.request))
  const signUps = async () => {
    const url = `/api/admin/analytics/figures?from=${today}&to=${today}`
    return (await (await page.request.get(url, { headers })).json())[0].signUps
  }
  const before = await signUps()
  await givenMember(page.request)
  expect(await signUps()).toBeGreaterThan(before)
})
