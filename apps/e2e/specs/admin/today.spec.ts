import { expect, type Page } from '@playwright/test'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { newPerson, test } from '../../support/fixtures.ts'
import { answerSome, succeed } from '../../support/procedures.ts'
import { openStaff } from './staff.ts'

const today = (page: Page) => page.getByRole('region', { name: 'Today' })
const items = (page: Page) => today(page).getByRole('listitem')
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
  await page.goto('/admin')
  await expect(items(page)).toHaveText([
    /^Payouts are stopped\s*since 2 hours ago$/,
    /^3\s*Failed jobs\s*oldest (yesterday|1 day ago)$/,
    /^12\s*Withdrawals to decide\s*oldest 5 hours ago$/,
    /^2\s*Proofs\s*oldest 4 hours ago$/,
  ])
  await expect(today(page)).toContainText('Nothing waiting: Credits to check · Claims')
  await expect(navigation(page).getByRole('link', { name: 'Withdrawals 13 waiting' })).toBeVisible()
  await expect(navigation(page).getByRole('link', { name: 'Proofs 2 waiting' })).toBeVisible()

  await page.unrouteAll({ behavior: 'wait' })
  await showWaiting(page, 5)
  const { email } = newPerson()
  const data = { name: 'Amina', email, subject: 'A question', message: 'When will it come?' }
  expect((await page.request.post('/api/contact', { data })).ok()).toBe(true)
  await expect(navigation(page).getByRole('link', { name: 'Proofs 5 waiting' })).toBeVisible()
  await expect(items(page).last()).toContainText('5')

  await items(page).first().getByRole('link').focus()
  await page.keyboard.press('End')
  await expect(items(page).last().getByRole('link')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin?tab=withdrawals#withdrawals')
  await expect(page.getByRole('heading', { level: 2, name: 'Withdrawals' })).toBeFocused()
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
  for (const name of ['Home', 'Dashboard', 'About', 'Contact']) {
    await expect(navigation(page).getByRole('link', { name, exact: true })).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await expect(navigation(page).getByRole('link', { name: 'About' })).toBeHidden()
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Log out of admin' }).click()
  await expect(page).toHaveURL('/admin-login')
})

test('what waits and the menu of the staff are accessible', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openStaff(page, 'owner')
  await showWaiting(page, 2)
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(navigation(page).getByRole('link', { name: 'Proofs 2 waiting' })).toBeVisible()
  await expectLooksAccessible(page, 'what waits for the staff')
})
