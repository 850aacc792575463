import { expect } from '@playwright/test'
import { newPerson, test } from '../../support/fixtures.ts'
import { newestMail } from '../../support/mailbox.ts'
import { givenMember, givenUnverified, signIn } from '../../support/people.ts'
import { changeAnswer } from '../../support/procedures.ts'
import { expectToast } from '../../support/toast.ts'

const SENT = 'If this address waits to be verified, a new link is on its way to it.'

test('a verification mail can be sent again: to a known address after a pause, to another one at once', async ({
  page,
}) => {
  const { email: known } = await givenUnverified(page.request)
  await newestMail(page.request, known)
  await page.clock.install()
  const again = page.getByRole('button', { name: 'Send Email Again' })
  const email = page.getByLabel('Email')

  await test.step('without an address there is nothing to send, and another one need not wait', async () => {
    await page.goto('/verify-email')
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

  await test.step('a known address is shown, and its mail can be sent again after a pause', async () => {
    await page.goto(`/verify-email?email=${encodeURIComponent(known)}`)
    const main = page.getByRole('main')
    await expect(main).toContainText(`We sent a link to ${known}.`)
    await expect(email).toHaveCount(0)
    await expect(main.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login')
    await expect(main.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact')

    await again.click()
    await expectToast(page, 'Verification Email Sent', SENT)
    await expect(again).toBeDisabled()
    await expect(page.getByText(/You can ask for another one in [01]:\d\d\./)).toBeVisible()
    await page.clock.fastForward('01:01')
    await expect(again).toBeEnabled()
  })

  await test.step('a mail that could not be asked for is not said to be sent', async () => {
    await page.route('**/trpc/auth.resendVerification', (route) => route.abort())
    await again.click()
    await expectToast(page, 'Failed to Send Email', 'Failed to resend verification email')
    await expect(again).toBeEnabled()
  })
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
