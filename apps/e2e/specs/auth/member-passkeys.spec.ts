import { expect, type Page } from '@playwright/test'
import { plugInAuthenticator } from '../../support/authenticator.ts'
import { mailAbout } from '../../support/mailbox.ts'
import { test } from '../../support/named-site.ts'
import { bearer, givenMember, type Member, signIn, staffToken } from '../../support/people.ts'
import { refuseOnce } from '../admin/refuse-once.ts'
import { newUsername } from '../admin/staff.ts'

const sectionOf = (page: Page) => page.getByRole('region', { name: 'Passkeys', exact: true })

async function fillIn(page: Page, password: string, name: string): Promise<void> {
  const section = sectionOf(page)
  await section.getByRole('button', { name: 'Add a passkey' }).click()
  await section.getByLabel('Name of the passkey').fill(name)
  await section.getByLabel('Your password again').fill(password)
  await section.getByRole('button', { name: 'Add a passkey' }).click()
}

async function addPasskey(page: Page, { password }: Member, name: string): Promise<void> {
  await page.goto('/settings?tab=account')
  await fillIn(page, password, name)
  await expect(sectionOf(page).getByRole('list', { name: 'Passkeys' })).toContainText(name)
}

/** As on another day: the authenticator stays plugged in. */
async function become(page: Page, token: string | null): Promise<void> {
  await page.evaluate((userToken) => {
    localStorage.clear()
    if (userToken) localStorage.setItem('userToken', userToken)
  }, token)
}

async function logIn(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
}

test('a member adds a passkey, logs in with it, and removes it', async ({ page }) => {
  const member = await givenMember(page.request)
  await signIn(page, member)
  await plugInAuthenticator(page)
  await page.goto('/settings?tab=account')
  await expect(sectionOf(page)).toContainText('A passkey logs you in with your fingerprint, face or PIN')
  await fillIn(page, 'not it', 'My phone')
  await expect(sectionOf(page).getByLabel('Your password again')).toHaveAccessibleDescription(
    'Wrong password',
  )
  await addPasskey(page, member, 'My phone')
  await mailAbout(page.request, member.email, 'A passkey was added to your Chuma account')

  await become(page, null)
  await logIn(page)
  await expect(page).toHaveURL(/\/dashboard/)

  await page.goto('/settings?tab=account')
  await expect(sectionOf(page)).toContainText('last used')
  await sectionOf(page).getByRole('button', { name: 'Remove: My phone' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove this passkey?' })
  await dialog.getByLabel('Your password again').fill('not it')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(dialog.getByLabel('Your password again')).toHaveAccessibleDescription('Wrong password')
  await dialog.getByLabel('Your password again').fill(member.password)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(sectionOf(page).getByRole('listitem')).toHaveCount(0)

  await become(page, null)
  await logIn(page)
  await expect(page.getByText('This passkey does not open an account here.')).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
})

test('someone without a passkey stays outside, and is told so', async ({ page }) => {
  await plugInAuthenticator(page)
  await logIn(page)
  await expect(page.getByText('No passkey was used. Try again, or use your password.')).toBeVisible()
})

// Backed by packages/core/src/auth/passkeys/log-in-with-passkey.test.ts
test('an account that is being deleted is kept with the passkey alone', { tag: '@long' }, async ({
  page,
}) => {
  const member = await givenMember(page.request)
  await signIn(page, member)
  await plugInAuthenticator(page)
  await addPasskey(page, member, 'My phone')
  const { password, token } = member
  await page.request.post('/api/account/deletion', { headers: bearer(token), data: { password } })
  await become(page, null)
  await logIn(page)
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
})

// Backed by packages/core/src/auth/passkeys/member-passkey-factor.test.ts
// Backed by apps/e2e/specs/admin/member-second-factor.spec.ts
test('a member with a role sets up a passkey as second factor, and confirms a critical change with it', {
  tag: '@long',
}, async ({ page }) => {
  const member = await givenMember(page.request)
  const { id } = await (await page.request.get('/api/auth/user', { headers: bearer(member.token) })).json()
  const given = await page.request.put(`/api/admin/users/${id}/role`, {
    headers: bearer(await staffToken(page.request)),
    data: { role: 'owner', personId: null },
  })
  expect(given.status()).toBe(200)
  await signIn(page, member)
  await plugInAuthenticator(page)
  await page.goto('/settings?tab=account')
  await sectionOf(page).getByRole('link', { name: 'Go to your admin account' }).click()
  await fillIn(page, member.password, 'My laptop')
  await expect(sectionOf(page).getByRole('listitem')).toHaveCount(10)
  await sectionOf(page).getByRole('button', { name: 'I have saved them' }).click()
  await expect(sectionOf(page).getByRole('list', { name: 'Passkeys' })).toContainText('My laptop')

  // A password opens the wallet only; the staff side asks for the passkey.
  const { email, password } = member
  const again = await page.request.post('/api/auth/login', { data: { email, password } })
  await become(page, (await again.json()).token)
  await page.goto('/admin')
  const proof = page.getByRole('region', { name: 'Confirm that it is you' })
  await proof.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(proof).toHaveCount(0)

  const username = newUsername()
  await page.goto('/admin/staff')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Role', { exact: true }).selectOption('Finance')
  await refuseOnce(page, 'admin.createStaff', ['passkey', 'recovery-code'])
  await page.getByRole('button', { name: 'Create account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('heading', { name: `First password for ${username}` })).toBeVisible()

  // A log-in by passkey is both factors.
  await become(page, null)
  await logIn(page)
  await expect(page).toHaveURL(/\/dashboard/)
  await page.goto('/admin')
  await expect(page.getByRole('link', { name: /^Payouts/ })).toBeVisible()
})
