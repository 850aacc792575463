import { expect, type Page } from '@playwright/test'
import { test } from '../../support/fixtures.ts'
import { bearer } from '../../support/people.ts'
import { expectToast } from '../../support/toast.ts'
import { givenOpenWallet, requestWithdrawal } from '../wallet/wallet.ts'
import { suspendOnce } from './refuse-once.ts'
import { givenStaff, logInStaff, logOutStaff, newUsername, openStaff } from './staff.ts'

const rowOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Staff accounts' }).getByRole('listitem').filter({ hasText: name })
const keyOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'API keys' }).getByRole('listitem').filter({ hasText: name })

/** Read a secret that is shown once, copy it and dismiss it. */
async function takeSecret(page: Page, title: string): Promise<string> {
  await expect(page.getByRole('heading', { name: title })).toBeFocused()
  const panel = page
    .getByRole('region')
    .filter({ has: page.getByRole('heading', { name: title }) })
    .last()
  const secret = await panel.locator('code').innerText()
  await panel.getByRole('button', { name: 'Copy' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
  await panel.getByRole('button', { name: 'I have saved it' }).click()
  await expect(page.getByText(secret)).toHaveCount(0)
  return secret
}

test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']))

test('an owner creates an account, and its password is shown once', { tag: '@journey' }, async ({ page }) => {
  await openStaff(page, 'owner')
  await page.goto('/admin/staff')
  const field = page.getByLabel('Username')
  const create = page.getByRole('button', { name: 'Create account' })
  await create.click()
  await expect(field).toHaveAccessibleDescription(/Required/)
  await field.fill('admin')
  await create.click()
  await expect(field).toHaveAccessibleDescription(/This name is taken/)

  const username = newUsername()
  await field.fill(username)
  await page.getByLabel('Role', { exact: true }).selectOption('Finance')
  await create.click()
  const password = await takeSecret(page, `First password for ${username}`)
  await expect(rowOf(page, username)).toContainText('Finance')
  await expect(rowOf(page, username)).toContainText('First password until')
  await expect(rowOf(page, username)).toContainText('Never logged in')
  await logInStaff(page.request, { username, password })
})

// Backed by packages/core/src/admin/approvals/company-changes.test.ts
// Backed by apps/e2e/specs/admin/approvals.spec.ts
test('a password that waits for a second person is shown once, from a form and from a dialog', {
  tag: '@long',
}, async ({ page }) => {
  const colleague = await givenStaff(page.request, 'analyst')
  await openStaff(page, 'owner')
  await page.goto('/admin/staff')
  await page.getByLabel('Username').fill(newUsername())
  await suspendOnce(page, 'admin.createStaff', 'embe-nanasi-papai')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('It works once it is approved. It is only shown now.')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(await takeSecret(page, 'Sent to a second person')).toBe('embe-nanasi-papai')
  await expect(page.getByLabel('Username')).toHaveValue('')

  await suspendOnce(page, 'admin.resetStaff', 'ndizi-chungwa-tikiti')
  await page.getByRole('button', { name: `Reset: ${colleague.username}` }).click()
  const dialog = page.getByRole('dialog', { name: `Reset ${colleague.username}?` })
  await dialog.getByRole('button', { name: 'Reset' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('ndizi-chungwa-tikiti')).toBeVisible()
  await test.step('it is gone where the staff side is left', async () => {
    await logOutStaff(page)
    await expect(page.getByText('ndizi-chungwa-tikiti')).toHaveCount(0)
  })
})

// Backed by packages/core/src/admin/staff/manage-staff.test.ts
test('an owner changes a role, disables an account and enables it again', { tag: '@long' }, async ({
  page,
}) => {
  const colleague = await givenStaff(page.request, 'analyst')
  const { username } = colleague
  await openStaff(page, 'owner')
  await page.goto('/admin/staff')
  const row = rowOf(page, username)
  await row.getByRole('button', { name: `Change role: ${username}` }).click()
  const dialog = page.getByRole('dialog', { name: `Role of ${username}` })
  await dialog.getByLabel('Role').selectOption('Content')
  await dialog.getByRole('button', { name: 'Save role' }).click()
  await expectToast(page, 'Role changed', `${username} is now Content.`)
  await expect(row).toContainText('Content')

  await row.getByRole('button', { name: `Disable: ${username}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await expectToast(page, 'Account disabled', `${username} has been signed out everywhere.`)
  await expect(row).toContainText('Disabled')
  const me = () => page.request.get('/api/admin/me', { headers: bearer(colleague.token) })
  expect((await me()).status()).toBe(401)
  await row.getByRole('button', { name: `Enable: ${username}` }).click()
  await expectToast(page, 'Account enabled', `${username} can log in again with the same password.`)
  await logInStaff(page.request, colleague)
})

// Backed by packages/core/src/admin/staff/manage-staff.test.ts
test('an owner can reset a colleague’s account, but not their own', { tag: '@long' }, async ({ page }) => {
  const colleague = await givenStaff(page.request, 'finance')
  const { username } = colleague
  const owner = await openStaff(page, 'owner')
  await page.goto('/admin/staff')
  await expect(rowOf(page, owner.username)).toContainText('You')
  await expect(rowOf(page, owner.username).getByRole('button')).toHaveCount(0)
  await rowOf(page, username)
    .getByRole('button', { name: `Reset: ${username}` })
    .click()
  await page
    .getByRole('dialog', { name: `Reset ${username}?` })
    .getByRole('button', { name: 'Reset' })
    .click()
  const password = await takeSecret(page, `First password for ${username}`)
  expect(password).not.toBe(colleague.password)
  await logInStaff(page.request, { username, password })
})

// Backed by packages/core/src/admin/staff/manage-staff.test.ts
// Backed by apps/e2e/specs/surveys/offer-form.spec.ts
test('an account that someone else has just changed is shown in its current state', { tag: '@long' }, async ({
  page,
}) => {
  const { id, username } = await givenStaff(page.request, 'analyst')
  const owner = await openStaff(page, 'owner')
  await page.goto('/admin/staff')
  const row = rowOf(page, username)
  await row.getByRole('button', { name: `Disable: ${username}` }).click()
  await page.request.post(`/api/admin/staff/${id}/disable`, { headers: bearer(owner.token) })
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await expectToast(page, 'Action failed', 'This account has already changed. Reload to see how it is now.')
  await expect(row).toContainText('Disabled')
})

// Backed by packages/core/src/admin/keys.test.ts
test('an owner creates a key with permissions and revokes it', { tag: '@long' }, async ({ page }) => {
  const owner = await openStaff(page, 'owner')
  await page.goto('/admin/staff')
  const make = page.getByRole('button', { name: 'Create key' })
  await make.click()
  await expect(page.getByText('Choose at least one')).toBeVisible()
  const name = `figures of ${owner.username}`
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('checkbox', { name: 'See the figures' }).check()
  await page.getByLabel('Expires after').selectOption('30 days')
  const password = page.getByLabel('Your password again')
  await password.fill('not it')
  await make.click()
  await expect(password).toHaveAccessibleDescription('Wrong password')
  await password.fill(owner.password)
  await make.click()
  const token = await takeSecret(page, `Key ${name}`)

  const row = keyOf(page, name)
  await expect(row).toContainText('Active')
  await expect(row).toContainText('See the figures')
  await expect(row).toContainText('Never used')
  const headers = bearer(token)
  expect((await page.request.get('/api/admin/stats', { headers })).status()).toBe(200)
  expect((await page.request.get('/api/admin/withdrawals', { headers })).status()).toBe(403)

  await row.getByRole('button', { name: `Revoke ${name}` }).click()
  await page
    .getByRole('dialog', { name: `Revoke ${name}?` })
    .getByRole('button', { name: 'Revoke' })
    .click()
  await expectToast(page, 'Key revoked', `${name} no longer works.`)
  await expect(row).toContainText('Revoked')
  await expect(row.getByRole('button')).toHaveCount(0)
  expect((await page.request.get('/api/admin/stats', { headers })).status()).toBe(401)
})

test('a role does not see what it may not do', async ({ page }) => {
  const { member } = await givenOpenWallet(page)
  const { mpesaNumber } = member
  await requestWithdrawal(page.request, member, { withdrawalMethod: 'mpesa', mpesaNumber })
  const { id } = await (await page.request.get('/api/auth/user', { headers: bearer(member.token) })).json()
  // Not by the address, which is masked for an analyst.
  const row = page.getByRole('listitem').filter({ has: page.locator(`a[href="/admin/members/${id}"]`) })
  const place = (name: string) =>
    page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${name}`) })
  const ledger = page.getByRole('button', { name: 'Check the ledger' })

  await openStaff(page, 'analyst')
  await page.goto('/admin?tab=withdrawals')
  await expect(row).toBeVisible()
  await expect(row.getByRole('button')).toHaveCount(0)
  await expect(ledger).toHaveCount(0)
  await expect(place('Reviews')).toBeVisible()
  await expect(place('Finance')).toHaveCount(0)
  await page.goto('/admin/staff')
  await expect(place('Economy')).toBeVisible()
  await expect(place('Staff and keys')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Not available to your role' })).toBeVisible()

  await openStaff(page, 'finance')
  await page.goto('/admin?tab=withdrawals')
  await expect(row.getByRole('button', { name: 'Approve' })).toBeVisible()
  await expect(place('Finance')).toBeVisible()
  await page.goto('/admin/system')
  await expect(place('Audit log')).toBeVisible()
  await expect(place('Staff and keys')).toHaveCount(0)
  await expect(ledger).toBeVisible()

  await openStaff(page, 'owner')
  await page.goto('/admin/economy')
  await expect(place('Finance')).toBeVisible()
  await expect(place('Staff and keys')).toBeVisible()
})
