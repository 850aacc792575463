import { expect, type Page } from '@playwright/test'
import { givenDeployedSite } from '../../support/deploy.ts'
import { test } from '../../support/fixtures.ts'
import { bearer, givenMember, type Member, signIn } from '../../support/people.ts'
import { takeSurvey } from '../surveys/surveys.ts'

// The configuration keeps service workers out of all other specs; these are about it.
test.use({ serviceWorkers: 'allow' })

/** A member with points who has opened the dashboard, on a device that now has the app offline. */
async function givenKeptDashboard(page: Page): Promise<Member> {
  const member = await givenMember(page.request)
  await takeSurvey(page.request, member)
  await signIn(page, member)
  await openDashboard(page)
  return member
}

async function openDashboard(page: Page) {
  await page.goto('/dashboard')
  await expect(page.getByRole('region', { name: 'Available Points' })).toContainText('KES')
  await page.waitForFunction(() => localStorage.getItem('lastWallet') !== null)
  await workerIsReady(page)
}

/** Active, and with all that it keeps. Not by `ready`, which does not wait for a second one. */
const workerIsReady = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration()
        const names = await caches.keys()
        const files = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
        const hasPages = files.flat().some(({ url }) => url.includes('/dashboard-'))
        return registration?.active?.state === 'activated' && hasPages
      }),
    )
    .toBe(true)

const kept = (page: Page) =>
  page.evaluate(async () => ({
    wallet: localStorage.getItem('lastWallet'),
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }))

test('what the worker fetches ahead begins three seconds after the page was opened, not while it loads', async ({
  page,
}) => {
  await signIn(page, await givenMember(page.request))
  await page.addInitScript(() => {
    const workers = navigator.serviceWorker
    const register = workers.register.bind(workers)
    workers.register = (...asked) => {
      performance.mark('registered')
      return register(...asked)
    }
  })
  await page.goto('/dashboard')
  const registeredAt = () => page.evaluate(() => performance.getEntriesByName('registered')[0]?.startTime)
  await expect.poll(registeredAt).toBeGreaterThanOrEqual(3000)
})

test('opened without a network, the app shows the last known wallet and when it was known', {
  tag: '@journey',
}, async ({ page, context }) => {
  await givenKeptDashboard(page)
  const hero = page.getByRole('region', { name: 'Available Points' })
  const known = await hero.getByText('KES').textContent()
  const seen = JSON.parse((await kept(page)).wallet ?? '{}')
  await context.setOffline(true)
  for (const path of ['/dashboard', '/withdraw', '/']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'Your wallet' })).toBeVisible()
    // Only pages that were open when it began are told of an emulated outage; to the others we are out of reach.
    await expect(page.getByText(/^(You are offline|We cannot be reached right now)$/)).toBeVisible()
    await expect(hero).toContainText(known ?? 'nothing')
    await expect(page.getByText('As of').locator('time')).toHaveAttribute(
      'datetime',
      new Date(seen.asOf).toISOString(),
    )
    const movements = page.getByRole('list', { name: 'Recent transactions' })
    await expect(movements.getByRole('listitem').first()).toContainText('KES')
    const withdraw = page.getByRole('button', { name: 'Withdraw points' })
    await expect(withdraw).toBeDisabled()
    await expect(withdraw).toHaveAccessibleDescription(/This needs a connection/)
  }
  await page.goto('/dashboard')
  await context.setOffline(false)
  // Where the browser has told of no outage, it does not tell of its end.
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(page.getByRole('heading', { level: 1, name: 'Hello, Baraka' })).toBeVisible()
})

// Backed by apps/web/src/worker/renew-nonce.test.ts
test('a page that the device keeps carries a new nonce each time it is opened', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await givenKeptDashboard(page)
  await context.setOffline(true)
  const nonces = new Set<string>()
  for (const _time of [1, 2]) {
    const response = await page.reload()
    expect(response?.fromServiceWorker()).toBe(true)
    const policy = (await response?.headerValue('content-security-policy')) ?? ''
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
    expect(
      await page
        .locator('script[src]')
        .first()
        .evaluate((script: HTMLElement) => script.nonce),
    ).toBe(nonce)
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(2)
})

test('while the device is offline nothing that moves money can be sent, and what was typed stays', {
  tag: '@journey',
}, async ({ page, context }) => {
  await givenKeptDashboard(page)
  await page.goto('/withdraw')
  await page.getByLabel('Points to Withdraw').fill('2')
  const submit = page.getByRole('button', { name: 'Request Withdrawal' })
  await expect(submit).toBeEnabled()
  await context.setOffline(true)
  await expect(submit).toBeDisabled()
  await expect(submit).toHaveAccessibleDescription(/nothing is kept to be sent later/)
  await expect(page.getByText(/^You are offline. Your points are as of/)).toBeVisible()
  await context.setOffline(false)
  await expect(submit).toBeEnabled()
  await expect(page.getByLabel('Points to Withdraw')).toHaveValue('2')
})

test('a log-out leaves nothing on the device, and the next log-in makes the app available offline again', async ({
  page,
  context,
}) => {
  const member = await givenKeptDashboard(page)
  expect(await kept(page)).toMatchObject({ workers: 1, caches: [expect.stringContaining('precache')] })
  // The page has just asked the worker for its files, and the worker takes that up after the log-out.
  await page.evaluate(async () => {
    const worker = (await navigator.serviceWorker.getRegistration())?.active
    const remove = caches.delete.bind(caches)
    caches.delete = async (name) => {
      const isRemoved = await remove(name)
      worker?.postMessage({ type: 'KEEP' })
      return isRemoved
    }
  })
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Start Earning Now' })).toBeVisible()
  await expect.poll(() => kept(page)).toEqual({ wallet: null, caches: [], workers: 0 })

  await page.getByRole('link', { name: 'Login' }).first().click()
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/dashboard')
  await page.waitForFunction(() => localStorage.getItem('lastWallet') !== null)
  await workerIsReady(page)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Your wallet' })).toBeVisible()
})

test('the worker keeps the app’s own files and nothing that a door answered', async ({ page }) => {
  await givenKeptDashboard(page)
  await page.goto('/withdraw')
  await expect(page.getByLabel('Points to Withdraw')).toBeVisible()
  const [paths, answers] = await page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    // The answers of doors and probes come from the server, however they are asked for.
    const doors = await Promise.all(
      ['/healthz', '/api/auth/user', '/trpc/wallet.getTerms'].map(async (door) => (await fetch(door)).status),
    )
    return [requests.flat().map(({ url }) => new URL(url).pathname), doors]
  })
  expect(answers).toEqual([200, 401, 200])
  expect(paths.length).toBeGreaterThan(20)
  expect(
    paths.filter((path) => !/^\/(assets\/[\w.-]+\.(js|css)|favicon\.svg|dashboard)$/.test(path)),
  ).toEqual([])
})

test('a session that has ended takes the kept wallet with it', async ({ page }) => {
  const { token } = await givenKeptDashboard(page)
  const ended = await page.request.post('/api/auth/logout', { headers: bearer(token) })
  expect(ended.status()).toBe(200)
  await page.reload()
  await page.waitForFunction(() => localStorage.getItem('userToken') === null)
  expect((await kept(page)).wallet).toBeNull()
})

test('a new version waits until the member asks for it', async ({ page, baseURL }) => {
  const member = await givenMember(page.request)
  const site = await givenDeployedSite(baseURL ?? '')
  const localStorage = [{ name: 'userToken', value: member.token }]
  await page.context().setStorageState({ cookies: [], origins: [{ origin: site.origin, localStorage }] })
  await page.goto(`${site.origin}/dashboard`)
  await workerIsReady(page)
  const bar = page.getByRole('status').filter({ hasText: 'A new version is ready' })
  await expect(bar).toHaveCount(0)
  await page.evaluate(() => Object.assign(window, { isThisPage: true }))
  site.deploy()
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
  await expect(bar).toBeVisible()
  // Until then every page is of the installed version.
  await page.getByRole('link', { name: 'About' }).first().click()
  await expect(bar).toBeVisible()
  expect(await page.evaluate(() => 'isThisPage' in window)).toBe(true)
  await bar.getByRole('button', { name: 'Reload' }).click()
  await page.waitForFunction(() => !('isThisPage' in window))
  await expect(page.getByRole('heading', { level: 1, name: 'About us' })).toBeVisible()
  await expect(bar).toHaveCount(0)
  site.close()
})

test('a part of the page that is gone since a new version came is explained, and a reload is offered', async ({
  browser,
  request,
}) => {
  // A page of its own: the missing file, which is wanted here, fails every other test.
  const page = await browser.newPage()
  await signIn(page, await givenMember(request))
  await page.route(/assets\/(earn-tab|profile)-[\w-]+\.js/, (route) => route.fulfill({ status: 404 }))
  await page.goto('/dashboard')
  await page.getByRole('tab', { name: 'Earn' }).click()
  await expect(page.getByText(/A newer version may be out/)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Hello, Baraka' })).toBeVisible()
  await page.evaluate(() => Object.assign(window, { isThisPage: true }))
  await page.getByRole('link', { name: 'Baraka' }).click()
  await expect(page.getByRole('button', { name: 'Reload the page' })).toBeVisible()
  expect(await page.evaluate(() => 'isThisPage' in window)).toBe(true)
  await page.close()
})

test('where the browser offers it, the settings install the app', async ({ page }) => {
  await signIn(page, await givenMember(page.request))
  await page.goto('/settings?tab=account')
  await expect(page.getByRole('region', { name: 'Language and theme' })).toBeVisible()
  const section = page.getByRole('region', { name: 'Install the app' })
  await expect(section).toHaveCount(0)
  // A browser without a screen offers nothing.
  const isQuiet = await page.evaluate(() => {
    const offer = new Event('beforeinstallprompt', { cancelable: true })
    return !window.dispatchEvent(
      Object.assign(offer, { prompt: () => Object.assign(window, { isAsked: true }) }),
    )
  })
  expect(isQuiet, 'no banner of the browser’s own').toBe(true)
  await section.getByRole('button', { name: 'Install' }).click()
  expect(await page.evaluate(() => 'isAsked' in window)).toBe(true)
  await expect(section).toHaveCount(0)
})
