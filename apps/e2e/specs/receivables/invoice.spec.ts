import { expect } from '@playwright/test'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { test } from '../../support/told-story.ts'
import { openStaff } from '../admin/staff.ts'

// Backed by packages/core/src/receivables/receivables.test.ts
test('an invoice is opened from its partner and printed without the page around it', async ({ page }) => {
  await openStaff(page, 'finance')
  await page.goto('/admin/receivables')
  // Whose it is depends on the month: the partner with two invoices.
  const partners = page.getByRole('list', { name: 'What each partner owes' })
  await expect(partners.getByRole('link').first()).toBeVisible()
  const addresses = await partners
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  const invoice = page.getByRole('list', { name: 'Invoices' }).getByRole('link', { name: /^INV-00002/ })
  for (const address of new Set(addresses)) {
    await page.goto(address)
    await expect(page.getByRole('region', { name: 'Invoices' })).toBeVisible()
    if ((await invoice.count()) > 0) break
  }
  await invoice.click()
  const paper = page.getByRole('region', { name: 'Invoice INV-00002' })
  await expect(paper).toContainText('Total')
  await expect(paper).toContainText('Issued')
  await expectLooksAccessible(page, 'invoice')

  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes')
  })
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes')
  await page.emulateMedia({ media: 'print' })
  await expect(paper).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('navigation').first()).toBeHidden()
})
