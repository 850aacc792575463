import { expect, type Page } from '@playwright/test'
import { test } from '../../support/fixtures.ts'
import { givenMember, signIn } from '../../support/people.ts'
import { answerSome, refuseWith, succeed } from '../../support/procedures.ts'
import { openStaff } from '../admin/staff.ts'
import { pretend } from '../payouts/payouts.ts'

const MONTH = {
  month: '2026-10',
  state: 'open',
  payments: 3,
  baseKes: 6000,
  taxKes: 300,
  carriedKes: 0,
  dueKes: 300,
  dueOn: '2026-11-20',
  isOverdue: false,
  contentHash: null,
  filedBy: null,
  filedAt: null,
  reference: null,
  paidOn: null,
  recordedBy: null,
}
const FILED = { ...MONTH, state: 'filed', contentHash: 'ab'.repeat(32), filedBy: 'staff:finance' }

/** The report with a finished month: a new installation has none. */
async function pretendMonth(page: Page, month: () => object) {
  await pretend(page, 'admin.getTaxReport', (text) =>
    text.replace(/"periods":\[\]/, `"periods":${JSON.stringify([month()])}`),
  )
}

// Backed by packages/core/src/books/tax/tax-months.test.ts
test('a finished month is filed, and its payment recorded with a reference', { tag: '@journey' }, async ({
  page,
}) => {
  let month: object = MONTH
  await pretendMonth(page, () => month)
  await page.route('**/trpc/admin.fileTaxMonth*', (route) => {
    month = FILED
    return route.fulfill({ json: [{ result: { data: FILED } }] })
  })
  await openStaff(page, 'finance')
  await page.goto('/admin/tax')
  const row = page.getByRole('list', { name: 'Months' }).getByRole('listitem')
  await expect(row).toContainText('October 2026')
  await expect(row).toContainText('To be filed')
  await row.getByRole('button', { name: 'File this month' }).click()
  await expect(row.getByRole('button', { name: 'Download the file' })).toBeVisible()
  await expect(row).toContainText('ab'.repeat(32))
  await row.getByRole('button', { name: 'Record the payment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record the payment' })
  await expect(dialog).toContainText('The whole tax of October 2026: KES 300.')
  await dialog.getByLabel('Reference').fill('x')
  await dialog.getByLabel('Paid on').fill('2026-11-19')
  await dialog.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(dialog).toContainText('Enter 6 to 35 letters, digits, slashes or hyphens')
})

// Backed by packages/core/src/books/tax/tax-in-journal.test.ts
test('a month that differs in the journal is not filed, and the page says which sums differ', {
  tag: '@long',
}, async ({ page }) => {
  await pretendMonth(page, () => MONTH)
  const said = 'The tax of 2026-10 is KES 300, and the journal has KES 200. Nothing was filed.'
  await refuseWith(page, 'admin.fileTaxMonth', {
    status: 400,
    appCode: 'INVALID_INPUT',
    message: 'Some fields are not valid',
    fieldErrors: { month: [said] },
  })
  await openStaff(page, 'finance')
  await page.goto('/admin/tax')
  await page.getByRole('button', { name: 'File this month' }).click()
  await expect(page.getByText(said)).toBeVisible()
})

// Backed by packages/core/src/books/tax/tax-months.test.ts
test('a member saves their PIN and residence, and prints a certificate', async ({ page }) => {
  await signIn(page, await givenMember(page.request))
  await page.goto('/tax')
  await page.getByLabel('KRA PIN').fill('a12345')
  await page.getByRole('button', { name: 'Save PIN' }).click()
  await expect(page.getByText('A KRA PIN is a letter, nine digits and a letter')).toBeVisible()
  await page.getByLabel('KRA PIN').fill('a123456789b')
  await page.getByRole('button', { name: 'Save PIN' }).click()
  await expect(page.getByText('Saved: •••••••••9B')).toBeVisible()
  await page.getByLabel('Not resident of Kenya').check()
  await page.getByRole('button', { name: 'Save residence' }).click()
  await expect(page.getByRole('button', { name: 'Save residence' })).toHaveCount(0)

  const certificate = {
    number: 'WHT-2026-10-1A2B3C4D',
    span: '2026-10',
    payee: 'Baraka Kip',
    pin: 'A123456789B',
    residence: 'resident',
    lines: [{ day: '2026-10-05', withdrawalId: crypto.randomUUID(), baseKes: 2000, percent: 5, taxKes: 100 }],
    baseKes: 2000,
    taxKes: 100,
    verification: '0123456789ABCDEF01234567',
  }
  await answerSome(page, { 'wallet.getTaxCertificate': succeed(certificate) })
  await page.goto('/tax?span=2026-10')
  const paper = page.getByRole('region', { name: 'Certificate of withheld tax' })
  await expect(paper).toContainText('WHT-2026-10-1A2B3C4D')
  await expect(paper).toContainText('KES 2,000 at 5%: KES 100')
  await page.emulateMedia({ media: 'print' })
  await expect(paper).toBeVisible()
  await expect(page.getByLabel('KRA PIN')).toBeHidden()
})
