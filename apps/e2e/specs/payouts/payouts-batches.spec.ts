import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { test } from '../../support/fixtures.ts'
import { openStaff } from '../admin/staff.ts'
import { decide, listWithdrawals } from '../wallet/wallet.ts'
import { BANK, givenRequested } from './payouts.ts'

const resultOf = (page: Page) => page.getByRole('region', { name: 'Result of the bank' })

async function chooseFile(page: Page, csv: string) {
  const choosing = page.waitForEvent('filechooser')
  await resultOf(page).getByRole('button', { name: 'Result file (CSV)' }).click()
  await (await choosing).setFiles({ name: 'result.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
}

/** What the bank answers to this file: the second payment failed. */
function answerTo(file: string): string {
  const [, ...lines] = file.trimEnd().split('\r\n')
  const rows = lines.map((line, index) => {
    const [, account, , amount, , , reference] = line.split(',')
    const word = index === 1 ? 'Returned,,Account closed' : `Paid,FT${Date.now()}${index},`
    return `${reference},${word},${amount},${account}`
  })
  return ['Our ref,State,Bank Reference,Reason,Amount,Account Number', ...rows].join('\n')
}

test('staff give the bank a batch, and book its result by the columns that they name', {
  tag: '@journey',
}, async ({ page }) => {
  const [one, two] = [await givenRequested(page.request, BANK), await givenRequested(page.request, BANK)]
  for (const { id } of [one, two]) await decide(page.request, id, { status: 'approved' })
  await openStaff(page, 'finance')
  await page.goto('/admin/bank-batches')
  await page.getByRole('button', { name: 'Make the batch' }).click()
  await expect(page.getByText('Batch 1 is made', { exact: true })).toBeVisible()
  await expect(page.getByText('2 payments, KES 4,000')).toBeVisible()
  await expectLooksAccessible(page, 'bank batches')

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download batch 1' }).click()
  const file = await readFile(await (await downloading).path(), 'utf8')
  for (const { accountNumber } of [one, two]) expect(file).toContain(accountNumber)

  await resultOf(page).getByLabel('Column of our reference').fill('Our ref')
  await resultOf(page).getByLabel('Column of the status').fill('State')
  await chooseFile(page, answerTo(file))
  await resultOf(page).getByRole('button', { name: 'Check the file' }).click()
  await expect(resultOf(page)).toContainText('1 paid (KES 2,000) and 1 failed would be booked.')
  await resultOf(page).getByRole('button', { name: 'Book the result' }).click()
  await expect(resultOf(page)).toContainText('Booked: 1 paid (KES 2,000), 1 failed.')
  await expect(page.getByText('Open: 0 · paid: 1 · failed: 1')).toBeVisible()
  await expect(page.getByText('1 bank payment waits: KES 2,000.')).toBeVisible()
  expect(await listWithdrawals(page.request, one.member)).toMatchObject([{ status: 'paid' }])
  expect(await listWithdrawals(page.request, two.member)).toMatchObject([{ payoutState: 'manual' }])
})

/** Make a batch of what waits, and find its row. */
async function makeBatch(page: Page) {
  await page.getByRole('button', { name: 'Make the batch' }).click()
  const made = page.getByText(/^Batch \d+ is made$/)
  await expect(made).toBeVisible()
  const name = (await made.innerText()).replace(' is made', '')
  await page.reload()
  const row = page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })
  return { row, number: name.replace('Batch ', '') }
}

// Backed by packages/core/src/payouts/batches/batches.test.ts
test('staff cancel a batch that was never uploaded, and make it again', { tag: '@long' }, async ({
  page,
}) => {
  const { id } = await givenRequested(page.request, BANK)
  await decide(page.request, id, { status: 'approved' })
  await openStaff(page, 'finance')
  await page.goto('/admin/bank-batches')
  const { row, number } = await makeBatch(page)
  const cancel = `Cancel batch ${number}`
  await row.getByRole('button', { name: cancel }).click()
  const dialog = page.getByRole('dialog', { name: `${cancel}?` })
  await expect(dialog).toContainText(/payments? \(KES [\d,]+\) go(es)? back to what waits\./)
  await dialog.getByRole('button', { name: cancel }).click()
  await expect(dialog.getByText('Say why it is cancelled')).toBeVisible()
  await expectLooksAccessible(page, 'cancel a bank batch')
  await dialog.getByLabel('Why it is cancelled').fill('The bank refuses the format.')
  await dialog.getByRole('button', { name: cancel }).click()
  await expect(row).toContainText('The bank refuses the format.')
  await expect(row).toContainText('Open: 0')
  await expect(row.getByRole('button')).toHaveCount(0)

  const { row: next, number: another } = await makeBatch(page)
  const downloading = page.waitForEvent('download')
  await next.getByRole('button', { name: `Download batch ${another}` }).click()
  await downloading
  await next.getByRole('button', { name: `Batch ${another} is uploaded` }).click()
  await expect(next).toContainText('Uploaded, says')
  await expect(next.getByRole('button', { name: `Cancel batch ${another}` })).toHaveCount(0)
})
