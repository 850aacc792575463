import { expect, type Page } from '@playwright/test'
import { newPerson, test } from '../../support/fixtures.ts'
import { keptSession } from '../../support/front-door.ts'
import { linkIn, mailAbout } from '../../support/mailbox.ts'
import { bearer, givenMember, type Member, signIn } from '../../support/people.ts'
import { expectToast } from '../../support/toast.ts'

const SUBJECT = 'Set a new password for Chuma'
const formOf = (page: Page) => ({
  password: page.getByLabel('New Password'),
  confirmation: page.getByLabel('Confirm Password', { exact: true }),
  submit: page.getByRole('button', { name: 'Save New Password' }),
})

/** Somebody who asked for a reset link on the page and has opened it. */
async function givenResetPage(page: Page): Promise<Member> {
  const member = await givenMember(page.request)
  await page.goto('/login')
  await page.getByLabel('Email').fill(member.email)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(
    page.getByText(`If there is an account for ${member.email}, a link is on its way.`),
  ).toBeVisible()
  const link = linkIn(await mailAbout(page.request, member.email, SUBJECT))
  await page.goto(`${link.pathname}${link.search}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Set a new password' })).toBeVisible()
  return member
}

test('a forgotten password is answered alike for every address, and again only after a pause', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/forgot-password')
  const ask = page.getByRole('button', { name: 'Send me a link' })
  await ask.click()
  await expectToast(page, 'Missing Information', 'Please enter your email address')
  await page.getByLabel('Email').fill('no address')
  await ask.click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Please enter a valid email address')

  const { email } = newPerson()
  await page.getByLabel('Email').fill(email)
  await ask.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeFocused()
  await expect(page.getByText(`If there is an account for ${email}, a link is on its way.`)).toBeVisible()
  await expect(page.getByRole('button', { name: /Send again in [01]:\d\d/ })).toBeDisabled()
  await page.clock.fastForward('01:01')
  await page.getByRole('button', { name: 'Send again', exact: true }).click()
  // As the server does, which sends the third two minutes after the second.
  await expect(page.getByRole('button', { name: /Send again in [12]:\d\d/ })).toBeDisabled()
  await page.clock.fastForward('01:01')
  await expect(page.getByRole('button', { name: /Send again in 0:\d\d/ })).toBeDisabled()
  await page.getByRole('button', { name: 'Back to login' }).click()
  await expect(page).toHaveURL('/login')
})

test('a reset link leads to a new password, which ends every session but this one', {
  tag: '@journey',
}, async ({ page }) => {
  const { email, password: old, token } = await givenResetPage(page)
  await expect(page).toHaveURL('/reset-password')
  await page.reload()
  const { password, confirmation, submit } = formOf(page)
  await password.fill('maji')
  await confirmation.fill('moto')
  await submit.click()
  await expectToast(page, 'Password Mismatch', 'Passwords do not match')
  await confirmation.fill('maji')
  await submit.click()
  await expectToast(page, 'Weak Password', 'Password must be at least 6 characters long')
  await password.fill('football')
  await confirmation.fill('football')
  await submit.click()
  const refusal = 'This password is one of the most used ones. Choose another.'
  await expectToast(page, 'Weak Password', refusal)
  await expect(password).toHaveAccessibleDescription(new RegExp(refusal))
  await page.getByRole('button', { name: 'Show password' }).first().click()
  await expect(password).toHaveAttribute('type', 'text')

  const fresh = 'maji moto ya chai'
  await password.fill(fresh)
  await expect(page.getByRole('meter')).toHaveAttribute('aria-valuetext', 'Strong')
  await confirmation.fill(fresh)

  await test.step('a new password that cannot be sent says so and stays in the form', async () => {
    const [kept] = await keptSession(page)
    await page.route('**/trpc/auth.resetPassword', (route) => route.abort())
    await submit.click()
    await expectToast(
      page,
      'Password not changed',
      'We could not reach the server. Check your connection and try again.',
    )
    await expect(password).toHaveValue(fresh)
    expect((await keptSession(page))[0]).toBe(kept)
    expect(kept).toMatch(/^u_/)
    await page.unroute('**/trpc/auth.resetPassword')
  })

  await submit.click()
  await expectToast(page, 'Password changed', 'All your other devices are signed out.')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Hello, Baraka' })).toBeVisible()

  const statusOf = async (data: object) => (await page.request.post('/api/auth/login', { data })).status()
  expect(await statusOf({ email, password: old })).toBe(401)
  expect(await statusOf({ email, password: fresh })).toBe(200)
  expect((await page.request.get('/api/auth/user', { headers: bearer(token) })).status()).toBe(401)
  await page.goBack()
  await expect(submit).toHaveCount(0)
})

test('a visitor without a link learns how to get one, signed in or not', async ({ page }) => {
  const member = await givenMember(page.request)
  for (const isMember of [false, true]) {
    if (isMember) await signIn(page, member)
    await page.goto('/reset-password')
    await expect(page.getByText('open the link in the email that we send you')).toBeVisible()
    await expect(formOf(page).submit).toHaveCount(0)
    await page.getByRole('link', { name: 'Send a new reset link' }).click()
    await expect(page).toHaveURL('/forgot-password')
  }
})
