import { readFile } from 'node:fs/promises'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { newPerson, test } from '../../support/fixtures.ts'
import { forgetEverybody, givenMember, type Member, signIn } from '../../support/people.ts'
import { expectToast } from '../../support/toast.ts'
import { openPlace, openStaff } from '../admin/staff.ts'
import { newAccount } from '../payouts/payouts.ts'
import { takeSurvey } from '../surveys/surveys.ts'
import { decide, requestWithdrawal } from '../wallet/wallet.ts'
import { putFile } from './put-file.ts'

const bank = { withdrawalMethod: 'bank', bankName: 'KCB', accountName: 'B Kip' }

/** A member who has earned five points and was paid two of them. */
async function givenPaid(request: APIRequestContext): Promise<Member & { receipt: string }> {
  const member = await givenMember(request)
  await takeSurvey(request, member)
  const id = await requestWithdrawal(request, member, { ...bank, accountNumber: newAccount() })
  const receipt = `EFT${newPerson().email.replaceAll(/\D/g, '')}`
  await decide(request, id, { status: 'approved' })
  await decide(request, id, { status: 'paid', adminNotes: receipt })
  return { ...member, receipt }
}

const paper = (page: Page) => page.getByRole('region', { name: /^Statement for/ })

test('a month stands on one sheet: what there was, each movement, what was paid, and what is left', async ({
  page,
}) => {
  const member = await givenPaid(page.request)
  await signIn(page, member)
  await page.goto('/activity')
  await page.getByRole('link', { name: 'Monthly statements' }).click()
  await expect(page).toHaveURL('/statements')
  await expect(page).toHaveTitle(/^Monthly statement/)
  await expect(paper(page)).toContainText('Baraka Kip')
  await expect(paper(page)).toContainText('This month is not over')
  await expect(paper(page)).toContainText('Times are in East Africa Time')
  const movements = paper(page).getByRole('list').first().getByRole('listitem')
  await expect(movements).toHaveCount(3)
  await expect(movements.first()).toContainText('+5 points')
  await expect(movements.last()).toContainText('Withdrawal of KES 2,000 paid')
  await expect(movements.last()).toContainText('Balance: 3 points')
  await expect(paper(page)).toContainText(member.receipt)
  await expect(page.getByLabel('Month').getByRole('option')).toHaveCount(1)

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^statement-\d{4}-\d\d\.csv$/)
  expect(await readFile(await file.path(), 'utf8')).toContain(member.receipt)

  await test.step('printed, the sheet stands alone', async () => {
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', 'true')
    })
    await page.getByRole('button', { name: 'Print' }).click()
    await expect(page.locator('body[data-printed]')).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ media: 'print', colorScheme })
      await expect(paper(page)).toBeVisible()
      await expect(page.getByRole('navigation')).toHaveCount(0)
      await expect(page.getByRole('banner')).toHaveCount(0)
      await expect(page.getByLabel('Month')).toBeHidden()
      await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
      await expect(paper(page)).toHaveCSS('color', 'rgb(0, 0, 0)')
      await expect(page.getByRole('columnheader', { name: 'Balance' })).toBeVisible()
      await expect(page.getByText(/Printed \d/)).toBeVisible()
    }
  })
})

// Backed by packages/core/src/wallet/statements.test.ts
// Backed by apps/web/src/wallet/search.test.ts
test('a month that is not the member’s to see is refused in words', { tag: '@long' }, async ({ page }) => {
  await signIn(page, await givenMember(page.request))
  await page.goto('/statements?month=2020-01')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.goto('/statements?month=nonsense')
  await expect(paper(page)).toContainText('No points moved in this month.')
})

test('everybody sees what was paid out, and nobody’s name', async ({ page }) => {
  await givenPaid(page.request)
  await forgetEverybody(page)
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'What we pay out' }).click()
  await expect(page).toHaveURL('/transparency')
  await expect(page.getByRole('heading', { name: 'What we pay out', level: 1 })).toBeVisible()
  await expect(page.getByText(/^KES [\d,]+$/).first()).toBeVisible()
  await expect(page.getByText('Half are paid within')).toBeVisible()
  await expect(page.getByText('Renewed every ten minutes.')).toBeVisible()
  await expect(page.getByText('Baraka')).toHaveCount(0)
})

test('staff compare a day, import a statement, and explain what differs', { tag: '@journey' }, async ({
  page,
}) => {
  await openStaff(page, 'finance')
  await page.goto('/admin')
  await openPlace(page, 'Finance', 'Reconciliation')
  await expect(page).toHaveURL('/admin/reconciliation')

  await page.getByRole('link', { name: 'Import statements and match their rows' }).click()
  await expect(page).toHaveURL('/admin/statements')
  const receipt = `UKE2E${newPerson().email.replaceAll(/\D/g, '')}`
  await putFile(page, `receipt,amount,completed at\n${receipt},700,2026-01-05 10:00:00`)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('Statement imported')).toBeVisible()
  await page.goto('/admin/reconciliation')

  const row = page
    .getByRole('list', { name: /ifferences/ })
    .getByRole('listitem')
    .filter({ hasText: receipt })
  await expect(row).toContainText('Unknown receipt')
  await expect(row).toContainText('KES 700')
  await page.getByRole('link', { name: 'Show the differences of 5 January 2026' }).click()
  await expect(page).toHaveURL('/admin/reconciliation?day=2026-01-05')
  await row.getByRole('button', { name: 'Resolve: Unknown receipt' }).click()
  const dialog = page.getByRole('dialog', { name: 'Resolve this difference' })
  await dialog.getByRole('button', { name: 'Resolve with a note' }).click()
  await expect(dialog.getByLabel('Note')).toHaveAccessibleDescription(/Explain what happened/)
  await dialog.getByLabel('Note').fill('Office rent, paid from the same account.')
  await dialog.getByRole('button', { name: 'Resolve with a note' }).click()
  await expectToast(page, 'Difference resolved', 'Your note is shown with it, under your name.')
  await expect(row).toContainText('Office rent, paid from the same account.')
  await expect(row).toContainText('Resolved by')

  await page.getByRole('textbox', { name: 'Day' }).fill('2026-01-06')
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Days', exact: true })).toContainText('6 January 2026')
  await page.getByRole('button', { name: 'Check the ledger' }).click()
  await expect(page.getByText(/^The ledger balances/)).toBeVisible()
})
