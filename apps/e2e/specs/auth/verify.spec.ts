import { expect } from '@playwright/test'
import { newPerson, test } from '../../support/fixtures.ts'
import { newestMail } from '../../support/mailbox.ts'
import { givenMember, givenUnverified, signIn } from '../../support/people.ts'
import { changeAnswer } from '../../support/procedures.ts'
import { expectToast } from '../../support/toast.ts'

const SENT = 'If this address waits to be verified, a new link is on its way to it.'

test('a known address is shown, and its mail can be sent again after a pause', async ({ page }) => {
  const { email } = await givenUnverified(page.request)
  await newestMail(page.request, email)
  await page.clock.install()
  await page.goto(`/verify-email?email=${encodeURIComponent(email)}`)
  const main = page.getByRole('main')
  await expect(main).toContainText(`We sent a link to ${email}.`)
  await expect(page.getByLabel('Email')).toHaveCount(0)
  await expect(main.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login')
  await expect(main.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact')

  const again = page.getByRole('button', { name: 'Send Email Again' })
  await again.click()
  await expectToast(page, 'Verification Email Sent', SENT)
  await expect(again).toBeDisabled()
  await expect(page.getByText(/You can ask for another one in [01]:\d\d\./)).toBeVisible()
  await page.clock.fastForward('01:01')
  await expect(again).toBeEnabled()
})

test('without an address there is nothing to send, and another one need not wait', async ({ page }) => {
  await page.goto('/verify-email')
  const again = page.getByRole('button', { name: 'Send Email Again' })
  const email = page.getByLabel('Email')
  await expect(again).toBeDisabled()
  await email.focus()
  await page.keyboard.press('Enter')
  await expectToast(page, 'Missing Information', 'Please enter your email address to resend verification.')
  await email.fill(newPerson().email)
  await again.click()
  await expectToast(page, 'Verification Email Sent', SENT)
  await expect(again).toBeDisabled()
  await email.fill(newPerson().email)
  await expect(again).toBeEnabled()
})

test('a mail that could not be asked for is not said to be sent', async ({ page }) => {
  await page.goto('/verify-email?email=njeri%40example.com')
  await page.route('**/trpc/auth.resendVerification', (route) => route.abort())
  const again = page.getByRole('button', { name: 'Send Email Again' })
  await again.click()
  await expectToast(page, 'Failed to Send Email', 'Failed to resend verification email')
  await expect(again).toBeEnabled()
})

test('an unverified member who is signed in can verify here, and a verified one is sent home', async ({
  page,
}) => {
  const member = await givenMember(page.request)
  await signIn(page, member)
  await changeAnswer(page, 'auth.getUser', { isEmailVerified: false })
  await page.goto('/verify-email')
  const main = page.getByRole('main')
  await expect(main).toContainText(`We sent a link to ${member.email}.`)
  await expect(main.getByRole('link', { name: 'Log in' })).toHaveCount(0)
  await main.getByRole('link', { name: 'Go to your dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')

  await page.unrouteAll()
  await page.goto('/verify-email')
  await expect(page).toHaveURL('/dashboard')
})
