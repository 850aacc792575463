import { expect, type Page } from '@playwright/test'
import { test } from '../../support/fixtures.ts'
import { keptSession } from '../../support/front-door.ts'
import { hold } from '../../support/hold.ts'
import { givenMember, type Member, signIn } from '../../support/people.ts'
import { refuseWith } from '../../support/procedures.ts'
import { recordToasts } from '../../support/toast.ts'

/** Says, whenever it is asked, how often the page has asked who is signed in, alone or in a batch. */
function countUserFetches(page: Page): () => number {
  let calls = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.includes('auth.getUser')) calls += 1
  })
  return () => calls
}

async function givenSignedIn(page: Page): Promise<Member> {
  const member = await givenMember(page.request)
  await signIn(page, member)
  return member
}

const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()

test('nobody is asked for where there is no token, and a dead one is forgotten without a word', async ({
  page,
}) => {
  const toasts = await recordToasts(page)
  const fetches = countUserFetches(page)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  for (const path of ['/', '/login', '/surveys', '/about']) {
    await page.goto(path)
    await expect(page.getByRole('link', { name: 'Sign Up' }).first()).toBeVisible()
  }
  expect(fetches()).toBe(0)
  // Visitors load nothing that follows news.
  expect(requests.filter((url) => /open-stream|onChange/.test(url))).toEqual([])

  await page.evaluate(() => {
    localStorage.setItem('userToken', 'u_dead')
    localStorage.setItem('userData', '{"firstName":"Njeri"}')
  })
  await page.reload()
  await expect(page.getByRole('link', { name: 'Sign Up' })).toBeVisible()
  await expect.poll(() => keptSession(page)).toEqual([null, null])
  expect(await toasts()).toEqual([])
})

test('who is signed in is asked once in five minutes, and not because a tab is looked at', async ({
  page,
}) => {
  await page.clock.install()
  await givenSignedIn(page)
  const fetches = countUserFetches(page)
  await page.goto('/dashboard')
  const greeting = page.getByRole('heading', { level: 1, name: 'Hello, Baraka' })
  await expect(greeting).toBeVisible()
  await page.clock.fastForward('04:30')
  await goTo(page, 'About')
  await expect(page.getByRole('heading', { level: 1, name: 'About us' })).toBeVisible()
  await goTo(page, 'Dashboard')
  await expect(greeting).toBeVisible()
  expect(fetches()).toBe(1)

  await page.clock.fastForward('01:00')
  await page.evaluate(() => {
    for (const event of ['visibilitychange', 'focus', 'offline', 'online'])
      window.dispatchEvent(new Event(event))
  })
  expect(fetches()).toBe(1)
  await goTo(page, 'About')
  await goTo(page, 'Dashboard')
  await expect.poll(fetches).toBe(2)
})

test('while the user loads, pages of members say so, and pages of staff do not', async ({ page }) => {
  await givenSignedIn(page)
  const spinner = page.locator('[data-loading-user]', { hasText: 'Loading...' })
  for (const path of ['/dashboard', '/surveys', '/withdraw', '/settings']) {
    const release = await hold(page, /trpc\/[^?]*auth\.getUser/)
    await page.goto(path)
    await expect(spinner).toBeVisible()
    release()
    await expect(spinner).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.unrouteAll()
  }
  await hold(page, /trpc\/[^?]*auth\.getUser/)
  await page.goto('/admin-login')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await expect(spinner).toHaveCount(0)
})

test('an answer to the user fetch that is not OK ends the session without a word', async ({ page }) => {
  const toasts = await recordToasts(page)
  for (const body of ['{"error":"boom"}', '<h1>Bad gateway</h1>']) {
    await givenSignedIn(page)
    const contentType = body.startsWith('{') ? 'application/json' : 'text/html'
    await page.route('**/trpc/auth.getUser*', (route) => route.fulfill({ status: 500, contentType, body }))
    await page.goto('/surveys')
    await expect(page.getByText('Please sign in to continue...')).toBeVisible()
    expect(await keptSession(page)).toEqual([null, null])
    await page.unrouteAll()
  }
  expect(await toasts()).toEqual([])
})

test('a network or a server that is down signs nobody out, and can be asked again', async ({ page }) => {
  const { token } = await givenSignedIn(page)
  const message = 'We cannot reach our database right now.'
  await refuseWith(page, 'auth.getUser', { status: 503, appCode: 'UNAVAILABLE', message })
  await page.goto('/surveys')
  const retry = page.getByRole('button', { name: 'Try again' })
  await expect(retry).toBeVisible()
  await expect(page.getByText('The fault is ours, not your connection. Try again in a moment.')).toBeVisible()
  await page.unrouteAll()
  await page.route('**/trpc/auth.getUser*', (route) => route.abort())
  await retry.click()
  await expect(page.getByText('Check your connection and try again.')).toBeVisible()
  await expect(retry).toBeVisible()
  expect((await keptSession(page))[0]).toBe(token)
  await page.unrouteAll()
  await retry.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Surveys' })).toBeVisible()
})
