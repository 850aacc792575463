import { expect } from '@playwright/test'
import { countCalls } from '../../support/count-calls.ts'
import { test } from '../../support/fixtures.ts'
import { keepNewsAway } from '../../support/keep-news-away.ts'
import { givenMember, signIn } from '../../support/people.ts'
import { changeAnswer, holdAnswers } from '../../support/procedures.ts'
import { expectToast } from '../../support/toast.ts'
import { givenPremiumMember } from '../premium/premium.ts'

const CLAIMED = '+25 points (KES 25,000). Come back tomorrow to make it 2 days in a row.'

test('the daily bonus is claimed once, shown in every number and gone', { tag: '@journey' }, async ({
  page,
  context,
}) => {
  await signIn(page, await givenMember(page.request))
  await page.goto('/dashboard')
  await expect(page).toHaveTitle(/^Dashboard/)
  const bonus = page.getByRole('region', { name: 'Daily login bonus' })
  await expect(bonus).toContainText('+25 points')
  await expect(page.getByRole('region', { name: 'Daily Progress' })).toContainText('Daily bonus not claimed')
  const other = await context.newPage()
  await keepNewsAway(other)
  await other.goto('/dashboard')
  const claimElsewhere = other.getByRole('button', { name: 'Claim bonus' })
  await expect(claimElsewhere).toBeVisible()

  await page.bringToFront()
  const count = countCalls(page, 'tasks.claimDailyLogin')
  await page.getByRole('button', { name: 'Claim bonus' }).dblclick()
  await expectToast(page, 'Daily bonus claimed', CLAIMED)
  expect(count()).toBe(1)
  await expect(bonus.getByRole('button')).toHaveCount(0)
  await expect(bonus).toContainText('Done for today')
  await expect(page.getByRole('region', { name: 'Available Points' })).toContainText('25 points')
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await expect(navigation.getByRole('link', { name: '25 points KES 25,000' })).toBeVisible()
  await expect(navigation.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Total Earnings' })).toContainText('Earned this month')
  const progress = page.getByRole('region', { name: 'Daily Progress' })
  await expect(progress).toContainText('25 points')
  await expect(progress.getByRole('progressbar')).toHaveAttribute('aria-valuetext', 'Daily bonus claimed')

  await claimElsewhere.click()
  await expectToast(other, 'Bonus not claimed', 'You have your daily bonus. Come back tomorrow.')
  await expect(claimElsewhere).toBeHidden()
})

test('what premium opens is locked for a free member, who is told the way to it', async ({ page }) => {
  await changeAnswer(page, 'premium.getPremium', { isPayable: false })
  const release = await holdAnswers(page, 'premium.getPremium')
  await signIn(page, await givenMember(page.request))
  await page.goto('/dashboard')
  const ways = page.getByRole('list', { name: "Today's Earning Opportunities" })
  await expect(ways.getByRole('link', { name: 'Surveys' })).toContainText('open')
  const premium = page.getByRole('region', { name: 'Premium' })
  const upgrade = page.getByRole('button', { name: 'Upgrade' })
  // One card for all of them, and the only button of its kind.
  await expect(premium.getByRole('listitem')).toHaveText(['Videos', 'Games', 'Ads', 'Social'])
  await expect(upgrade).toHaveCount(1)
  await upgrade.click()
  const dialog = page.getByRole('dialog', { name: 'Upgrade to premium' })
  // It opens with its content, not before.
  await expect(dialog).toBeHidden()
  release()
  await expect(dialog).toBeVisible()
  const text = await dialog.innerText()
  expect(text).toContain('KES 1,000 a month')
  expect(text).not.toContain('Loading')
  await expect(dialog).toContainText('Cancel anytime.')
  await expect(dialog).toContainText('contact an admin')
  await expect(dialog.getByRole('link', { name: 'Go to the contact page' })).toHaveAttribute(
    'href',
    '/contact',
  )
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(upgrade).toBeFocused()

  await expect(ways.getByRole('link', { name: 'Surveys' })).toContainText('Free')
  await expect(premium).toContainText('KES 1,000 a month')
  await page.getByRole('tab', { name: 'Earn' }).click()
  await expect(page.getByRole('heading', { name: 'Ads come with premium' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Partner offers' })).toBeVisible()
})

test('the address holds the tab, the browser walks through them, and numbers can be asked for again', async ({
  page,
}) => {
  await signIn(page, await givenMember(page.request))
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  await keepNewsAway(page)
  let isBroken = true
  await page.route(/\/trpc\/[^?]*tasks\.getToday/, (route) =>
    isBroken ? route.fulfill({ status: 503, body: '' }) : route.continue(),
  )
  await page.goto('/dashboard?tab=wallet')
  const today = page.getByRole('region', { name: "Today's Earning Opportunities" })
  await expect(today.getByText('This could not be loaded')).toBeVisible()
  isBroken = false
  await today.getByRole('button', { name: 'Try again' }).click()
  await expect(today.getByRole('link', { name: 'Surveys' })).toBeVisible()

  await expect(tab('Wallet')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('link', { name: 'Your activity' })).toBeVisible()
  await page.goto('/?tab=nonsense')
  await expect(tab('Surveys')).toHaveAttribute('aria-selected', 'true')

  await page
    .getByRole('list', { name: "Today's Earning Opportunities" })
    .getByRole('link', { name: 'Micro-jobs' })
    .click()
  await expect(page).toHaveURL('/?tab=social')
  await expect(tab('Social')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(tab('Wallet')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/?tab=wallet')
  await page.goBack()
  await expect(tab('Social')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('heading', { name: 'Micro-jobs' })).toBeVisible()
  await page.goBack()
  await expect(tab('Surveys')).toHaveAttribute('aria-selected', 'true')
})

test('a premium member has every way open and no word of upgrading', async ({ page }) => {
  await givenPremiumMember(page)
  await page.goto('/dashboard')
  const ways = page.getByRole('list', { name: "Today's Earning Opportunities" })
  await ways.getByRole('link', { name: 'Ads' }).click()
  await expect(page).toHaveURL('/dashboard?tab=earn')
  await expect(page.getByRole('list', { name: 'Ads' }).getByRole('listitem')).toHaveCount(3)
  await expect(page.getByRole('button', { name: /upgrade/i })).toHaveCount(0)
})
