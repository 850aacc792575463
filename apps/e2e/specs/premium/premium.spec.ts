import { expect, type Page } from '@playwright/test'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { newPerson, test } from '../../support/fixtures.ts'
import { mailAbout } from '../../support/mailbox.ts'
import { givenMember, signIn } from '../../support/people.ts'
import { pretend } from '../payouts/payouts.ts'

test('a member pays for premium on the phone, and everything opens without a reload', {
  tag: '@journey',
}, async ({ page }) => {
  const member = await givenMember(page.request)
  await signIn(page, member)
  await page.goto('/dashboard?tab=games')
  await expect(page.getByRole('heading', { name: 'The quiz comes with premium' })).toBeVisible()
  await page.getByRole('button', { name: 'Upgrade' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Upgrade to premium' })
  await dialog.getByLabel('M-Pesa number').fill('0712')
  await dialog.getByRole('button', { name: 'Pay KES 1,000 with M-Pesa' }).click()
  await expect(dialog.getByLabel('M-Pesa number')).toHaveAccessibleDescription(/Kenyan/)
  await dialog.getByLabel('M-Pesa number').fill(member.mpesaNumber)
  await dialog.getByLabel('For how long').selectOption('3')
  await dialog.getByRole('button', { name: 'Pay KES 3,000 with M-Pesa' }).click()
  await expect(dialog.getByText('Welcome to premium')).toBeVisible()
  await dialog.getByRole('button', { name: 'Start earning' }).click()
  await expect(page.getByRole('heading', { name: 'The quiz comes with premium' })).toBeHidden()
  const mail = await mailAbout(page.request, member.email, String(new Date().getFullYear() + 1))
  expect(mail.subject).toContain('premium runs until')
})

// Backed by packages/core/src/premium/premium.test.ts
// Backed by apps/web/src/premium/explain-problem.test.ts
test('a payment that fails says why, and can be tried with another number', { tag: '@long' }, async ({
  page,
}) => {
  const member = await givenMember(page.request, newPerson({ mpesaSuffix: '806' }))
  await signIn(page, member)
  await page.goto('/settings?tab=account')
  await page.getByRole('button', { name: 'Upgrade to Premium' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upgrade to premium' })
  await dialog.getByLabel('M-Pesa number').fill(member.mpesaNumber)
  await dialog.getByRole('button', { name: 'Pay KES 1,000 with M-Pesa' }).click()
  await expect(dialog.getByText('Not paid')).toBeVisible()
  await expectLooksAccessible(page, 'a payment that failed')
  await dialog.getByLabel('M-Pesa number').fill(newPerson().mpesaNumber)
  await dialog.getByRole('button', { name: 'Pay KES 1,000 with M-Pesa' }).click()
  await expect(dialog.getByText('Welcome to premium')).toBeVisible()
  await dialog.getByRole('button', { name: 'Start earning' }).click()

  await page.getByRole('button', { name: 'Cancel premium' }).click()
  const question = page.getByRole('dialog', { name: 'Cancel premium?' })
  await question.getByRole('button', { name: 'Cancel premium' }).click()
  await expect(page.getByText(/^Premium ends on \d+ \w+ \d{4}$/)).toBeVisible()
  await page.getByRole('button', { name: 'Go on with premium' }).click()
  await expect(page.getByText(/^Premium until \d+ \w+ \d{4}$/)).toBeVisible()
})

async function openOffer(page: Page) {
  await page.goto('/settings?tab=account')
  await page.getByRole('button', { name: 'Upgrade to Premium' }).click()
  return page.getByRole('dialog', { name: 'Upgrade to premium' })
}

/** What the telephone was asked for ends so, as far as the page is told. */
async function askEndingAs(page: Page, state: string) {
  const member = await givenMember(page.request, newPerson({ mpesaSuffix: '820' }))
  await signIn(page, member)
  const dialog = await openOffer(page)
  await pretend(page, 'premium.getPremium', (text) =>
    text.replace(/"state":"(asked|sending|waiting|unknown)"/, `"state":"${state}"`),
  )
  await dialog.getByLabel('M-Pesa number').fill(member.mpesaNumber)
  await dialog.getByRole('button', { name: 'Pay KES 1,000 with M-Pesa' }).click()
  return dialog
}

test('a telephone that is being asked is accessible', { tag: '@long' }, async ({ page }) => {
  const dialog = await askEndingAs(page, 'waiting')
  await expect(dialog.getByText('Check your phone')).toBeVisible()
  await expectLooksAccessible(page, 'a telephone that is being asked')
})

test('a payment that nobody answered is accessible', { tag: '@long' }, async ({ page }) => {
  const dialog = await askEndingAs(page, 'expired')
  await expect(dialog.getByText('No answer from your phone')).toBeVisible()
  await expectLooksAccessible(page, 'a payment that nobody answered')
})

test('a payment that we look into is accessible', { tag: '@long' }, async ({ page }) => {
  const dialog = await askEndingAs(page, 'review')
  await expect(dialog.getByText('We are looking into your payment')).toBeVisible()
  await expectLooksAccessible(page, 'a payment that we look into')
})

test('premium from the payment to its end is accessible', { tag: '@long' }, async ({ page }) => {
  const member = await givenMember(page.request)
  await signIn(page, member)
  const dialog = await openOffer(page)
  await dialog.getByLabel('M-Pesa number').fill(member.mpesaNumber)
  await dialog.getByRole('button', { name: 'Pay KES 1,000 with M-Pesa' }).click()
  await expect(dialog.getByText('Welcome to premium')).toBeVisible()
  await expectLooksAccessible(page, 'premium that is paid')
  await dialog.getByRole('button', { name: 'Start earning' }).click()
  await page.getByRole('button', { name: 'Add more months' }).click()
  await expect(page.getByRole('dialog', { name: 'Add more months' })).toBeVisible()
  await expectLooksAccessible(page, 'more months of premium')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Cancel premium' }).click()
  await expectLooksAccessible(page, 'premium about to be cancelled')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel premium' }).click()
  await expect(page.getByText(/^Premium ends on/)).toBeVisible()
  await expectLooksAccessible(page, 'premium that ends')
})
