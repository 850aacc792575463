import { expect, type Page } from '@playwright/test'
import { newPerson, test } from '../../support/fixtures.ts'
import { openStaff } from '../admin/staff.ts'
import { putFile } from '../books/put-file.ts'

const newDigits = () => newPerson().email.replaceAll(/\D/g, '').slice(-6)

/** The demo's partner that owes for a month that is over. */
async function openPartner(page: Page): Promise<void> {
  await openStaff(page, 'finance')
  await page.goto('/admin/receivables')
  await expect(page.getByRole('heading', { name: 'Receivables', level: 1 })).toBeVisible()
  await page.getByRole('list', { name: 'What each partner owes' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Exposure' })).toBeVisible()
}

test('a partner’s report is imported by named columns, and a difference is settled', {
  tag: '@journey',
}, async ({ page }) => {
  await openPartner(page)
  const transaction = `tx-${newDigits()}`
  await page.getByLabel('Column of the transaction').fill('Id')
  await page.getByLabel('Column of the amount').fill('Usd')
  await page.getByLabel('Column of the status').fill('State')
  await page.getByLabel('Column of the time').fill('When')
  await putFile(
    page,
    ['Id,Usd,State,When', `${transaction},3.50,approved,2024-01-06`, 'x,y,approved,2024-01-06'].join('\n'),
  )
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByText('Nothing is imported yet')).toBeVisible()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('Report imported')).toBeVisible()

  await page.getByLabel('Difference', { exact: true }).selectOption('Only in the report')
  const row = page
    .getByRole('list', { name: 'Differences' })
    .getByRole('listitem')
    .filter({ hasText: transaction })
  await expect(row).toContainText('Partner: $3.50, approved')
  await row.getByRole('button', { name: `Settle: Only in the report, ${transaction}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Settle a difference' })
  await dialog.getByLabel('What is done').selectOption('It is explained')
  await dialog.getByLabel('Note').fill('A test of the partner.')
  await dialog.getByRole('button', { name: 'Settle', exact: true }).click()
  await expect(row).toHaveCount(0)
})

test('a payment is booked once for its reference', async ({ page }) => {
  await openPartner(page)
  const reference = `SWIFT ${newDigits()}`
  const book = async () => {
    await page.getByLabel('Bank reference').fill(reference)
    await page.getByLabel('Day it arrived').fill('2024-01-06')
    await page.getByLabel('Amount (USD)').fill('10')
    await page.getByLabel('Arrived at the bank (KES)').fill('1250')
    await page.getByLabel('Bank charge (KES)').fill('40')
    await page.getByRole('button', { name: 'Book a payment' }).click()
  }
  await book()
  const receipt = page
    .getByRole('list', { name: 'Payments received' })
    .getByRole('listitem')
    .filter({ hasText: reference })
  await expect(receipt).toContainText('Bank charge KES 40.00')
  await book()
  await expect(page.getByText('A payment with this reference is booked already')).toBeVisible()
})
