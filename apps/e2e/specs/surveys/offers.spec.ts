import { expect, type Page } from '@playwright/test'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { test } from '../../support/fixtures.ts'
import { hold } from '../../support/hold.ts'
import { givenMember, logInByCall, signIn } from '../../support/people.ts'
import { expectToast } from '../../support/toast.ts'
import { openStaff } from '../admin/staff.ts'
import { standInForPartner } from '../partners/partner.ts'
import { cellsOf, findRow, givenOffer, newTitle, openOffer } from './offers.ts'

const PATHS = ['/admin-survey-manager', '/admin/surveys']
const heading = (page: Page) => page.getByRole('heading', { name: 'Survey Offers Management' })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test('both addresses show the same page: figures, columns and rows, which can be deleted', {
  tag: '@journey',
}, async ({ page }) => {
  const full = await givenOffer(page.request)
  const bare = await givenOffer(page.request, { category: '', country: '', isActive: false, reward: 0 })
  const title = `${newTitle()} ${'and what comes with it '.repeat(6)}`.trim()
  await givenOffer(page.request, { title })
  await openStaff(page, 'content')
  for (const path of PATHS) {
    await page.goto(path)
    await expect(heading(page)).toBeVisible()
    const figures = page.getByRole('term')
    await expect(figures).toHaveText(['Total Offers', 'Active Offers', 'Total Clicks', 'Avg. Completion'])
    await expect(page.getByRole('columnheader')).toHaveText([
      'Title',
      'Category',
      'Country',
      'Payout',
      'Duration',
      'Clicks',
      'Completion',
      'Status',
      'Actions',
    ])
  }

  await test.step('a row says what an offer is, and what it is when little is said', async () => {
    await expect(await cellsOf(page, full.title)).toHaveText([
      'Lifestyle',
      'Kenya',
      /^\$2\.50\s*3 points$/,
      '5 min',
      '0',
      '0.0%',
      'Active',
      '',
    ])
    await expect(await cellsOf(page, bare.title)).toHaveText([
      'Uncategorized',
      'Global',
      /^\$0\.00/,
      '5 min',
      '0',
      '0.0%',
      'Inactive',
      '',
    ])
    const actions = page.getByRole('row').filter({ hasText: bare.title }).locator('td').last()
    await expect(actions.getByRole('button')).toHaveCount(3)
    for (const name of ['Edit', 'Delete', `Actions: ${bare.title}`])
      await expect(actions.getByRole('button', { name, exact: true })).toBeVisible()
    await expect(actions.getByRole('link', { name: 'Open' })).toBeVisible()
  })

  await test.step('a long title is cut at about 200 px', async () => {
    const shown = (await findRow(page, title)).getByText(title)
    const { clientWidth, scrollWidth } = await shown.evaluate((node) => ({
      clientWidth: node.clientWidth,
      scrollWidth: node.scrollWidth,
    }))
    expect(clientWidth).toBeLessThanOrEqual(200)
    expect(scrollWidth).toBeGreaterThan(clientWidth)
    for (const reveal of [() => shown.hover(), () => shown.focus()]) {
      await reveal()
      await expect(page.getByRole('tooltip')).toHaveText(title)
      await page.mouse.move(0, 0)
      await shown.blur()
      await expect(page.getByRole('tooltip')).toHaveCount(0)
    }
  })

  await test.step('an offer is deleted once that is confirmed', async () => {
    const row = await findRow(page, full.title)
    const question = page.getByRole('dialog').filter({
      hasText: 'Are you sure you want to delete this survey offer?',
    })
    await row.getByRole('button', { name: 'Delete' }).click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toHaveCount(0)
    await row.getByRole('button', { name: 'Delete' }).click()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Success', 'Survey offer deleted successfully')
    await expect(await findRow(page, full.title)).toHaveCount(0)
  })
})

// Backed by apps/server/test/access/access-matrix.test.ts
// Backed by apps/e2e/specs/auth/guards.spec.ts
test('a visitor is sent to the staff log-in, and a member is told that the page is for staff', {
  tag: '@long',
}, async ({ page }) => {
  for (const path of PATHS) {
    await page.goto(path)
    await expect(page).toHaveURL('/admin-login')
  }
  await signIn(page, await givenMember(page.request))
  for (const path of PATHS) {
    await page.goto(path)
    await expect(
      page.getByText('Access Denied - You need admin privileges to access this page.'),
    ).toBeVisible()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('button', { name: 'Add New Offer' })).toHaveCount(0)
  }
  await signIn(page, { token: await logInByCall(page.request, 'admin@demo.chuma') })
  await page.goto('/admin-survey-manager')
  await expect(page.getByRole('button', { name: 'Add New Offer' })).toBeVisible()
})

test('until the staff member and the offers are known the page says that it loads', async ({ page }) => {
  await openStaff(page, 'content')
  for (const call of ['getStaffMember', 'listSurveys']) {
    const release = await hold(page, `**/trpc/**${call}**`)
    await page.goto('/admin/surveys')
    await expect(page.getByText('Loading admin dashboard...')).toBeVisible()
    release()
    await expect(page.getByRole('columnheader', { name: 'Payout' })).toBeVisible()
  }
  await expect(page.getByRole('columnheader', { name: 'Payout' })).toBeVisible()
  await expect(page.getByText('Loading admin dashboard...')).toHaveCount(0)
})

test('the partner’s page opens in a new tab', async ({ page }) => {
  const { title } = await givenOffer(page.request)
  await standInForPartner(page.context())
  await openStaff(page, 'analyst')
  await page.goto('/admin/surveys')
  const row = await findRow(page, title)
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    row.getByRole('link', { name: 'Open' }).click(),
  ])
  await expect(tab).toHaveURL('https://example.com/tea')
  expect(await tab.evaluate(() => window.opener)).toBeNull()
})

// Backed by packages/core/src/surveys/offers/offers.test.ts
test('the count of clicks opens who clicked and when, asked for only then', { tag: '@long' }, async ({
  page,
}) => {
  const { id, title } = await givenOffer(page.request)
  const member = await givenMember(page.request)
  await openOffer(page.request, member, id)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('listSurveyClicks')) asked.push(request.url())
  })
  await openStaff(page, 'analyst')
  await page.goto('/admin/surveys')
  const count = (await findRow(page, title)).getByRole('button', { name: `1 click: ${title}` })
  await expect(count).toHaveText('1')
  expect(asked).toEqual([])
  await count.click()
  const details = dialog(page, 'Survey Click Details')
  await expect(details.getByRole('columnheader')).toHaveText(['User', 'Email', 'Clicked At'])
  const cells = details.getByRole('cell')
  const today = new Intl.DateTimeFormat('en-KE', { dateStyle: 'medium' }).format(new Date())
  await expect(cells).toHaveText(['Baraka Kip', member.email, new RegExp(`^${today}, \\d\\d?:\\d\\d`)])
  expect(asked).toHaveLength(1)
})

// Backed by packages/core/src/surveys/offers/offers.test.ts
test('a click of nobody whom we know any more says so', { tag: '@long' }, async ({ page }) => {
  const { id, title } = await givenOffer(page.request)
  await page.route('**/trpc/**listSurveyClicks**', (route) => {
    const click = { id, surveyId: id, cpaLinkId: null, clickedAt: '2026-01-02T03:04:05.000Z', user: null }
    return route.fulfill({ json: [{ result: { data: { json: [click] } } }] })
  })
  await openStaff(page, 'analyst')
  await page.goto('/admin/surveys')
  await (await findRow(page, title)).getByRole('button', { name: `0 clicks: ${title}` }).click()
  const cells = dialog(page, 'Survey Click Details').getByRole('cell')
  await expect(cells.nth(0)).toHaveText('Unknown User')
  await expect(cells.nth(1)).toHaveText('N/A')
})

// Backed by apps/server/test/access/access-matrix.test.ts
test('staff with read access see no way to change an offer', { tag: '@long' }, async ({ page }) => {
  const { title } = await givenOffer(page.request)
  await openStaff(page, 'analyst')
  await page.goto('/admin')
  await page.getByRole('tab', { name: 'Surveys' }).click()
  await page.getByRole('link', { name: 'Manage survey offers' }).click()
  await expect(page).toHaveURL('/admin/surveys')
  await expect(await findRow(page, title)).toBeVisible()
  for (const name of ['Add New Offer', 'Check the file']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  }
  const row = await findRow(page, title)
  await expect(row.getByRole('link', { name: 'Open' })).toBeVisible()
  await expect(row.getByRole('button', { name: /^(Edit|Delete)$/ })).toHaveCount(0)
})

test('the details of clicks are accessible', { tag: '@long' }, async ({ page }) => {
  const { id, title } = await givenOffer(page.request)
  await openOffer(page.request, await givenMember(page.request), id)
  await openStaff(page, 'content')
  await page.goto('/admin/surveys')
  await (await findRow(page, title)).getByRole('button', { name: `1 click: ${title}` }).click()
  await expect(dialog(page, 'Survey Click Details').getByRole('cell')).toHaveCount(3)
  await expectLooksAccessible(page, 'survey click details')
})
