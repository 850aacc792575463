import { expect, type Page } from '@playwright/test'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { newPerson, test } from '../../support/fixtures.ts'
import { answerSome, succeed } from '../../support/procedures.ts'
import { logOutStaff, openStaff } from './staff.ts'

const items = (page: Page) => page.getByRole('list', { name: 'Today' }).getByRole('listitem')
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Administration' })
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

/** What the server would count on another day. */
const showWaiting = (page: Page, proofs: number) =>
  answerSome(page, {
    'admin.listWaiting': succeed([
      { kind: 'payouts-stopped', count: 1, since: ago(2) },
      { kind: 'failed-jobs', count: 3, since: ago(30) },
      { kind: 'withdrawals', count: 12, since: ago(5) },
      { kind: 'proofs', count: proofs, since: proofs ? ago(4) : null },
      { kind: 'credit-reviews', count: 0, since: null },
      { kind: 'claims', count: 0, since: null },
    ]),
  })

test('the first page is what waits, with count, age and one step to its list; it follows live and by keyboard', {
  tag: '@journey',
}, async ({ page }) => {
  await openStaff(page, 'owner')
  await showWaiting(page, 2)
  await page.goto('/admin/today')
  await expect(items(page)).toHaveText([
    /^Payouts are stopped\s*since 2 hours ago$/,
    /^3\s*Failed jobs\s*oldest (yesterday|1 day ago)$/,
    /^12\s*Withdrawals to decide\s*oldest 5 hours ago$/,
    /^2\s*Proofs\s*oldest 4 hours ago$/,
  ])
  await expect(page.getByText('Nothing waiting: Credits to check · Claims')).toBeVisible()
  await expect(navigation(page).getByRole('link', { name: 'Payouts 13 waiting' })).toBeVisible()
  await expect(navigation(page).getByRole('link', { name: 'Reviews 2 waiting' })).toBeVisible()

  await page.unrouteAll({ behavior: 'wait' })
  await showWaiting(page, 5)
  const { email } = newPerson()
  const data = { name: 'Amina', email, subject: 'A question', message: 'When will it come?' }
  expect((await page.request.post('/api/contact', { data })).ok()).toBe(true)
  await expect(navigation(page).getByRole('link', { name: 'Reviews 5 waiting' })).toBeVisible()
  await expect(items(page).last()).toContainText('5')

  await items(page).first().getByRole('link').focus()
  await page.keyboard.press('End')
  await expect(items(page).last().getByRole('link')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/withdrawals')
  await expect(page.getByRole('heading', { level: 1, name: 'Withdrawals' })).toBeFocused()
})

test('every staff page says that the books do not verify, and leads to the check of the ledger', async ({
  page,
}) => {
  await openStaff(page, 'owner')
  await answerSome(page, {
    'admin.listWaiting': succeed([{ kind: 'books-broken', count: 1, since: ago(1) }]),
  })
  for (const address of ['/admin', '/admin/inbox']) {
    await page.goto(address)
    const alert = page.getByRole('alert').filter({ hasText: 'The books do not verify' })
    await expect(alert).toContainText('Payouts are stopped')
  }
  await page.getByRole('link', { name: 'Check the ledger' }).click()
  await expect(page).toHaveURL('/admin/reconciliation#ledger')
})

test('on a phone one bar holds menu, title, search and account, and the menu also leads to the site', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openStaff(page, 'finance')
  await showWaiting(page, 2)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Chuma' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('button', { name: 'Close menu' })).toBeFocused()
  for (const name of ['Chuma', 'About', 'Contact']) {
    await expect(navigation(page).getByRole('link', { name, exact: true })).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await expect(navigation(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused()
  await logOutStaff(page)
  await expect(page).toHaveURL('/admin-login')
})

test('what waits and the menu of the staff are accessible', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openStaff(page, 'owner')
  await showWaiting(page, 2)
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(navigation(page).getByRole('link', { name: 'Reviews 2 waiting' })).toBeVisible()
  await expectLooksAccessible(page, 'what waits for the staff')
})

test('the keyboard passes the navigation with one key, and a page of a section is named as the current one', async ({
  page,
}) => {
  await openStaff(page, 'owner')
  await showWaiting(page, 2)
  await page.goto('/admin/proofs')
  await expect(page.getByRole('navigation')).toHaveCount(2)
  await expect(navigation(page).locator('[aria-current]')).toHaveText(/^Reviews/)
  const pages = page.getByRole('navigation', { name: 'Reviews' })
  await expect(pages.locator('[aria-current=page]')).toHaveText(/^Proofs/)

  await page.goto('/admin/credit-reviews')
  await expect(pages.getByRole('link', { name: 'Credits' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('combobox')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
})

test('the pages that the sections replaced keep their addresses', async ({ page }) => {
  await openStaff(page, 'owner')
  for (const [address, tab] of [
    ['/admin', 'Users'],
    ['/admin-dashboard', 'Users'],
    ['/admin?tab=withdrawals', 'Withdrawals'],
    ['/admin?tab=games', 'Games'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('navigation', { name: 'Today' }).locator('[aria-current]')).toHaveText(
      'Dashboard',
    )
  }
  await page.goto('/admin-survey-manager')
  await expect(page.getByRole('heading', { level: 1, name: 'Survey Offers Management' })).toBeVisible()
  await expect(navigation(page).locator('[aria-current]')).toHaveText('Surveys')
})
