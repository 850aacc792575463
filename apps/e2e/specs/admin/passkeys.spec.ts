import { expect, type Page } from '@playwright/test'
import { test } from '../../support/fixtures.ts'
import { openAsStaff } from '../../support/people.ts'
import { refuseOnce } from './refuse-once.ts'
import { givenStaff, newUsername, type StaffPerson } from './staff.ts'

/** Plug a security key in whose holder it always recognises. */
async function plugInAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function addPasskey(page: Page, { password }: StaffPerson, name: string): Promise<void> {
  const section = page.getByRole('region', { name: 'Passkeys', exact: true })
  await section.getByRole('button', { name: 'Add a passkey' }).click()
  await section.getByLabel('Name of the passkey').fill(name)
  await section.getByLabel('Your password again').fill(password)
  await section.getByRole('button', { name: 'Add a passkey' }).click()
  await section.getByRole('button', { name: 'I have saved them' }).click()
  await expect(section.getByRole('listitem')).toContainText(name)
}

test('a passkey is added, logs in as the second step, and confirms a critical change', async ({ page }) => {
  const person = await givenStaff(page.request, 'owner')
  await plugInAuthenticator(page)
  await openAsStaff(page, person)
  await page.goto('/admin/account')
  await addPasskey(page, person, 'My phone')

  await page.getByRole('button', { name: 'Log out of admin' }).click()
  await page.goto('/admin-login')
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByLabel('Recovery code', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(/\/admin/)
  await expect(page.getByRole('navigation', { name: 'Administration' })).toBeVisible()

  const username = newUsername()
  await page.goto('/admin/staff')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Role', { exact: true }).selectOption('Finance')
  await refuseOnce(page, 'admin.createStaff', ['passkey', 'recovery-code'])
  await page.getByRole('button', { name: 'Create account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('heading', { name: `First password for ${username}` })).toBeVisible()
})

test('a passkey is removed by its owner, and the password alone opens the account again', async ({
  page,
}) => {
  const person = await givenStaff(page.request, 'finance')
  await plugInAuthenticator(page)
  await openAsStaff(page, person)
  await page.goto('/admin/account')
  await addPasskey(page, person, 'Old key')
  await page.getByRole('button', { name: 'Remove: Old key' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('button', { name: 'Remove: Old key' })).toHaveCount(0)
  const data = { username: person.username, password: person.password }
  expect((await page.request.post('/api/admin/login', { data })).status()).toBe(200)
})
