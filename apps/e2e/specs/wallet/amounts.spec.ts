import { expect } from '@playwright/test'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { test } from '../../support/fixtures.ts'
import { givenMember, signIn } from '../../support/people.ts'
import { givenOpenWallet, requestWithdrawal } from './wallet.ts'

test('one press fills in the minimum, half or all, and what it comes to follows', async ({ page }) => {
  const { points } = await givenOpenWallet(page)
  const chips = page.getByRole('group', { name: 'Choose an amount' })
  const field = page.getByLabel('Points to Withdraw')
  const preview = page.getByRole('status').filter({ hasText: /^KES/ })
  const half = Math.floor(points / 2)
  for (const [name, amount] of [
    ['Minimum', 1],
    ['Half', half],
    ['All', points],
  ] as const) {
    const chip = chips.getByRole('button', { name: new RegExp(`^${name} ${amount} points?$`) })
    await chip.click()
    await expect(field).toHaveValue(String(amount))
    await expect(chip).toHaveAttribute('aria-pressed', 'true')
    await expect(preview).toHaveText(`KES ${amount},000`)
  }
  await expect(chips.locator('[aria-pressed=true]')).toHaveCount(1)
  await field.fill('')
  await expect(chips.locator('[aria-pressed=true]')).toHaveCount(0)
})

test('a member without points reads what they need, and has nothing to press but the way to surveys', async ({
  page,
}) => {
  await signIn(page, await givenMember(page.request))
  await page.goto('/withdraw')
  const main = page.getByRole('main')
  await expect(main.getByText('You can withdraw from 1 point (KES 1,000).')).toBeVisible()
  await expect(main.getByRole('textbox').or(main.getByRole('spinbutton'))).toHaveCount(0)
  await expect(main.getByRole('button')).toHaveCount(0)
  await expectLooksAccessible(page, 'a wallet without points')
  await main.getByRole('link', { name: 'Find a survey' }).click()
  await expect(page).toHaveURL('/surveys')
})

test('earlier payouts are one line each, which opens the receipt; the newest is open', async ({ page }) => {
  const { member } = await givenOpenWallet(page)
  const target = { withdrawalMethod: 'mpesa', mpesaNumber: member.mpesaNumber }
  const one = { ...target, pointsToWithdraw: 1, amountKes: 1000 }
  await requestWithdrawal(page.request, member, one)
  await page.reload()
  const items = page.getByRole('list', { name: 'Your withdrawals' }).getByRole('listitem')
  await items.getByRole('button', { name: 'Cancel this withdrawal' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel this withdrawal' }).click()
  await expect(items.first()).toContainText('You cancelled this request.')
  await requestWithdrawal(page.request, member, one)
  await page.reload()
  await expect(items).toHaveCount(2)
  await expect(items.nth(0).getByText('We are checking your request.')).toBeVisible()
  const earlier = items.nth(1)
  await expect(earlier.getByRole('heading', { name: 'Rejected' })).toBeVisible()
  await expect(earlier.getByText('You cancelled this request.')).toBeHidden()
  expect((await earlier.boundingBox())?.height).toBeLessThanOrEqual(60)
  await earlier.getByRole('heading', { name: 'Rejected' }).click()
  await expect(earlier.getByText('You cancelled this request.')).toBeVisible()
  await expect(earlier.getByText('To', { exact: true })).toBeVisible()
})

test('activity, statements and tax are one press away from the wallet and the profile', async ({ page }) => {
  await signIn(page, await givenMember(page.request))
  for (const path of ['/withdraw', '/profile', '/dashboard?tab=wallet']) {
    await page.goto(path)
    const links = page.getByRole('navigation', { name: 'More about your points' })
    await expect(links.getByRole('link', { name: 'Your activity' })).toHaveAttribute('href', '/activity')
    await expect(links.getByRole('link', { name: 'Monthly statements' })).toHaveAttribute(
      'href',
      '/statements',
    )
    await expect(links.getByRole('link', { name: 'Tax and certificates' })).toHaveAttribute('href', '/tax')
  }
})
