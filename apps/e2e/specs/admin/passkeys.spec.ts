import { expect, type Page } from '@playwright/test'
import { plugInAuthenticator } from '../../support/authenticator.ts'
import { test } from '../../support/named-site.ts'
import { openAsStaff } from '../../support/people.ts'
import { refuseOnce } from './refuse-once.ts'
import { givenStaff, logOutStaff, newUsername, type StaffPerson } from './staff.ts'

async function addPasskey(page: Page, { password }: StaffPerson, name: string): Promise<void> {
  const section = page.getByRole('region', { name: 'Passkeys', exact: true })
  await section.getByRole('button', { name: 'Add a passkey' }).click()
  await section.getByLabel('Name of the passkey').fill(name)
  await section.getByLabel('Your password again').fill(password)
  await section.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(section.getByRole('listitem')).toHaveCount(10)
  await section.getByRole('button', { name: 'I have saved them' }).click()
  await expect(section.getByRole('list', { name: 'Passkeys' })).toContainText(name)
}

async function enterPassword(page: Page, { username, password }: StaffPerson): Promise<void> {
  await page.goto('/admin-login')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

test('a passkey is added, logs in as the second step, and confirms a critical change', async ({ page }) => {
  const person = await givenStaff(page.request, 'owner')
  await openAsStaff(page, person)
  await plugInAuthenticator(page)
  await page.goto('/admin/account')
  await addPasskey(page, person, 'My phone')

  await logOutStaff(page)
  await enterPassword(page, person)
  await expect(page.getByLabel('Recovery code', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('navigation', { name: 'Administration' })).toBeVisible()

  const username = newUsername()
  await page.goto('/admin/staff')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Role', { exact: true }).selectOption('Finance')
  await refuseOnce(page, 'admin.createStaff', ['passkey', 'recovery-code'])
  await page.getByRole('button', { name: 'Create account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  const [proof] = await Promise.all([
    page.waitForResponse('**/trpc/admin.stepUp'),
    dialog.getByRole('button', { name: 'Use a passkey' }).click(),
  ])
  expect(proof.status()).toBe(200)
  await expect(page.getByRole('heading', { name: `First password for ${username}` })).toBeVisible()

  // What the authenticator signed is used up: from someone who recorded it, it proves nothing.
  const recorded = proof.request()
  const authorization = (await recorded.headerValue('authorization')) ?? ''
  const data = recorded.postDataJSON()
  const replayed = await page.request.post(recorded.url(), { headers: { authorization }, data })
  expect(replayed.status()).toBe(400)
})
