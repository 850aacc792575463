import { expect } from '@playwright/test'
import { test } from '../../support/fixtures.ts'
import { expectNoShifts } from '../../support/layout-shift.ts'
import { givenMember, signIn } from '../../support/people.ts'
import { givenOpenWallet, requestWithdrawal } from '../wallet/wallet.ts'

// All the others, and the staff's: `npm run accessibility -- nothing-moves`.
const OF_VISITORS = ['/', '/contact', '/transparency', '/login']
const OF_MEMBERS = ['/dashboard', '/dashboard?tab=wallet', '/surveys', '/withdraw', '/profile']

test.use({ viewport: { width: 360, height: 740 }, reducedMotion: 'no-preference' })

// Backed by apps/e2e/specs/site/layout-shift.spec.ts
test('nothing moves on a visitor’s page while it is loaded', { tag: '@long' }, ({ page }) =>
  expectNoShifts(page, OF_VISITORS),
)

// Backed by apps/e2e/specs/site/layout-shift.spec.ts
test('nothing moves on a member’s page while it is loaded', { tag: '@long' }, async ({ page }) => {
  const { member } = await givenOpenWallet(page)
  const { mpesaNumber } = member
  await requestWithdrawal(page.request, member, { withdrawalMethod: 'mpesa', mpesaNumber })
  await expectNoShifts(page, OF_MEMBERS)
})

test('nothing moves on the dashboard of somebody new', async ({ page }) => {
  await signIn(page, await givenMember(page.request))
  await expectNoShifts(page, ['/dashboard', '/surveys', '/withdraw'])
  await test.step('nor while the browser has read only some of the tabs', async () => {
    const second = page.getByRole('navigation', { name: 'Your account' }).getByRole('link').nth(1)
    const before = await second.boundingBox()
    await second.evaluate((tab) => {
      while (tab.nextSibling) tab.nextSibling.remove()
    })
    expect(await second.boundingBox()).toEqual(before)
  })
})

test('what stands in for an answer lies still for its first second', async ({ page }) => {
  await signIn(page, await givenMember(page.request))
  await page.route('**/trpc/**', () => {})
  for (const path of ['/dashboard', '/surveys', '/activity']) {
    await page.goto(path)
    await expect(page.getByText('Loading').first()).toBeAttached()
    const moving = await page.evaluate(() =>
      document.getAnimations().flatMap(({ effect }) => {
        const { iterations, delay } = effect?.getTiming() ?? {}
        const name = effect instanceof KeyframeEffect ? effect.target?.className : ''
        return iterations === Number.POSITIVE_INFINITY ? [{ name, delay }] : []
      }),
    )
    expect(moving).not.toEqual([])
    expect(moving.filter(({ delay }) => delay !== 1000)).toEqual([])
  }
})
