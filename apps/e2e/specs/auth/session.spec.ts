import { expect, type Page } from '@playwright/test'
import { test } from '../../support/fixtures.ts'
import { keptSession } from '../../support/front-door.ts'
import { hold } from '../../support/hold.ts'
import { keepNewsAway } from '../../support/keep-news-away.ts'
import { bearer, givenMember, keep, type Member, signIn } from '../../support/people.ts'
import { expectToast, recordToasts } from '../../support/toast.ts'
import { givenStaff } from '../admin/staff.ts'
import { COMMUTING } from '../surveys/surveys.ts'

async function givenSignedIn(page: Page): Promise<Member> {
  const member = await givenMember(page.request)
  await signIn(page, member)
  return member
}

/** The server forgets the session; the page does not know yet. */
async function endSession(page: Page, { token }: { token: string }, door: 'auth' | 'admin' = 'auth') {
  const ended = await page.request.post(`/api/${door}/logout`, { headers: bearer(token) })
  expect(ended.status()).toBe(200)
}

const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()

const DRAFT = 'survey-drafts:me:one'
const keepDraft = (page: Page) => page.evaluate((key) => sessionStorage.setItem(key, '{"1":"mine"}'), DRAFT)
const keptDraft = (page: Page) => page.evaluate((key) => sessionStorage.getItem(key), DRAFT)

test('a log-out in one tab is one in every tab, and takes along what was begun in them', async ({
  page,
  context,
}) => {
  const member = await givenSignedIn(page)
  const toasts = await recordToasts(page)
  await page.goto('/dashboard')
  const [other, elsewhere] = [await context.newPage(), await context.newPage()]
  for (const tab of [other, elsewhere]) {
    await tab.goto('/surveys')
    // Its heading is there before its script: this is not.
    await expect(tab.getByRole('heading', { name: COMMUTING })).toBeVisible()
    await keepDraft(tab)
  }
  // A tab that is on another site, is asleep or still loads hears of nothing.
  await elsewhere.goto('about:blank')

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Start Earning Now' })).toBeVisible()
  await expect(other.getByText('Please sign in to continue...')).toBeVisible()
  expect(await keptSession(other)).toEqual([null, null])
  await expect.poll(() => keptDraft(other)).toBeNull()
  await elsewhere.goBack()
  await expect(elsewhere.getByText('Please sign in to continue...')).toBeVisible()
  await expect.poll(() => keptDraft(elsewhere)).toBeNull()
  const statusOfUser = async () =>
    (await page.request.get('/api/auth/user', { headers: bearer(member.token) })).status()
  await expect.poll(statusOfUser).toBe(401)

  // The log-out was intended, so none is announced.
  await goTo(page, 'Login')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  expect(await toasts()).toEqual([])
})

// Backed by apps/e2e/specs/site/security.spec.ts
test('a log-out does not wait for a server that hangs', { tag: '@long' }, async ({ page }) => {
  await givenSignedIn(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Hello, Baraka' })).toBeVisible()
  await page.route('**/trpc/auth.logout', () => undefined)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Start Earning Now' })).toBeVisible()
  expect(await keptSession(page)).toEqual([null, null])
})

test('the next person to sign in sees nothing of the previous member', { tag: '@journey' }, async ({
  page,
}) => {
  await givenSignedIn(page)
  await page.goto('/about')
  await expect(page.getByText('Baraka', { exact: true })).toBeVisible()
  const next = await givenMember(page.request)
  await page.route('**/trpc/**', () => undefined)
  await page.evaluate((token) => localStorage.setItem('userToken', token), next.token)
  await page.evaluate(() => window.dispatchEvent(new StorageEvent('storage', { key: 'userToken' })))
  await expect(page.getByRole('status', { name: 'Loading your account' })).toBeVisible()
  await expect(page.getByText('Baraka', { exact: true })).toHaveCount(0)
})

test('a read that the server refuses says so, waits half a second and goes to the log-in', {
  tag: '@journey',
}, async ({ page }) => {
  const member = await givenSignedIn(page)
  // Told of its session's end, the page would be gone before anything is asked.
  await keepNewsAway(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.clock.install()
  await page.goto('/surveys')
  // Its heading is there before its script: this is not.
  await expect(page.getByRole('heading', { name: COMMUTING })).toBeVisible()
  await endSession(page, member)
  await page.clock.pauseAt(Date.now() + 60_000)
  // Not by click(), which waits for frames, and none come while the clock stands.
  await page.getByRole('link', { name: 'Withdraw' }).dispatchEvent('click')
  await tickUntil(page, () => expect(page.getByText('Unauthorized')).toBeVisible({ timeout: 100 }))
  await expectToast(page, 'Unauthorized', 'You are logged out. Logging in again...')
  await page.clock.runFor(400)
  await expect(page).toHaveURL('/withdraw')
  await page.clock.runFor(100)
  await tickUntil(page, () => expect(page).toHaveURL('/login?next=%2Fwithdraw', { timeout: 100 }))
  expect(await keptSession(page)).toEqual([null, null])
})

/** Lets the page's clock go on in steps that are too small for any pause that a person notices. */
const tickUntil = (page: Page, check: () => Promise<void>) =>
  expect(async () => {
    await page.clock.runFor(5)
    await check()
  }).toPass({ intervals: [0] })

test('a write that the server refuses does the same, and so does a download', async ({ page }) => {
  const member = await givenSignedIn(page)
  await keepNewsAway(page)
  await page.goto('/settings?tab=notifications')
  const choice = page.getByRole('switch', { name: 'Payouts' })
  await expect(choice).toBeVisible()
  await endSession(page, member)
  await choice.click({ force: true })
  await expectToast(page, 'Unauthorized', 'You are logged out. Logging in again...')
  await expect(page).toHaveURL('/login?next=%2Fsettings%3Ftab%3Dnotifications')
  expect(await keptSession(page)).toEqual([null, null])

  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expectToast(page, 'Welcome back!', 'You are signed in.')
  await page.getByRole('button', { name: 'Back to where you were' }).click()
  await expect(page).toHaveURL('/settings?tab=notifications')
  await expect(choice).toBeVisible()

  // The answer to a download is a file and not a call’s.
  await page.goto('/activity')
  const download = page.getByRole('button', { name: 'Download as CSV' })
  await expect(download).toBeEnabled()
  const [token] = await keptSession(page)
  await endSession(page, { token: token ?? '' })
  await download.click()
  await expectToast(page, 'Unauthorized', 'You are logged out. Logging in again...')
  await expect(page).toHaveURL('/login?next=%2Factivity')
  expect(await keptSession(page)).toEqual([null, null])
})

test('a page of members that is opened with a dead session says so, and leads back after the log-in', async ({
  page,
}) => {
  for (const path of ['/withdraw', '/settings', '/profile', '/surveys']) {
    // Not next to an open page of ours: it would find out first, and forget the session silently.
    await page.goto('about:blank')
    await signIn(page, { token: 'u_dead' })
    await page.goto(path)
    await expectToast(page, 'Unauthorized', 'You are logged out. Logging in again...')
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`)
    expect(await keptSession(page)).toEqual([null, null])
  }
})

test('what the staff’s side refuses leads to the log-in of the staff, and leaves a member signed in', async ({
  page,
}) => {
  const member = await givenMember(page.request)
  const staff = await givenStaff(page.request, 'analyst')
  await keepNewsAway(page)
  await keep(page, { adminToken: staff.token, userToken: member.token })
  await page.goto('/admin')
  await expect(page.getByText(`Signed in as ${staff.username} (analyst)`)).toBeVisible()
  // Not next to an open page of ours: a read of its own would find out first, and lead away from the link.
  await page.goto('about:blank')
  await endSession(page, staff, 'admin')
  await page.goto('/admin/account')
  await expectToast(page, 'Unauthorized', 'You are logged out. Logging in again...')
  await expect(page).toHaveURL('/admin-login?next=%2Fadmin%2Faccount')
  expect((await keptSession(page))[0]).toBe(member.token)
  expect(await page.evaluate(() => localStorage.getItem('adminToken'))).toBeNull()
})

test('an answer that comes after the log-out sends nobody to the log-in', async ({ page }) => {
  const member = await givenSignedIn(page)
  const toasts = await recordToasts(page)
  await page.clock.install()
  const release = await hold(page, /\/trpc\/(?!auth\.)/)
  await page.goto('/withdraw')
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await endSession(page, member)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Start Earning Now' })).toBeVisible()
  // Not the figures of /transparency, which are everyone's.
  const answered = page.waitForResponse(/\/trpc\/[^?]*wallet\.getBalance/)
  release()
  expect(await (await answered).text()).toContain('NOT_SIGNED_IN')
  await page.getByRole('link', { name: 'About' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'About us' })).toBeVisible()
  await page.clock.runFor(1000)
  await expect(page).toHaveURL('/about')
  expect(await toasts()).toEqual([])
})
