import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { test } from '../../support/fixtures.ts'
import { bearer, logInByCall, openAsStaff, signIn } from '../../support/people.ts'
import { changeAnswer } from '../../support/procedures.ts'
import { expectToast } from '../../support/toast.ts'
import {
  givenNewStaff,
  givenSecondFactor,
  givenStaff,
  logInStaff,
  openStaff,
  type StaffPerson,
} from './staff.ts'
import { codeOf } from './totp.ts'

const LONG = 'matunda mengi sokoni'
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Open the account page as a staff member. */
async function givenAccountPage(page: Page): Promise<StaffPerson> {
  const person = await openStaff(page, 'finance')
  await page.goto('/admin')
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'My account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My account' })).toBeVisible()
  return person
}

async function startSecondFactor(page: Page, { password }: StaffPerson): Promise<string> {
  const factor = region(page, 'Second factor')
  await factor.getByRole('button', { name: 'Set up' }).click()
  const field = factor.getByLabel('Your password again')
  // The button that opens the form has the same name as the one that sends it.
  await expect(field).toBeVisible()
  const go = factor.getByRole('button', { name: 'Set up' })
  await go.click()
  await expect(field).toHaveAccessibleDescription('Required')
  await field.fill('not it')
  await go.click()
  await expect(field).toHaveAccessibleDescription('Wrong password')
  await field.fill(password)
  await go.click()
  await expect(factor.getByRole('img', { name: /QR code/ })).toBeVisible()
  return (await factor.locator('code').innerText()).replaceAll(' ', '')
}

test('a second factor is set up with a QR code or a key, and comes with ten recovery codes', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const person = await givenAccountPage(page)
  const factor = region(page, 'Second factor')
  await expect(factor.getByText('Off', { exact: true })).toBeVisible()
  const secret = await startSecondFactor(page, person)
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  await expect(page.getByRole('link', { name: 'Open the app on this device' })).toHaveAttribute(
    'href',
    new RegExp(`^otpauth://totp/.*secret=${secret}`),
  )
  await factor.getByRole('button', { name: 'Copy' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)

  const code = factor.getByLabel('Code from your authenticator app')
  const confirm = factor.getByRole('button', { name: 'Turn on' })
  await code.fill(codeOf(secret, -9))
  await confirm.click()
  await expect(code).toHaveAccessibleDescription(/Wrong code/)
  await code.fill(codeOf(secret))
  await confirm.click()
  await expect(factor.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
  const codes = await factor.getByRole('listitem').allInnerTexts()
  expect(codes).toHaveLength(10)
  await factor.getByRole('button', { name: 'Copy all' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'))
  const download = page.waitForEvent('download')
  await factor.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
  expect(await readFile(await (await download).path(), 'utf8')).toBe(`${codes.join('\n')}\n`)

  await factor.getByRole('button', { name: 'I have saved them' }).click()
  await expect(factor.getByText('On', { exact: true })).toBeVisible()
  await expect(page.getByText(codes[0] ?? '')).toHaveCount(0)
  const login = { username: person.username, password: person.password, code: codeOf(secret, 1) }
  await logInStaff(page.request, login)
})

// Backed by packages/core/src/admin/staff/own-staff-account.test.ts
test('new recovery codes replace the old ones, and removing the factor needs password and code', {
  tag: '@long',
}, async ({ page }) => {
  const person = await givenStaff(page.request, 'finance')
  const { recoveryCodes } = await givenSecondFactor(page.request, person)
  const [first = '', second = ''] = recoveryCodes
  await openAsStaff(page, person)
  await page.goto('/admin/account')
  await page.getByRole('button', { name: 'New recovery codes' }).click()
  const renewing = page.getByRole('dialog', { name: 'New recovery codes' })
  await renewing.getByLabel('Your password again').fill(person.password)
  await renewing.getByRole('button', { name: 'Use a recovery code' }).click()
  await renewing.getByLabel('Recovery code', { exact: true }).fill(first)
  await renewing.getByRole('button', { name: 'New recovery codes' }).click()
  await expectToast(page, 'New recovery codes', 'The old recovery codes no longer work.')
  const [fresh = ''] = await region(page, 'Second factor').getByRole('listitem').allInnerTexts()
  expect(recoveryCodes).not.toContain(fresh)
  await page.getByRole('button', { name: 'I have saved them' }).click()

  await page.getByRole('button', { name: 'Remove' }).click()
  const removing = page.getByRole('dialog', { name: 'Remove the second factor' })
  await removing.getByLabel('Your password again').fill(person.password)
  await removing.getByRole('button', { name: 'Use a recovery code' }).click()
  const field = removing.getByLabel('Recovery code', { exact: true })
  await field.fill(second)
  await removing.getByRole('button', { name: 'Remove' }).click()
  await expect(field).toHaveAccessibleDescription(/Wrong code, or it was used before/)
  await field.fill(fresh)
  await removing.getByRole('button', { name: 'Remove' }).click()
  await expectToast(page, 'Second factor removed', 'Your second factor is off.')
  await expect(region(page, 'Second factor').getByText('Off', { exact: true })).toBeVisible()
})

// Backed by packages/core/src/admin/staff/own-staff-account.test.ts
test('choosing a new password ends the temporary one and every other session', { tag: '@long' }, async ({
  page,
}) => {
  const person = await givenNewStaff(page.request, 'finance')
  await openAsStaff(page, person)
  const elsewhere = await logInStaff(page.request, person)
  await page.goto('/admin')
  await expect(page).toHaveURL('/admin/account')
  await expect(page.getByText('Your password is temporary')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Administration' }).getByRole('listitem')).toHaveCount(0)
  const current = page.getByLabel('Current Password', { exact: true })
  const fresh = page.getByLabel('New Password', { exact: true })
  const repeat = page.getByLabel('Repeat New Password', { exact: true })
  const submit = page.getByRole('button', { name: 'Change Password' })

  await submit.click()
  await expect(current).toBeFocused()
  await current.fill('not it')
  await fresh.fill('matunda mengi')
  await repeat.fill('matunda')
  await submit.click()
  await expect(fresh).toHaveAccessibleDescription(/Use at least 15 characters/)
  await expect(repeat).toHaveAccessibleDescription('Passwords do not match')
  await fresh.fill(LONG)
  await repeat.fill(LONG)
  await expect(page.getByRole('meter')).toHaveAttribute('aria-valuetext', 'Strong')
  await submit.click()
  await expect(current).toHaveAccessibleDescription('Wrong password')
  await current.fill(person.password)
  await submit.click()
  await expectToast(page, 'Password changed', 'All your other devices are signed out.')
  await expect(page.getByText('Your password is temporary')).toHaveCount(0)

  const token = await page.evaluate(() => localStorage.getItem('adminToken'))
  expect(token).not.toBe(person.token)
  for (const ended of [person.token, elsewhere]) {
    expect((await page.request.get('/api/admin/me', { headers: bearer(ended) })).status()).toBe(401)
  }
  await logInStaff(page.request, { username: person.username, password: LONG })
})

// Backed by packages/core/src/admin/staff/own-staff-account.test.ts
test('another device can be signed out, this one cannot', { tag: '@long' }, async ({ page }) => {
  const person = await givenAccountPage(page)
  const elsewhere = await logInStaff(page.request, person)
  await page.reload()
  const sessions = region(page, 'Where you are signed in')
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(sessions.getByText('This device')).toHaveCount(1)
  await sessions.getByRole('button', { name: 'Sign out' }).click()
  await page
    .getByRole('dialog', { name: 'Sign this device out?' })
    .getByRole('button', { name: 'Sign out' })
    .click()
  await expectToast(page, 'Signed out', 'That device is signed out.')
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  expect((await page.request.get('/api/admin/me', { headers: bearer(elsewhere) })).status()).toBe(401)
})

test('if a second factor is required, every page leads to its set-up', async ({ page }) => {
  await openStaff(page, 'owner')
  await changeAnswer(page, 'admin.getStaffMember', { isSecondFactorMissing: true })
  for (const path of ['/admin', '/admin-dashboard', '/admin/staff']) {
    await page.goto(path)
    await expect(page).toHaveURL('/admin/account')
  }
  await expect(page.getByText('Set up your second factor first')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Administration' }).getByRole('listitem')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('region')).toHaveCount(2)
  await expect(page.getByRole('main').getByRole('region').first()).toHaveAccessibleName('Second factor')
})

test('a member who is an admin changes the password in the member settings', async ({ page }) => {
  await signIn(page, { token: await logInByCall(page.request, 'admin@demo.chuma') })
  await page.goto('/admin/account')
  await page.getByRole('link', { name: 'Go to your settings' }).click()
  await expect(page).toHaveURL('/settings')
})
