import { expect, type Page } from '@playwright/test'
import { test } from '../../support/fixtures.ts'
import { bearer } from '../../support/people.ts'
import { refuseOnce } from './refuse-once.ts'
import { givenSecondFactor, givenStaff, newUsername, openStaff, type StaffPerson } from './staff.ts'
import { codeOf } from './totp.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' })

async function openStaffPage(page: Page, username: string): Promise<StaffPerson> {
  const person = await openStaff(page, 'owner')
  await page.goto('/admin/staff')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Role', { exact: true }).selectOption('Finance')
  return person
}

test('a critical change asks who is there, and goes on with what was typed', { tag: '@journey' }, async ({
  page,
}) => {
  const username = newUsername()
  const person = await openStaffPage(page, username)
  await refuseOnce(page, 'admin.createStaff', ['password'])
  await page.getByRole('button', { name: 'Create account' }).click()
  const dialog = dialogOf(page)
  const field = dialog.getByLabel('Your password again')
  await expect(field).toBeFocused()
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(field).toHaveAccessibleDescription('Required')
  await field.fill('not it')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(field).toHaveAccessibleDescription('Wrong password')
  await field.fill(person.password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: `First password for ${username}` })).toBeVisible()
  await expect(dialog).toHaveCount(0)
})

test('cancelling keeps what was typed, and changes nothing', async ({ page }) => {
  const username = newUsername()
  const { token } = await openStaffPage(page, username)
  await refuseOnce(page, 'admin.createStaff', ['password'])
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(dialogOf(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toHaveCount(0)
  await expect(page.getByLabel('Username')).toHaveValue(username)
  const staff = await (await page.request.get('/api/admin/staff', { headers: bearer(token) })).text()
  expect(staff).not.toContain(username)
})

test('where the site has no name, nothing offers a passkey', async ({ page }) => {
  const username = newUsername()
  await openStaffPage(page, username)
  await refuseOnce(page, 'admin.createStaff', ['passkey', 'recovery-code'])
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(dialogOf(page).getByLabel('Recovery code', { exact: true })).toBeFocused()
  await expect(dialogOf(page).getByRole('button', { name: 'Use a passkey' })).toHaveCount(0)
  await page.goto('/admin/account')
  await expect(page.getByRole('region', { name: 'Second factor' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Where you are signed in' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Passkeys' })).toHaveCount(0)
})

test('a dialog behind the question stays open, and a code from the app answers it', async ({ page }) => {
  const { username } = await givenStaff(page.request, 'analyst')
  const person = await openStaff(page, 'owner')
  const { secret } = await givenSecondFactor(page.request, person)
  await page.goto('/admin/staff')
  const row = page
    .getByRole('list', { name: 'Staff accounts' })
    .getByRole('listitem')
    .filter({ hasText: username })
  await row.getByRole('button', { name: `Change role: ${username}` }).click()
  const role = page.getByRole('dialog', { name: `Role of ${username}` })
  await role.getByLabel('Role').selectOption('Content')
  await refuseOnce(page, 'admin.setStaffRole', ['totp', 'recovery-code'])
  await role.getByRole('button', { name: 'Save role' }).click()
  await expect(dialogOf(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toHaveCount(0)
  await expect(role.getByLabel('Role')).toHaveValue('content')

  await refuseOnce(page, 'admin.setStaffRole', ['totp', 'recovery-code'])
  await role.getByRole('button', { name: 'Save role' }).click()
  await dialogOf(page).getByLabel('Code from your authenticator app').fill(codeOf(secret, 1))
  await dialogOf(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(row).toContainText('Content')
})
