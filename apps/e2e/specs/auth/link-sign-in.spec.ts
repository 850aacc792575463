import { expect, type Page } from '@playwright/test'
import { test } from '../../support/fixtures.ts'
import { keptSession } from '../../support/front-door.ts'
import { linkIn, mailAbout, newestMail } from '../../support/mailbox.ts'
import { bearer, forgetEverybody, givenMember, givenUnverified } from '../../support/people.ts'
import { suspendMember } from '../admin/staff.ts'

async function givenSignInLink(page: Page, email: string) {
  expect((await page.request.post('/api/auth/sign-in-link', { data: { email } })).status()).toBe(200)
  const { pathname, search } = linkIn(await mailAbout(page.request, email, 'Your link to sign in to Chuma'))
  return `${pathname}${search}`
}

test('a mailed link signs in once; the second time it explains itself and offers a new one', {
  tag: '@journey',
}, async ({ page }) => {
  const { email } = await givenUnverified(page.request)
  const link = linkIn(await newestMail(page.request, email))
  await page.goto(`${link.pathname}${link.search}`)
  await expect(page.getByRole('heading', { name: 'Hello, Baraka' })).toBeVisible()
  await expect(page).toHaveURL('/')
  const [token, data] = await keptSession(page)
  expect(token).toMatch(/^u_/)
  expect(JSON.parse(data ?? '')).toMatchObject({ email, isEmailVerified: true })

  await forgetEverybody(page)
  await page.goto(`${link.pathname}${link.search}`)
  await expect(page.getByRole('heading', { name: 'This link did not work' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText(
    'This link has expired or was already used. Ask for a new one.',
  )
  await expect(page).toHaveURL('/')
  const forgotten = page.getByRole('link', { name: 'Forgot password' })
  await expect(forgotten).toHaveAttribute('href', '/forgot-password')
  await page.getByRole('link', { name: 'Send me a new link' }).click()

  const again = page.getByRole('button', { name: 'Send Email Again' })
  await expect(again).toBeDisabled()
  await page.getByLabel('Email').fill(email)
  await again.click()
  await expect(page.getByText('Verification Email Sent')).toBeVisible()
})

test('a sign-in link opens the account without a password, at the second try too', async ({ page }) => {
  const { email } = await givenMember(page.request)
  const link = await givenSignInLink(page, email)
  await page.route('**/trpc/auth.redeemLink', (route) => route.abort())
  await page.goto(link)
  await expect(page.getByRole('alert')).toHaveText(
    'We could not reach the server. Check your connection, then try again.',
  )
  await expect(page).toHaveURL('/')
  await page.unroute('**/trpc/auth.redeemLink')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Hello, Baraka' })).toBeVisible()
  await expect(page).toHaveURL('/')
})

// Backed by packages/core/src/auth/links.test.ts
test('a link of a suspended account says why, and of one that is closing how to keep it', {
  tag: '@long',
}, async ({ page }) => {
  const suspended = await givenMember(page.request)
  const link = await givenSignInLink(page, suspended.email)
  await suspendMember(page.request, suspended, 'Two accounts with one telephone.')
  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText('The reason: Two accounts with one telephone.')
  await expect(page.getByRole('link')).toHaveText(['Contact us'])

  const closing = await givenMember(page.request)
  const unused = await givenSignInLink(page, closing.email)
  const { password } = closing
  await page.request.post('/api/account/deletion', { headers: bearer(closing.token), data: { password } })
  await page.goto(unused)
  await expect(page.getByRole('alert')).toContainText('This account will be deleted on')
  await page.getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL('/login')
})
