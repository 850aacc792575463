import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test'
import { countCalls } from '../../support/count-calls.ts'
import { test } from '../../support/fixtures.ts'
import { bearer, givenMember, signIn, staffToken } from '../../support/people.ts'
import { answerWith } from '../../support/procedures.ts'
import { expectToast } from '../../support/toast.ts'
import { givenPremiumMember } from '../premium/premium.ts'
import { lookAgain } from '../wallet/wallet.ts'

// A member has one video or advertisement open at a time, and the demo has one premium member.
test.describe.configure({ mode: 'serial' })

const cardOf = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

/** Other people's pages, which no test may ask the network for. */
function standInForTheWeb(context: BrowserContext): Promise<unknown> {
  return context.route('https://**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Elsewhere</title>' }),
  )
}

test('a video plays in a frame, its time outlives a reload, and it pays once a day', async ({
  page,
  context,
}) => {
  // The wait is the server's, and half a minute long.
  test.setTimeout(120_000)
  await standInForTheWeb(context)
  await givenPremiumMember(page)
  await page.goto('/dashboard?tab=earn')
  const card = cardOf(page, 'Big Buck Bunny')
  await card.getByRole('button', { name: 'Watch', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Big Buck Bunny' })
  const player = dialog.getByTitle('Video: Big Buck Bunny')
  await expect(player).toHaveAttribute('src', 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ')
  await expect(player).toHaveAttribute('sandbox', 'allow-scripts allow-same-origin allow-presentation')
  await expect(dialog.frameLocator('iframe').locator('html')).toBeAttached()
  const link = dialog.getByRole('link', { name: 'Watch in a new tab' })
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(dialog.getByRole('timer', { name: 'Seconds left' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Claim points' })).toBeDisabled()

  await page.reload()
  await expect(card.getByRole('timer')).toHaveText(/^[12]?\d$/)
  await card.getByRole('button', { name: 'Continue watching' }).click()
  await expect(player).toBeVisible()
  const count = countCalls(page, 'tasks.watchVideo')
  await expect(dialog).toBeHidden({ timeout: 45_000 })
  await expectToast(page, 'Points earned', '+20 points (KES 20,000) for “Big Buck Bunny”.')
  expect(count()).toBe(1)
  await expect(card).toContainText('Done today')
  await expect(card.getByRole('heading')).toBeFocused()
  await expect(card.getByRole('button')).toHaveCount(0)
  const ways = page.getByRole('list', { name: "Today's Earning Opportunities" })
  await expect(ways.getByRole('link', { name: 'Videos' })).toContainText('1 done today')
})

test('a video is claimed when its time is up on a visible page; those who come back press a button', async ({
  page,
  context,
}) => {
  await standInForTheWeb(context)
  await givenPremiumMember(page)
  await answerWith(page, 'tasks.watchVideo', { pointsEarned: 30 })
  await page.clock.install()
  await page.goto('/dashboard?tab=earn')
  const count = countCalls(page, 'tasks.watchVideo')
  const card = cardOf(page, 'Sintel')
  await card.getByRole('button', { name: 'Watch', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Sintel' })
  await expect(dialog.getByTitle('Video: Sintel')).toBeVisible()
  await page.clock.runFor(8_000)
  expect(count()).toBe(0)
  await expect
    .poll(
      async () => {
        await page.clock.runFor(1000)
        return count()
      },
      { intervals: [10] },
    )
    .toBe(1)
  await expectToast(page, 'Points earned', '+30 points (KES 30,000) for “Sintel”.')
  await expect(dialog).toBeHidden()

  // The server has credited nothing, so the list that comes after the claim lets the video run on.
  await expect(card.getByRole('timer')).toBeVisible()
  await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { value: 'hidden' }))
  await page.clock.runFor(32_000)
  const claim = card.getByRole('button', { name: 'Claim points' })
  await expect(claim).toBeVisible()
  expect(count()).toBe(1)
  await claim.dblclick()
  await expect.poll(count).toBe(2)
})

test('an ad opens in a new tab and pays automatically when its time is up', { tag: '@journey' }, async ({
  page,
  context,
}) => {
  test.setTimeout(90_000)
  await standInForTheWeb(context)
  await givenPremiumMember(page)
  await page.goto('/dashboard?tab=earn')
  const card = cardOf(page, 'Put your street on the map')
  await expect(card).toContainText('Takes 15 seconds')
  const opening = page.waitForEvent('popup')
  await card.getByRole('button', { name: 'Visit' }).click()
  const advert = await opening
  await advert.waitForURL('https://www.openstreetmap.org/')
  expect(await advert.evaluate(() => [window.opener, document.referrer])).toEqual([null, ''])

  await page.bringToFront()
  await page.reload()
  await expect(card.getByRole('timer')).toBeVisible()
  await expect(card.getByRole('link', { name: 'Open the page again' })).toHaveAttribute('target', '_blank')
  const count = countCalls(page, 'tasks.clickAd')
  await expect(card).toContainText('Done today', { timeout: 30_000 })
  await expectToast(page, 'Points earned', '+10 points (KES 10,000) for “Put your street on the map”.')
  expect(count()).toBe(1)
})

// Backed by packages/core/src/tasks/views.test.ts
test('opening another video ends the one before it', { tag: '@long' }, async ({ page, context }) => {
  await standInForTheWeb(context)
  await givenPremiumMember(page)
  await page.goto('/dashboard?tab=earn')
  for (const title of ['Sintel', 'Spring']) {
    await cardOf(page, title).getByRole('button', { name: 'Watch', exact: true }).click()
    await expect(page.getByRole('dialog', { name: title }).getByRole('timer')).toBeVisible()
    await page.keyboard.press('Escape')
  }
  await expect(cardOf(page, 'Spring').getByRole('timer')).toBeVisible()
  await expect(cardOf(page, 'Sintel').getByRole('timer')).toBeHidden()
  await expect(cardOf(page, 'Sintel').getByRole('button', { name: 'Watch', exact: true })).toBeVisible()
})

test('a proof is checked, refused with its reason, handed in again and approved', {
  tag: '@journey',
}, async ({ page }) => {
  const member = await givenMember(page.request)
  await signIn(page, member)
  await page.goto('/dashboard?tab=social')
  await expect(page.getByRole('heading', { name: 'Social tasks come with premium' })).toBeVisible()
  const job = cardOf(page, 'Prices in your market')
  const field = job.getByLabel('Your proof')
  await expect(job).toContainText('Give the name of the market')
  await job.getByRole('button', { name: 'Hand in your proof' }).click()
  await expect(field).toBeFocused()
  await job.getByRole('button', { name: 'Cancel' }).click()
  await expect(job.getByRole('button', { name: 'Hand in your proof' })).toBeFocused()
  await job.getByRole('button', { name: 'Hand in your proof' }).click()
  const submit = job.getByRole('button', { name: 'Submit proof' })
  await submit.click()
  await expect(job.getByText('Please give a link or a few words.')).toBeVisible()
  await field.fill('Bei')
  await expect(job.getByText('3 of 2000 characters')).toBeVisible()
  await submit.click()
  await expectToast(page, 'Proof not submitted', 'At least 5 characters')
  await expect(job.getByText('At least 5 characters')).toBeVisible()
  await field.fill('Gikomba, Saturday: 180, 30, 65')
  await submit.dblclick()
  await expectToast(page, 'Proof submitted', 'We will review it and show the result here.')
  await expect(job).toContainText('Being looked at')

  await decide(page.request, member.email, { decision: 'rejected', reason: 'Which litre of milk?' })
  await lookAgain(page)
  await expect(job).toContainText('Not approved')
  await expect(job).toContainText('Reason: Which litre of milk?')
  await job.getByRole('button', { name: 'Hand in again' }).click()
  await field.fill('Gikomba, Saturday: flour 180, sukuma 30, fresh milk 65')
  await submit.click()
  await expect(job).toContainText('Being looked at')
  await decide(page.request, member.email, { decision: 'approved' })
  await lookAgain(page)
  await expect(job).toContainText('Its points are in your account.')
  await expect(job.getByRole('button')).toHaveCount(0)
})

async function decide(request: APIRequestContext, email: string, data: object): Promise<void> {
  const headers = bearer(await staffToken(request))
  const url = '/api/admin/proofs?state=submitted&limit=100'
  const proofs: { id: string; userEmail: string }[] = await (await request.get(url, { headers })).json()
  const id = proofs.find(({ userEmail }) => userEmail === email)?.id
  expect((await request.put(`/api/admin/proofs/${id}`, { headers, data })).status()).toBe(200)
}
