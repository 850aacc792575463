import { expect, type Page } from '@playwright/test'
import { test } from '../../support/fixtures.ts'
import { givenMember } from '../../support/people.ts'
import { takeSurvey } from '../surveys/surveys.ts'
import { requestWithdrawal } from '../wallet/wallet.ts'
import { openStaff } from './staff.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Search pages, members and withdrawals' })
const found = (page: Page) => page.getByRole('listbox', { name: 'Found' })
const option = (page: Page, name: RegExp) => found(page).getByRole('option', { name })

async function open(page: Page): Promise<void> {
  await page.goto('/admin')
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
}

test('a page is found by a few letters and opened with the keyboard alone', async ({ page }) => {
  await openStaff(page, 'owner')
  await open(page)
  await field(page).pressSequentially('recon')
  await expect(option(page, /^Reconciliation/)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/reconciliation')
  await expect(field(page)).toHaveCount(0)
})

test('the arrows walk the results, and Escape closes', async ({ page }) => {
  await openStaff(page, 'owner')
  await open(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const second = found(page).getByRole('option').nth(1)
  await expect(second).toHaveAttribute('aria-selected', 'true')
  await expect(field(page)).toHaveAttribute('aria-activedescendant', (await second.getAttribute('id')) ?? '')
  await page.keyboard.press('Escape')
  await expect(field(page)).toHaveCount(0)
})

test('a member is found by address, name and number, and a withdrawal by its number and id', async ({
  page,
}) => {
  const member = await givenMember(page.request)
  await takeSurvey(page.request, member)
  const { mpesaNumber, email } = member
  const id = await requestWithdrawal(page.request, member, { withdrawalMethod: 'mpesa', mpesaNumber })
  await openStaff(page, 'finance')
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Search' }).click()
  await field(page).fill(email)
  await expect(option(page, new RegExp(email))).toBeVisible()
  await field(page).fill(mpesaNumber)
  await expect(option(page, new RegExp(email))).toBeVisible()
  await expect(option(page, /^KES 2,000 for Baraka Kip/)).toBeVisible()
  await field(page).fill(id)
  // The list is one of this search, and moves no more.
  await expect(option(page, new RegExp(email))).toHaveCount(0)
  await option(page, /^KES 2,000 for Baraka Kip/).click()
  await expect(page).toHaveURL(/\/admin\/members\/[0-9a-f-]{36}/)
})

test('only pages that are of use to a role are offered to it', async ({ page }) => {
  await openStaff(page, 'analyst')
  await open(page)
  await expect(option(page, /^Today/)).toBeVisible()
  await field(page).fill('staff')
  await expect(page.getByRole('status').filter({ hasText: 'Nothing found.' })).toBeVisible()
})
