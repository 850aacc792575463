import { EventEmitter, once } from 'node:events'
import { expect, type Page } from '@playwright/test'
import { test } from '../../support/fixtures.ts'
import { hold } from '../../support/hold.ts'
import { bearer, forgetEverybody, givenMember, signIn } from '../../support/people.ts'
import { COMMUTING, findSurvey } from '../surveys/surveys.ts'

const noticeOf = (page: Page) => page.getByRole('region', { name: 'Privacy notice' })
const button = (page: Page, name: string) => noticeOf(page).getByRole('button', { name, exact: true })
const keptConsent = (page: Page) => page.evaluate(() => localStorage.getItem('analytics-consent'))

/** What the page has told about itself so far: bodies, and whatever would say who sent them. */
function listViews(page: Page) {
  const views: { route: string; authorization: string | undefined; cookie: string | undefined }[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/api/page-views') return
    const { authorization, cookie } = request.headers()
    views.push({ ...request.postDataJSON(), authorization, cookie })
  })
  return views
}
const counted = (route: string) => ({ route, authorization: undefined, cookie: undefined })
/** Nothing of the page's own script comes before it is told to. */
const holdScripts = (page: Page) => hold(page, '**/assets/*.js')
const openAbout = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: 'About', exact: true }).click()

test('to decline hides the privacy notice, and to close it is to decline; the staff’s side asks nobody', async ({
  page,
}) => {
  await page.goto('/admin-login')
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
  await expect(noticeOf(page)).toBeHidden()
  for (const answer of ['Decline', 'Close and decline']) {
    await page.evaluate(() => localStorage.clear())
    await page.goto('/login')
    await button(page, answer).click()
    await expect(noticeOf(page)).toBeHidden()
    await expect.poll(() => keptConsent(page)).toBe('false')
  }
})

// Backed by apps/web/src/account/consent/reconcile-consent.test.ts
test('a member is asked once, and the answer is stored in the account', { tag: '@long' }, async ({
  page,
}) => {
  const member = await givenMember(page.request)
  await signIn(page, member)
  await page.goto('/dashboard')
  const saved = page.waitForResponse('**/trpc/account.updateSettings')
  await button(page, 'Accept Analytics').click()
  await saved
  const headers = bearer(member.token)
  const settings = await page.request.get('/api/account/settings', { headers })
  expect(await settings.json()).toMatchObject({ analyticsConsent: true })

  await signIn(page, member)
  await page.goto('/dashboard')
  await page.waitForFunction(() => localStorage.getItem('analytics-consent') === 'true')
  await expect(noticeOf(page)).toBeHidden()
})

test('the privacy notice is there before the script, and what is answered then counts', async ({ page }) => {
  for (const path of ['/signup', '/login']) {
    await forgetEverybody(page)
    const release = await holdScripts(page)
    await page.goto(path, { waitUntil: 'commit' })
    await button(page, 'Decline').click()
    await expect(noticeOf(page)).toBeHidden()
    expect(await keptConsent(page)).toBeNull()
    release()
    await page.waitForFunction(() => localStorage.getItem('analytics-consent') === 'false')
    await expect(noticeOf(page)).toHaveCount(0)
    await page.unrouteAll({ behavior: 'wait' })
  }
})

test('an answer given before the script has loaded counts on the next page', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await button(page, 'Accept Analytics').click()
  await openAbout(page)
  await expect(page.getByRole('heading', { level: 1, name: 'About us' })).toBeVisible()
  await expect(noticeOf(page)).toBeHidden()
  expect(await keptConsent(page)).toBe('true')
  release()
  await expect(noticeOf(page)).toHaveCount(0)
  // Only once, so that it overrules neither a later change nor another member in this browser.
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await expect(noticeOf(page)).toBeVisible()
  expect(await keptConsent(page)).toBeNull()
})

test('an answer given before the script has loaded reaches the member’s account', async ({ page }) => {
  const member = await givenMember(page.request)
  await signIn(page, member)
  const release = await holdScripts(page)
  await page.goto('/dashboard', { waitUntil: 'commit' })
  await button(page, 'Accept Analytics').click()
  await expect(noticeOf(page)).toBeHidden()
  const saved = page.waitForResponse('**/trpc/account.updateSettings')
  release()
  await saved
  await expect(page.getByRole('heading', { level: 1, name: 'Hello, Baraka' })).toBeVisible()
  await expect(noticeOf(page)).toHaveCount(0)
  expect(await keptConsent(page)).toBe('true')
  const headers = bearer(member.token)
  const settings = await page.request.get('/api/account/settings', { headers })
  expect(await settings.json()).toMatchObject({ analyticsConsent: true })
})

// Backed by apps/web/src/account/consent/is-telling-consent.test.ts
test('settings that were read before a member’s answer was saved do not undo it when they come after it', {
  tag: '@long',
}, async ({ page }) => {
  const member = await givenMember(page.request)
  await signIn(page, member)
  const release = await holdScripts(page)
  const settings = new EventEmitter()
  const [isRead, isAskedAgain] = [once(settings, 'read'), once(settings, 'asked again')]
  await page.route('**/trpc/account.updateSettings', async (route) => {
    await isRead
    await route.continue()
  })
  let asked = 0
  await page.route(/getSettings/, async (route) => {
    asked += 1
    if (asked > 1) {
      settings.emit('asked again')
      return route.continue()
    }
    const response = await route.fetch()
    settings.emit('read')
    await isAskedAgain
    // The page may not wait for it any more.
    await route.fulfill({ response }).catch(() => undefined)
  })
  await page.goto('/dashboard', { waitUntil: 'commit' })
  await button(page, 'Accept Analytics').click()
  release()
  await isAskedAgain
  await expect(page.getByRole('heading', { level: 1, name: 'Hello, Baraka' })).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await expect(noticeOf(page)).toHaveCount(0)
  expect(await keptConsent(page)).toBe('true')
})

test('a browser that has answered shows no privacy notice while the script loads', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('analytics-consent', 'false'))
  await holdScripts(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
  await expect(page.locator('[data-early]')).toHaveCount(1)
  await expect(noticeOf(page)).toBeHidden()
})

test('no page is counted before consent, each one once after it, and none from the moment of declining', async ({
  page,
}) => {
  const views = listViews(page)
  await page.goto('/')
  await expect(noticeOf(page)).toBeVisible()
  expect(await keptConsent(page)).toBeNull()
  await openAbout(page)
  await expect(page).toHaveURL('/about')
  await expect(noticeOf(page)).toBeVisible()
  expect(views).toEqual([])

  const sent = page.waitForResponse('**/api/page-views')
  await button(page, 'Accept Analytics').click()
  await expect(noticeOf(page)).toBeHidden()
  await expect.poll(() => keptConsent(page)).toBe('true')
  await page.getByRole('banner').getByRole('link', { name: 'Contact', exact: true }).click()
  await expect(page).toHaveURL('/contact')
  expect((await sent).status()).toBe(200)
  expect(views).toEqual([counted('/contact')])

  await test.step('an address that leads nowhere is not counted, and the notice does not come back', async () => {
    await page.goto('/no/such/page')
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
    await expect(noticeOf(page)).toBeHidden()
    const next = page.waitForResponse('**/api/page-views')
    await page.goto('/privacy')
    await next
    await expect(noticeOf(page)).toBeHidden()
    expect(views).toEqual([counted('/contact'), counted('/privacy')])
  })

  await page.evaluate(() => localStorage.setItem('analytics-consent', 'false'))
  await openAbout(page)
  await expect(page).toHaveURL('/about')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(views).toEqual([counted('/contact'), counted('/privacy')])
})

// Backed by apps/web/src/account/consent/count-page-views.test.ts
// Backed by packages/core/src/admin/analytics/count-page-view.test.ts
test('a page is counted under its pattern, without its address, its query or who opened it', {
  tag: '@long',
}, async ({ page }) => {
  const views = listViews(page)
  const member = await givenMember(page.request)
  // An existing one: any other redirects at once.
  const { id } = await findSurvey(page.request, member, COMMUTING)
  await signIn(page, member)
  await page.goto('/settings?tab=privacy')
  await page.getByRole('switch', { name: 'Allow analytics' }).click()
  await page.waitForFunction(() => localStorage.getItem('analytics-consent') === 'true')
  const sent = page.waitForResponse('**/api/page-views')
  await page.goto(`/survey/${id}?from=mail#top`)
  await sent
  expect(views[0]).toEqual(counted('/survey/$surveyId'))
})
