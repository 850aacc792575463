import { expect } from '@playwright/test'
import { expectAccessible, expectLooksAccessible } from '../../support/expect-accessible.ts'
import { test } from '../../support/fixtures.ts'
import { logIn } from '../../support/front-door.ts'
import { linkIn, mailAbout } from '../../support/mailbox.ts'
import { givenMember, signIn } from '../../support/people.ts'
import { refuseWith, TOO_MANY } from '../../support/procedures.ts'
import { newUsername, openStaff, suspendMember } from '../admin/staff.ts'
import { codeOf } from '../admin/totp.ts'
import { leaveForPartner } from '../partners/partner.ts'
import { findSurvey, SOLAR, takeSurvey } from '../surveys/surveys.ts'

// `npm run accessibility` looks at every place in both languages; here are two, and states that it does not reach.
test('the start page is accessible', ({ page }) =>
  expectAccessible(page, '/', page.getByRole('link', { name: 'Start Earning Now' })))

test('the log-in is accessible', ({ page }) =>
  expectAccessible(page, '/login', page.getByRole('button', { name: 'Sign In' })))

test('the password reset is accessible', { tag: '@long' }, async ({ page }) => {
  await expectAccessible(page, '/forgot-password', page.getByRole('button', { name: 'Send me a link' }))
  const { email } = await givenMember(page.request)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByRole('button', { name: /Send again in/ })).toBeVisible()
  await expectLooksAccessible(page, 'a link on its way')
})

test('the form for a new password is accessible', { tag: '@long' }, async ({ page }) => {
  await expectAccessible(page, '/reset-password', page.getByRole('link', { name: 'Send a new reset link' }))
  const { email } = await givenMember(page.request)
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  const link = linkIn(await mailAbout(page.request, email, 'Set a new password for Chuma'))
  await page.goto(`${link.pathname}${link.search}`)
  await page.getByLabel('New Password').fill('maji')
  await expect(page.getByRole('meter')).toBeVisible()
  await page.getByRole('button', { name: 'Save New Password' }).click()
  await expectLooksAccessible(page, 'a new password with mistakes')
})

test('a rate-limited log-in is accessible', { tag: '@long' }, async ({ page }) => {
  // The privacy notice has a test of its own; here it would cover half of a button.
  await page.addInitScript(() => localStorage.setItem('analytics-consent', 'false'))
  const member = await givenMember(page.request)
  await refuseWith(page, 'auth.login', TOO_MANY)
  await page.goto('/login')
  await logIn(page, member)
  await expect(page.getByText('A short pause')).toBeVisible()
  await expectLooksAccessible(page, 'too many tries')
})

test('the page of a suspended account is accessible', { tag: '@long' }, async ({ page }) => {
  const member = await givenMember(page.request)
  await suspendMember(page.request, member, 'Two accounts with one telephone.')
  await page.goto('/login')
  await logIn(page, member)
  await expect(page.getByRole('heading', { name: 'Your account is suspended' })).toBeVisible()
  await expectLooksAccessible(page, 'a suspended account')
})

test('the staff account page is accessible', { tag: '@long' }, async ({ page }) => {
  const { password } = await openStaff(page, 'owner')
  await expectAccessible(page, '/admin/account', page.getByText('This device'))
  await page.getByRole('button', { name: 'Change Password' }).click()
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByLabel('Your password again').fill(password)
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  const secret = await page.locator('form code').innerText()
  await expectLooksAccessible(page, 'a second factor being set up')
  await page.getByLabel('Code from your authenticator app').fill(codeOf(secret.replaceAll(' ', '')))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
  await expectLooksAccessible(page, 'recovery codes')
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expectLooksAccessible(page, 'the end of a second factor')
})

test('the pages of staff and keys are accessible', { tag: '@long' }, async ({ page }) => {
  const username = newUsername()
  await openStaff(page, 'owner')
  await expectAccessible(page, '/admin/staff', page.getByRole('list', { name: 'Staff accounts' }))
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByLabel('Username').fill(username)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: `First password for ${username}` })).toBeVisible()
  await expectLooksAccessible(page, 'a first password')
})

test('the profile is accessible', { tag: '@long' }, async ({ page }) => {
  const member = await givenMember(page.request)
  await takeSurvey(page.request, member)
  await signIn(page, member)
  await expectAccessible(page, '/profile', page.getByText('Survey Rookie'))
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('First Name').fill('')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Required')).toBeVisible()
  await expectLooksAccessible(page, 'a profile with a mistake')
})

test('the account settings are accessible', { tag: '@long' }, async ({ page }) => {
  await signIn(page, await givenMember(page.request))
  await expectAccessible(page, '/settings?tab=account', page.getByText('This device', { exact: true }))
  await page.getByLabel('New Password', { exact: true }).fill('Baraka2026!')
  await expect(page.getByText('Password strength: Fair')).toBeVisible()
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expectLooksAccessible(page, 'a password with mistakes')
})

test('the clicks are accessible', { tag: '@long' }, async ({ page }) => {
  const member = await givenMember(page.request)
  const { id } = await findSurvey(page.request, member, SOLAR)
  await leaveForPartner(page.request, member, id)
  await signIn(page, member)
  await expectAccessible(page, '/clicks', page.getByRole('heading', { name: SOLAR }))
  await page.getByRole('button', { name: 'Claim missing points' }).click()
  await expect(page.getByRole('dialog', { name: 'Claim missing points' })).toBeVisible()
  await expectLooksAccessible(page, 'a claim')
})
