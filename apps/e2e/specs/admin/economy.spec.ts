import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { test } from '../../support/fixtures.ts'
import { bearer, staffToken } from '../../support/people.ts'
import { expectToast } from '../../support/toast.ts'
import { openPlace, openStaff } from './staff.ts'

const dollar = (page: Page) => page.getByLabel('KES per dollar')
const warnings = (page: Page) => page.getByRole('list', { name: 'Warnings' })
const figure = (page: Page, name: string) =>
  page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) })

async function open(page: Page) {
  await page.goto('/admin/economy')
  await showAll(page, 'What a point is worth')
  await expect(dollar(page)).toBeVisible()
}

const showAll = (page: Page, section: string) =>
  page
    .getByRole('region', { name: section })
    .getByRole('button', { name: /^Show all/ })
    .click()

/** Through the other door, as another owner would. */
async function change(request: APIRequestContext, changes: object, reason: string) {
  const headers = bearer(await staffToken(request))
  const { version } = await (await request.get('/api/admin/economy', { headers })).json()
  const data = { version, changes, reason }
  expect((await request.put('/api/admin/economy', { headers, data })).status()).toBe(200)
}

// Backed by packages/core/src/admin/economy/get-economy-report.test.ts
// Backed by packages/contract/src/admin/economy/explain-economy.test.ts
test('beside the numbers stands what they mean, and what does not pay', { tag: '@long' }, async ({
  page,
}) => {
  await change(page.request, { kesPerUsd: 128 }, 'To begin with')
  await openStaff(page, 'owner')
  await open(page)
  await expect(figure(page, 'A survey that pays us $1 costs')).toContainText('KES 1,000')
  await expect(figure(page, 'Margin on KES 128')).toContainText('−KES 872')
  await expect(figure(page, 'Average payout of a spin')).toContainText('17.85 points (KES 17,850)')
  await expect(figure(page, 'Maximum monthly cost of a free member')).toContainText('KES 750,000')
  await expect(figure(page, 'Owed to all members')).toContainText(/KES [\d,]+/)
  await expect(warnings(page)).toContainText(
    'A survey that pays us $1 costs KES 1,000 and brings in KES 128.',
  )
  await expect(warnings(page)).toContainText(
    /A premium member who uses everything costs KES [\d,]+ a month and pays KES 1,000\./,
  )
  await expect(warnings(page)).toContainText(
    'A point is worth KES 1,000 in the wallet and KES 100 on the profile.',
  )
  await expect(warnings(page)).toContainText(
    'The minimum withdrawal is 1 point on the withdrawal page, 100 points in the dashboard dialog, and KES 1,000 in the wallet’s text.',
  )

  await page.getByLabel('Value of a point on the profile (KES)').fill('1000')
  await expect(warnings(page)).not.toContainText('on the profile')
  await dollar(page).fill('1500')
  await expect(figure(page, 'Margin on KES 1,500')).toContainText('KES 500')
  await expect(page.getByText('2 fields changed.')).toBeVisible()
  await dollar(page).fill('')
  await expect(page.getByText('A field is not valid.')).toBeVisible()
  await page.getByRole('button', { name: 'Review changes' }).click()
  await expectToast(page, 'Cannot save yet', 'Some fields are not valid and are marked.')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(dollar(page)).toHaveValue('128')
})

test('an owner reviews a change, saves it with a reason, and finds it in the history', async ({ page }) => {
  await change(page.request, { kesPerUsd: 1600 }, 'A very good rate')
  await openStaff(page, 'owner')
  await open(page)
  await dollar(page).fill('130')
  await page.getByRole('button', { name: 'Review changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save these changes?' })
  await expect(dialog.getByRole('list', { name: '1 field changed.' })).toContainText(
    /KES per dollar1,600.*130/,
  )
  await expect(dialog.getByRole('list', { name: 'Effects' })).toContainText(/KES 600.*−KES 870/)
  await expect(dialog.getByRole('list', { name: 'New warnings' })).toHaveText(
    'A survey that pays us $1 costs KES 1,000 and brings in KES 130.',
  )
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/Say why: other staff will read it/)
  await dialog.getByLabel('Reason').fill('The rate of the bank')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Saved', 'The new numbers apply from now on.')
  const newest = page.getByRole('list', { name: 'History' }).getByRole('listitem').first()
  await expect(newest).toContainText('The rate of the bank')
  await expect(newest).toContainText(/KES per dollar1,600.*130/)
  await page.reload()
  await expect(dollar(page)).toHaveValue('130')
})

// Backed by packages/core/src/admin/economy/change-economy.test.ts
test('an owner who saves second keeps the input, sees what changed, and continues from there', {
  tag: '@long',
}, async ({ page }) => {
  await change(page.request, { kesPerUsd: 131, premiumReminderDays: 3 }, 'To begin with')
  await openStaff(page, 'owner')
  await open(page)
  await dollar(page).fill('140')
  await change(page.request, { premiumReminderDays: 5 }, 'Earlier is kinder')
  await page.getByRole('button', { name: 'Review changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save these changes?' })
  await dialog.getByLabel('Reason').fill('The rate of the bank')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Someone else changed these numbers a moment ago')).toBeVisible()
  await expect(page.getByRole('list', { name: 'What changed' })).toContainText(
    /Reminder before premium ends \(days\)3.*5/,
  )
  await expect(dollar(page)).toHaveValue('140')
  await page.getByRole('button', { name: 'Continue from the latest version' }).click()
  await showAll(page, 'Rewards')
  await expect(page.getByLabel('Reminder before premium ends (days)')).toHaveValue('5')
  await expect(dollar(page)).toHaveValue('140')
  await page.getByRole('button', { name: 'Review changes' }).click()
  await dialog.getByLabel('Reason').fill('The rate of the bank')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Saved', 'The new numbers apply from now on.')
  await expect(page.getByLabel('Reminder before premium ends (days)')).toHaveValue('5')
})

// Backed by packages/core/src/admin/economy/change-economy.test.ts
// Backed by apps/web/src/admin/economy/field-groups.test.ts
test('the rows of the wheel and of the tax are added, changed and removed', { tag: '@long' }, async ({
  page,
}) => {
  await openStaff(page, 'owner')
  await open(page)
  await showAll(page, 'Rewards')
  const wheel = page.getByRole('group', { name: 'Wheel' })
  await expect(wheel.getByLabel(/^Points, row/)).toHaveCount(8)
  await wheel.getByRole('button', { name: 'Add a row' }).click()
  await wheel.getByLabel('Points, row 9').fill('1000')
  await wheel.getByLabel('Weight, row 9').fill('300')
  // (1,785 + 300,000) of 400.
  await expect(figure(page, 'Average payout of a spin')).toContainText('754.46 points')
  await expect(wheel).toContainText('75% of spins')
  await wheel.getByRole('button', { name: 'Remove row 9' }).click()
  await expect(page.getByText('No changes.')).toBeVisible()
})

test('settings that differ from the preset are shown, and a search finds the others', async ({ page }) => {
  await change(page.request, { claimDays: 41, kesPerUsd: 129 }, 'To begin with')
  await openStaff(page, 'owner')
  await page.goto('/admin/economy')
  await expect(page.getByLabel('Time to claim a missing credit (days)')).toHaveValue('41')
  await expect(dollar(page)).toHaveCount(0)
  const search = page.getByLabel('Search settings')
  await search.fill('per dollar')
  await expect(dollar(page)).toHaveValue('129')
  await expect(page.getByLabel('Time to claim a missing credit (days)')).toHaveCount(0)
  await search.fill('nothing like it')
  await expect(page.getByText('No setting matches “nothing like it”.')).toBeVisible()
  await search.fill('')
  await expect(dollar(page)).toHaveCount(0)
})

// Backed by packages/contract/src/admin/economy/explain-economy.test.ts
test('a year is forecast for a number of members, as a chart and as a table', { tag: '@long' }, async ({
  page,
}) => {
  await openStaff(page, 'owner')
  await open(page)
  const forecast = page.getByRole('region', { name: 'Forecast' })
  await forecast.getByLabel('Free members', { exact: true }).fill('10')
  await forecast.getByLabel('Premium members', { exact: true }).fill('200')
  await expect(
    forecast.getByRole('img', { name: /income KES 200,000 and cost KES [\d,]+ a month/ }),
  ).toBeVisible()
  await forecast.getByText('Table', { exact: true }).click()
  const rows = forecast.getByRole('row')
  await expect(rows).toHaveCount(13)
  await expect(rows.nth(12)).toContainText('KES 200,000')
})

// Backed by apps/server/test/access/access-matrix.test.ts
test('others read the numbers, and change none', { tag: '@long' }, async ({ page }) => {
  await openStaff(page, 'analyst')
  await page.goto('/admin')
  await openPlace(page, 'Settings', 'Economy')
  await showAll(page, 'What a point is worth')
  await showAll(page, 'Rewards')
  await expect(page.getByText('Only owners can change these numbers.')).toBeVisible()
  await expect(dollar(page)).toHaveAttribute('readonly', '')
  await expect(page.getByRole('button', { name: 'Review changes' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add a row' })).toHaveCount(0)
})

test('the economy is accessible', { tag: '@long' }, async ({ page }) => {
  await openStaff(page, 'owner')
  await open(page)
  await expect(page.getByRole('img', { name: /^Chart of twelve months/ })).toBeVisible()
  await expectLooksAccessible(page, 'economy')
  await page.getByRole('region', { name: 'Forecast' }).getByText('Table', { exact: true }).click()
  await dollar(page).fill('150')
  await page.getByRole('button', { name: 'Review changes' }).click()
  await expect(page.getByRole('dialog', { name: 'Save these changes?' })).toBeVisible()
  await expectLooksAccessible(page, 'economy preview')
})
