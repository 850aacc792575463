import { expect } from '@playwright/test'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { newPerson } from '../../support/fixtures.ts'
import { test } from '../../support/told-story.ts'
import { approveAsSecond } from '../admin/approve-as-second.ts'
import { openStaff } from '../admin/staff.ts'

// Backed by packages/core/src/books/journal/close-period.test.ts
test('two people close a month, and nothing is booked into it any more', async ({ page }) => {
  await openStaff(page, 'finance')
  await page.goto('/admin/books?tab=periods')
  const months = page.getByRole('list', { name: 'Months' })
  const close = months.getByRole('button', { name: /^Close / })
  const name = (await close.innerText()).replace('Close ', '')
  const month = months.getByRole('listitem').filter({ hasText: name })
  await close.click()
  const dialog = page.getByRole('dialog', { name: `Close ${name}` })
  await dialog.getByLabel('What you checked').fill('Both statements are in.')
  await dialog.getByRole('button', { name: 'Ask a second person' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(month).toContainText('Open')

  await approveAsSecond(page, 'Close a month of the books')
  await page.goto('/admin/books?tab=periods')
  await expect(month).toContainText('Closed')
  await expect(month.getByRole('button')).toHaveCount(0)
  await expectLooksAccessible(page, 'closed month')
  const moved = await month.innerText()

  // A payment that arrived on the 20th of that month is booked on the first day that is open.
  const day = new Date(`20 ${name} 12:00 UTC`).toISOString().slice(0, 10)
  const reference = `SWIFT ${newPerson().email.replaceAll(/\D/g, '').slice(-6)}`
  await page.goto('/admin/receivables')
  await page.getByRole('list', { name: 'What each partner owes' }).getByRole('link').first().click()
  await page.getByLabel('Bank reference').fill(reference)
  await page.getByLabel('Day it arrived').fill(day)
  await page.getByLabel('Amount (USD)').fill('10')
  await page.getByLabel('Arrived at the bank (KES)').fill('1250')
  await page.getByLabel('Bank charge (KES)').fill('40')
  await page.getByRole('button', { name: 'Book a payment' }).click()
  await expect(page.getByRole('list', { name: 'Payments received' })).toContainText(reference)
  await page.goto('/admin/books?tab=periods')
  await expect(month).toContainText('Closed')
  expect(await month.innerText()).toBe(moved)
})
