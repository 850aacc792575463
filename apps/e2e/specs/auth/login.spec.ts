import { expect, type Locator, type Page } from '@playwright/test'
import { test } from '../../support/fixtures.ts'
import { keptSession, logIn, loginForm } from '../../support/front-door.ts'
import { listKept, NOTHING } from '../../support/list-kept.ts'
import { linkIn, mailAbout, newestMail } from '../../support/mailbox.ts'
import { bearer, givenMember, givenUnverified } from '../../support/people.ts'
import { holdAnswers } from '../../support/procedures.ts'
import { expectToast } from '../../support/toast.ts'
import { suspendMember } from '../admin/staff.ts'

test('the log-in refuses without a word of who has an account, says that it is under way, and keeps the session', {
  tag: '@journey',
}, async ({ page }) => {
  const member = await givenMember(page.request)
  await page.clock.install()
  await page.goto('/login')
  await expect(page).toHaveTitle('Login · Chuma')
  const { email, password, submit } = loginForm(page)

  await test.step('a log-in without an address or a password is not sent', async () => {
    await submit.click()
    await expectToast(page, 'Missing Information', 'Please enter both email and password')
    await expect(email).toBeFocused()
  })

  await test.step('a toast that is swiped fifty pixels to the right goes, and one that is swiped less stays', async () => {
    const toast = page.getByRole('alert').filter({ hasText: 'Missing Information' })
    await page.clock.runFor(1000)
    await swipe(page, toast, 30)
    await expect(toast).toBeVisible()
    await swipe(page, toast, 60)
    await expect(toast).toHaveCount(0)
    await email.fill('  ')
    await password.fill('maji')
    await submit.click()
    await expect(email).toHaveAttribute('aria-invalid', 'true')
    await expect(password).not.toHaveAttribute('aria-invalid', 'true')
  })

  await test.step('it shows a password, and leads to an account and, with what was typed, to a new password', async () => {
    await expect(password).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(password).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Hide password' }).click()
    await expect(password).toHaveAttribute('type', 'password')
    const create = page.getByRole('main').getByRole('link', { name: 'Create an account' })
    await expect(create).toHaveAttribute('href', '/signup')
    await email.fill('njeri@example.com')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(page).toHaveURL('/forgot-password?email=njeri%40example.com')
    await expect(page.getByLabel('Email')).toHaveValue('njeri@example.com')
    await page.goBack()
  })

  await test.step('a refused log-in says what the server says, and the same without an answer', async () => {
    await logIn(page, { email: member.email, password: `${member.password}!` })
    await expectToast(page, 'Login Failed', 'Invalid email or password')
    await expect(page).toHaveURL('/login')
    await logIn(page, { email: 'no address', password: member.password })
    await expectToast(page, 'Login Failed', 'Please enter a valid email address')
    await expect(email).toHaveAccessibleDescription('Please enter a valid email address')

    await page.route('**/trpc/auth.login', (route) => route.abort())
    const failed = page.waitForEvent('requestfailed')
    await logIn(page, member)
    await failed
    await expectToast(page, 'Login Failed', 'Invalid email or password')
    await expect(email).not.toHaveAccessibleDescription('Please enter a valid email address')
    expect(await keptSession(page)).toEqual([null, null])
    await page.unroute('**/trpc/auth.login')
  })

  await test.step('a log-in says that it is under way, welcomes back and keeps the session', async () => {
    const release = await holdAnswers(page, 'auth.login')
    await logIn(page, member)
    await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled()
    release()
    await expectToast(page, 'Welcome back!', 'You are signed in.')
    await expect(page).toHaveURL('/dashboard')
    const [token, data] = await keptSession(page)
    expect(token).toMatch(/^u_/)
    expect(JSON.parse(data ?? '')).toMatchObject({ firstName: 'Baraka', email: member.email, isAdmin: false })
    // The token and the member's own data, and nothing else.
    const local = ['lastWallet', 'userData', 'userToken']
    await expect.poll(() => listKept(page)).toEqual({ ...NOTHING, local })
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(member.password)
  })
})

async function swipe(page: Page, toast: Locator, pixels: number) {
  const { x = 0, y = 0 } = (await toast.boundingBox()) ?? {}
  await page.mouse.move(x + 80, y + 20)
  await page.mouse.down()
  // Slowly: the library also dismisses what is flung.
  await page.mouse.move(x + 80 + pixels, y + 20, { steps: pixels * 3 })
  await page.mouse.up()
  await page.clock.runFor(1000)
}

test('an unverified log-in is offered the mail again, and its link opens the account', {
  tag: '@journey',
}, async ({ page }) => {
  const { email, password } = await givenUnverified(page.request)
  await page.goto('/login')
  const resend = page.getByRole('button', { name: 'Resend verification email' })
  await logIn(page, { email, password: `${password}!` })
  await expectToast(page, 'Login Failed', 'Invalid email or password')
  await expect(resend).toBeHidden()

  await logIn(page, { email, password })
  await expectToast(page, 'Login Failed', 'Please verify your email address before you sign in.')
  await resend.click()
  await expectToast(
    page,
    'Verification Email Sent',
    'If this address waits to be verified, a new link is on its way to it.',
  )
  // What the toast says is true, although the mail of the sign-up is only a moment old.
  const token = linkIn(await newestMail(page.request, email, 2)).searchParams.get('token')
  await page.request.post('/api/auth/redeem-link', { data: { token } })
  await loginForm(page).submit.click()
  await expect(page).toHaveURL('/dashboard')
})

// Backed by packages/core/src/auth/log-in.test.ts
test('too many tries are answered calmly, with another way in', { tag: '@long' }, async ({ page }) => {
  const { email, password } = await givenMember(page.request)
  for (const wrong of ['a', 'b', 'c', 'd', 'e']) {
    await page.request.post('/api/auth/login', { data: { email, password: wrong } })
  }
  await page.goto('/login')
  await logIn(page, { email, password })
  await expectToast(page, 'Login Failed', 'Too many tries. Wait a few minutes, then try again.')
  await expect(page.getByText('A short pause')).toBeVisible()
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click()
  await expect(page.getByText(`If there is an account for ${email}, a link is on its way.`)).toBeVisible()
  const { pathname, search } = linkIn(await mailAbout(page.request, email, 'Your link to sign in to Chuma'))
  await page.goto(`${pathname}${search}`)
  await expect(page.getByRole('heading', { name: 'Hello, Baraka' })).toBeVisible()
})

// Backed by packages/core/src/auth/log-in.test.ts
test('a suspended member learns why, and whom to write to', { tag: '@long' }, async ({ page }) => {
  const member = await givenMember(page.request)
  await suspendMember(page.request, member, 'Two accounts with one telephone.')
  await page.goto('/login')
  await logIn(page, member)
  await expect(page.getByRole('heading', { level: 1, name: 'Your account is suspended' })).toBeFocused()
  const main = page.getByRole('main')
  await expect(main).toContainText('The reason: Two accounts with one telephone.')
  await expect(main.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact')
  await page.getByRole('button', { name: 'Back to login' }).click()
  await expect(loginForm(page).submit).toBeVisible()
})

// Backed by packages/core/src/auth/log-in.test.ts
// Backed by apps/e2e/specs/account/settings.spec.ts
test('a member who asked for deletion can keep the account at log-in', { tag: '@long' }, async ({ page }) => {
  const member = await givenMember(page.request)
  const { email, password, token } = member
  const asked = await page.request.post('/api/account/deletion', {
    headers: bearer(token),
    data: { password },
  })
  expect(asked.status()).toBe(200)
  await page.goto('/login')
  await logIn(page, { email, password })
  await expect(page.getByRole('heading', { level: 1, name: 'Your account is being deleted' })).toBeFocused()
  await expect(page.getByRole('main')).toContainText(/This account will be deleted on \d+ \w+ \d{4}\./)

  const release = await holdAnswers(page, 'auth.restoreAccount')
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByRole('button', { name: 'Keeping your account...' })).toBeDisabled()
  release()
  await expectToast(page, 'Welcome back!', 'Your account stays yours. Nothing was deleted.')
  await expect(page).toHaveURL('/dashboard')
  expect((await page.request.post('/api/auth/login', { data: { email, password } })).status()).toBe(200)
})
