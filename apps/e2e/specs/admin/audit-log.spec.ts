import { expect, type Page } from '@playwright/test'
import { test } from '../../support/fixtures.ts'
import { givenMember } from '../../support/people.ts'
import { decide, givenOpenWallet, requestWithdrawal } from '../wallet/wallet.ts'
import { givenStaff, openPlace, openStaff, suspendMember } from './staff.ts'

const entries = (page: Page) => page.getByRole('list', { name: 'Entries' }).locator('> li')

async function filterBy(page: Page, fields: Record<string, string>) {
  await page.goto('/admin/audit')
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
}

test('an entry says who did what to whom, why, from where and what became of it', {
  tag: '@journey',
}, async ({ page }) => {
  const member = await givenMember(page.request)
  await suspendMember(page.request, member, 'Two accounts of one person')
  await openStaff(page, 'finance')
  await page.goto('/admin')
  await openPlace(page, 'Settings', 'Audit log')
  await expect(page).toHaveTitle(/^Audit log/)
  await filterBy(page, { About: member.email })
  await expect(entries(page)).toHaveCount(1)
  const entry = entries(page).first()
  await expect(entry).toContainText('Suspended a member')
  await expect(entry).toContainText('admin')
  await expect(entry).toContainText('Why: Two accounts of one person')
  await expect(entry).toContainText('From 127.0.0.1')
  await entry.getByRole('link', { name: `Baraka Kip (${member.email})` }).click()
  await expect(page).toHaveURL(/\/admin\/members\/[0-9a-f-]{36}$/)
})

// Backed by packages/core/src/admin/audit.test.ts
test('a withdrawal is found by its id, with everything that was decided about it', { tag: '@long' }, async ({
  page,
}) => {
  const { member } = await givenOpenWallet(page)
  const { mpesaNumber } = member
  const id = await requestWithdrawal(page.request, member, { withdrawalMethod: 'mpesa', mpesaNumber })
  await decide(page.request, id, { status: 'rejected', adminNotes: 'The number is not the member’s.' })
  await openStaff(page, 'finance')
  await filterBy(page, { About: id })
  await expect(entries(page).first()).toContainText('Rejected a withdrawal')
  await expect(entries(page).first()).toContainText('Why: The number is not the member’s.')
  await expect(entries(page).first().getByRole('link', { name: 'Withdrawals' })).toBeVisible()
})

// Backed by packages/core/src/admin/audit.test.ts
// Backed by apps/web/src/admin/audit/audit-filter.test.ts
test('the log is filtered by who and what and when, and what was found can be handed on', {
  tag: '@long',
}, async ({ page }) => {
  const { username } = await givenStaff(page.request, 'content')
  await openStaff(page, 'owner')
  await filterBy(page, { Who: username })
  await expect(entries(page)).toHaveCount(1)
  await expect(entries(page).first()).toContainText('Signed in')
  await expect(page).toHaveURL(new RegExp(`actor=${username}`))
  await page.reload()
  await expect(page.getByLabel('Who', { exact: true })).toHaveValue(username)
  await expect(entries(page)).toHaveCount(1)

  await page.getByLabel('Action', { exact: true }).selectOption('Signed out')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await expect(page.getByText('No entries found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await expect(page).toHaveURL('/admin/audit')
  await expect(entries(page).first()).toBeVisible()

  await filterBy(page, { 'From day': '2026-02-02', 'To day': '2026-02-01' })
  await expect(page.getByLabel('To day')).toHaveAccessibleDescription(
    /The first day must not be after the last/,
  )
})
