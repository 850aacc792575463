import { expect, type Page } from '@playwright/test'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { newPerson, test } from '../../support/fixtures.ts'
import { expectToast } from '../../support/toast.ts'
import { openStaff } from '../admin/staff.ts'
import { putFile } from './put-file.ts'

const newDigits = () => newPerson().email.replaceAll(/\D/g, '').slice(-6)

async function openStatements(page: Page) {
  await openStaff(page, 'finance')
  await page.goto('/admin/statements')
  await expect(page.getByRole('heading', { name: 'Statements', level: 1 })).toBeVisible()
}

const rowOf = (page: Page, list: string, text: string) =>
  page.getByRole('list', { name: list, exact: true }).getByRole('listitem').filter({ hasText: text })

test('a portal statement is checked, imported, and what nothing matches is booked and taken back', {
  tag: '@journey',
}, async ({ page }) => {
  await openStatements(page)
  const [payout, unreadable] = [`TA1${newDigits()}`, `TA2${newDigits()}`]
  const csv = [
    'Organization Name,Invented Rewards Ltd',
    'Short Code,600991',
    '',
    'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance',
    `${payout},06-01-2024 10:00:00,Business Payment to 2547******417 - Invented,Completed,,"-1,234.50","98,765.50"`,
    `${payout},06-01-2024 10:00:00,Business Payment Charge,Completed,,-9.00,"98,756.50"`,
    `${unreadable},06-01-2024 11:00:00,Business Payment,Completed,,twelve,"98,756.50"`,
  ].join('\r\n')
  await putFile(page, csv)
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByText('Nothing is imported yet')).toBeVisible()
  await expect(page.getByText('3 rows: 1 booked, 2 for the desk, 0 known already.')).toBeVisible()
  await expect(page.getByText('Line 7, Withdrawn: The amount has to be a number')).toBeVisible()
  const preview = page.getByRole('table', { name: 'The first rows as we read them' })
  await expect(preview.getByRole('row').nth(1)).toContainText('−KES 1,234.50')
  await expect(preview.getByRole('row').nth(2)).toContainText('Charge')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('Statement imported')).toBeVisible()

  const waiting = rowOf(page, 'Desk', payout)
  await page.getByLabel('Reason', { exact: true }).selectOption('Payout we do not know')
  await expect(waiting).toContainText('−KES 1,234.50')
  await waiting.getByRole('button', { name: 'Book: Payout we do not know, −KES 1,234.50' }).click()
  const dialog = page.getByRole('dialog', { name: 'Book this row' })
  await dialog.getByLabel('Book it as').selectOption('Other')
  await dialog.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(dialog.getByLabel('Note')).toHaveAccessibleDescription('Say what this row is')
  await dialog.getByLabel('Note').fill('Office rent, paid from the portal.')
  await dialog.getByRole('button', { name: 'Book', exact: true }).click()
  await expectToast(page, 'Row booked', 'It can be undone until its day is reconciled.')
  await expect(waiting).toHaveCount(0)

  const booked = rowOf(page, 'Booked by hand', payout)
  await expect(booked).toContainText('Office rent, paid from the portal.')
  await booked.getByRole('button', { name: 'Undo: Other, −KES 1,234.50' }).click()
  const undo = page.getByRole('dialog', { name: 'Undo this booking' })
  await undo.getByLabel('Reason').fill('It was a deposit.')
  await undo.getByRole('button', { name: 'Undo', exact: true }).click()
  await expectToast(page, 'Booking undone', 'The row waits on the desk again.')
  await expect(booked).toHaveCount(0)
  await page.getByLabel('Reason', { exact: true }).selectOption('Booking was undone')
  await expect(waiting).toBeVisible()
})

test('a bank’s file is read by columns that staff name, and the next one by the same', async ({ page }) => {
  await openStatements(page)
  const [name, reference] = [`Bank ${newDigits()}`, `FT${newDigits()}`]
  const csv = [
    'Invented Bank PLC;;;',
    'Txn Date;Narration;Ref;Value',
    `14.01.2024;RTGS transfer;${reference};-5.000,00`,
    '15.01.2024;Cash deposit;CD-771;10.000,00',
  ].join('\n')
  await page.getByLabel('Statement of').selectOption('Another bank account…')
  await page.getByLabel('Name of the account').fill(name)
  await page.getByLabel('Cells are separated by').selectOption('Semicolon')
  await page.getByLabel('Line with the column names').fill('2')
  await page.getByLabel('Dates are written').selectOption('DD.MM.YYYY')
  await page.getByLabel('Column of the date').fill('Date')
  await putFile(page, csv)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByText('Choose one column for the amount').first()).toBeVisible()
  await page.getByLabel('Amounts are in').selectOption('One column, money out with a minus')
  await page.getByLabel('Column of the amount').fill('Value')
  await page.getByLabel('Column of the reference (optional)').fill('Ref')
  await page.getByLabel('Column of the description (optional)').fill('Narration')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByText('Row 2 does not name these columns: Date')).toBeVisible()
  await page.getByLabel('Column of the date').fill('Txn Date')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  const preview = page.getByRole('table', { name: 'The first rows as we read them' })
  await expect(preview.getByRole('row').nth(1)).toContainText('−KES 5,000.00')

  await page.getByLabel('Column of the description (optional)').fill('')
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('Statement imported')).toBeVisible()
  await expect(rowOf(page, 'Desk', reference)).toBeVisible()

  await page.reload()
  await page.getByLabel('Statement of').selectOption(name)
  await expect(page.getByLabel('Column of the date')).toHaveValue('Txn Date')
  await putFile(page, csv)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByText('2 rows: 0 booked, 0 for the desk, 2 known already.')).toBeVisible()
  await expectLooksAccessible(page, 'statements')
})

test('an M-Pesa file in an unknown layout asks for its columns and its dates, and the next one does not', async ({
  page,
}) => {
  await openStatements(page)
  const [head, ...digits] = [newDigits(), newDigits(), newDigits()]
  const fileOf = (end: string) =>
    [
      `Hati ${head},Wakati,Kiasi,Upande`,
      `TX4${end},6/11/2023 09:05,"1,500.00",DR`,
      ',JUMLA,"1,500.00",',
    ].join('\n')
  await putFile(page, fileOf(digits[0] ?? ''))
  const check = page.getByRole('button', { name: 'Check', exact: true })
  await check.click()
  await expect(page.getByText(`Its columns seem to be Hati ${head}, Wakati, Kiasi, Upande`)).toBeVisible()
  await page.getByLabel('Column of the receipt').fill(`Hati ${head}`)
  await page.getByLabel('Column of the completion time').fill('Wakati')
  await page.getByLabel('Column of the amount, if there is only one').fill('Kiasi')
  await page.getByLabel('Column that says DR or CR, with one amount column').fill('Upande')
  await check.click()
  await page.getByLabel('In dates such as 6/11/2026').selectOption('The day comes first (6 November)')
  await expectLooksAccessible(page, 'columns of a statement')
  await check.click()
  const preview = page.getByRole('table', { name: 'The first rows as we read them' })
  await expect(preview.getByRole('row').nth(1)).toContainText('−KES 1,500.00')
  await expect(page.getByText('0 repeated heads, 1 total, 0 remarks')).toBeVisible()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('Statement imported')).toBeVisible()

  await page.reload()
  await putFile(page, fileOf(digits[1] ?? ''))
  await check.click()
  await page.getByLabel('In dates such as 6/11/2026').selectOption('The day comes first (6 November)')
  await expect(page.getByLabel('Column of the receipt')).toHaveCount(0)
  await check.click()
  await expect(page.getByText('1 row: 0 booked, 1 for the desk, 0 known already.')).toBeVisible()
})
