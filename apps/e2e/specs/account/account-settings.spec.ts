import { type Browser, expect, type Page } from '@playwright/test'
import { countCalls } from '../../support/count-calls.ts'
import { test } from '../../support/fixtures.ts'
import { bearer, givenMember, logInByCall, type Member, signIn } from '../../support/people.ts'
import { changeAnswer } from '../../support/procedures.ts'
import { expectToast } from '../../support/toast.ts'

async function givenAccountTab(page: Page): Promise<Member> {
  const member = await givenMember(page.request)
  await openAccountTab(page, member)
  return member
}

async function openAccountTab(page: Page, { token }: Pick<Member, 'token'>) {
  await signIn(page, { token })
  await page.goto('/settings?tab=account')
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible()
}

/** Another device of the same member, with its dashboard open. */
async function givenOtherDevice(browser: Browser, { email, password }: Member, userAgent: string) {
  const context = await browser.newContext({ userAgent })
  const page = await context.newPage()
  // The context's own request says which browser it is.
  await signIn(page, { token: await logInByCall(page.request, email, password) })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Hello, Baraka' })).toBeVisible()
  return page
}

const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'

const passwordFields = (page: Page) => ({
  current: page.getByLabel('Current Password', { exact: true }),
  fresh: page.getByLabel('New Password', { exact: true }),
  repeat: page.getByLabel('Repeat New Password', { exact: true }),
  submit: page.getByRole('button', { name: 'Change Password' }),
})

// Backed by apps/web/src/auth/passwords/find-password-problems.test.ts
// Backed by packages/core/src/account/own-account.test.ts
test('a password that cannot be changed says why at its field', { tag: '@long' }, async ({ page }) => {
  const { password } = await givenAccountTab(page)
  const { current, fresh, repeat, submit } = passwordFields(page)
  await submit.click()
  await expect(current).toHaveAccessibleDescription('Required')
  await expect(current).toBeFocused()
  await expect(fresh).toHaveAccessibleDescription(/Required/)

  await current.fill('not it')
  await fresh.fill('maji')
  await repeat.fill('moto')
  await submit.click()
  await expect(fresh).toHaveAccessibleDescription(/Password must be at least 6 characters long/)
  await expect(repeat).toHaveAccessibleDescription('Passwords do not match')

  await fresh.fill('maji moto ya chai')
  await repeat.fill('maji moto ya chai')
  await submit.click()
  await expect(current).toHaveAccessibleDescription('Wrong password')
  await expect(current).toBeFocused()
  await expect(page).toHaveURL('/settings?tab=account')

  await current.fill(password)
  await fresh.fill('football')
  await repeat.fill('football')
  await submit.click()
  await expect(fresh).toHaveAccessibleDescription(/one of the most used ones/)
})

test('a changed password signs every other device out, and no tab of this one', async ({
  page,
  browser,
  context,
}) => {
  const member = await givenAccountTab(page)
  const other = await givenOtherDevice(browser, member, ANDROID)
  const tab = await context.newPage()
  await tab.goto('/profile')
  await expect(tab.getByRole('heading', { name: 'Baraka Kip' })).toBeVisible()

  const { current, fresh, repeat, submit } = passwordFields(page)
  await current.fill(member.password)
  await fresh.fill('maji moto ya chai')
  await repeat.fill('maji moto ya chai')
  const count = countCalls(page, 'account.changePassword')
  // Both before the page has drawn anything.
  await submit.evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await expectToast(page, 'Password changed', 'All your other devices are signed out.')
  await expect(current).toHaveValue('')
  expect(count()).toBe(1)
  const token = await page.evaluate(() => localStorage.getItem('userToken') ?? '')
  expect(token).toMatch(/^u_/)
  expect(token).not.toBe(member.token)

  await tab.getByRole('button', { name: 'Edit Profile' }).click()
  await tab.getByLabel('Country').fill('Uganda')
  await tab.getByRole('button', { name: 'Save Changes' }).click()
  await expect(tab.getByText('Your changes are saved.')).toBeVisible()

  await other.goto('/profile')
  await expect(other.getByText('Please sign in to continue...')).toBeVisible()
  await other.context().close()
  await logInByCall(page.request, member.email, 'maji moto ya chai')
  const { email, password } = member
  const refused = await page.request.post('/api/auth/login', { data: { email, password } })
  expect(refused.status()).toBe(401)
})

test('a name on a shared phone that cannot be read is refused at its own field', async ({ page }) => {
  await signIn(page, await givenMember(page.request))
  await page.goto('/settings?tab=account')
  await page.getByLabel('First name 1').fill('Asha')
  // Nothing that anyone could see.
  await page.getByLabel('First name 3').fill('\u200b')
  const section = page.getByRole('region', { name: 'Shared phone' })
  await section.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('First name 3')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('First name 2')).not.toHaveAttribute('aria-invalid', 'true')
})

// Backed by apps/server/test/sessions.test.ts
// Backed by apps/e2e/specs/account/account-settings.spec.ts
test('all other devices are signed out together', { tag: '@long' }, async ({ page, browser }) => {
  const member = await givenAccountTab(page)
  const { email, password } = member
  const phone = await givenOtherDevice(browser, member, ANDROID)
  const third = await logInByCall(page.request, email, password)
  await page.reload()
  const sessions = page.getByRole('region', { name: 'Where you are signed in' })
  await expect(sessions.getByRole('listitem')).toHaveCount(3)
  await sessions.getByRole('button', { name: 'Sign out all other devices' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign out all other devices?' })
  await dialog.getByRole('button', { name: 'Sign out all other devices' }).click()
  await expectToast(page, 'Signed out', 'All other devices are signed out.')
  await expect(sessions.getByRole('listitem')).toHaveCount(1)

  await phone.reload()
  await expect(phone).toHaveURL('/login')
  await phone.context().close()
  const headers = bearer(third)
  expect((await page.request.get('/api/auth/user', { headers })).status()).toBe(401)
  await page.reload()
  await expect(sessions).toContainText('This device')
})

test('premium says until when, or what it brings and whom to ask', async ({ page }) => {
  await changeAnswer(page, 'premium.getPremium', { isPayable: false })
  await givenAccountTab(page)
  await page.getByRole('button', { name: 'Upgrade to Premium' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upgrade to premium' })
  await expect(dialog).toContainText('please contact an admin')
  await dialog.getByRole('link', { name: 'Go to the contact page' }).click()
  await expect(page).toHaveURL('/contact')

  await openAccountTab(page, { token: await logInByCall(page.request, 'premium@demo.chuma') })
  await expect(page.getByText(/^Premium until \d+ \w+ \d{4}$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Upgrade to Premium' })).toHaveCount(0)
})

test('a theme follows its owner to another device, which is signed out from here after a question', async ({
  page,
  browser,
}) => {
  const member = await givenAccountTab(page)
  const dark = page.locator('html[data-mantine-color-scheme=dark]')
  await expect(page.getByRole('radio', { name: 'System' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'English' })).toBeChecked()
  await Promise.all([
    page.waitForResponse(/account\.updateSettings/),
    page.getByText('Dark', { exact: true }).click(),
  ])
  await expect(dark).toBeAttached()
  const other = await givenOtherDevice(browser, member, ANDROID)
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expect(dark).toBeAttached()

  const otherDark = other.locator('html[data-mantine-color-scheme=dark]')
  await expect(otherDark).toBeAttached()
  // Also before any of the product's own scripts is there.
  await other.route('**/assets/*.js', (route) => route.abort())
  await other.reload()
  await expect(otherDark).toBeAttached()
  await other.unrouteAll()
  await other.reload()
  await expect(other.getByRole('heading', { level: 1, name: 'Hello, Baraka' })).toBeVisible()

  const sessions = page.getByRole('region', { name: 'Where you are signed in' })
  const rows = sessions.getByRole('listitem')
  await expect(rows).toHaveCount(2)
  const phoneRow = rows.filter({ hasText: 'Chrome on Android' })
  await expect(phoneRow).toContainText('from 127.0.0.1')
  await expect(phoneRow).toContainText(/Last used .+ Signed in \d+ \w+ \d{4}/)
  await expect(rows.filter({ hasText: 'This device' })).toHaveCount(1)

  const signOut = phoneRow.getByRole('button', { name: 'Sign out Chrome on Android' })
  await signOut.click()
  const dialog = page.getByRole('dialog', { name: 'Sign this device out?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(rows).toHaveCount(2)
  await signOut.click()
  await dialog.getByRole('button', { name: 'Sign out' }).click()
  await expectToast(page, 'Signed out', 'That device is signed out.')
  await expect(rows).toHaveCount(1)
  await expect(sessions).toContainText('You are signed in nowhere else.')

  // Its pages are told, without anybody touching them.
  await expect(other).toHaveURL('/login')
  await other.context().close()
})
