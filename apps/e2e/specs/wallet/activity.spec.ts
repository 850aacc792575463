import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { countCalls } from '../../support/count-calls.ts'
import { test } from '../../support/fixtures.ts'
import { givenMember, signIn } from '../../support/people.ts'
import { expectToast } from '../../support/toast.ts'
import { leaveForPartner, standInForPartner, tellAsPartner } from '../partners/partner.ts'
import { COMMUTING, findSurvey, SHOPPING, takeSurvey } from '../surveys/surveys.ts'
import { requestWithdrawal } from './wallet.ts'

test('the history says what moved the points, filters, leads to the cause and can be kept', {
  tag: '@journey',
}, async ({ page }) => {
  const member = await givenMember(page.request)
  await takeSurvey(page.request, member)
  const { mpesaNumber } = member
  await requestWithdrawal(page.request, member, { withdrawalMethod: 'mpesa', mpesaNumber })
  await signIn(page, member)
  await page.goto('/dashboard?tab=wallet')
  await page.getByRole('link', { name: 'Your activity' }).click()
  await expect(page).toHaveURL('/activity')
  await expect(page).toHaveTitle(/^Activity/)
  await expect(page.getByText('Times are in East Africa Time.')).toBeVisible()

  const lines = page.getByRole('list', { name: 'Your activity' }).getByRole('listitem')
  const survey = lines.filter({ hasText: `Survey: ${COMMUTING}` })
  await expect(lines).toHaveCount(2)
  await expect(survey).toContainText('Available')
  await expect(survey).toContainText('+5 points')
  await page.getByLabel('Kind').selectOption('Held for a withdrawal')
  await expect(page).toHaveURL('/activity?kind=hold')
  await expect(lines).toHaveCount(1)
  await expect(lines).toContainText('−2 points')
  await expect(lines).toContainText('On hold')
  await expect(lines.getByRole('link', { name: 'See your withdrawals' })).toHaveAttribute('href', '/withdraw')
  await page.getByLabel('State').selectOption('Cancelled')
  await page.getByRole('link', { name: 'Show everything' }).click()
  await expect(lines).toHaveCount(2)
  await page.goBack()
  await expect(page).toHaveURL('/activity?kind=hold&state=cancelled')
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await page.goto('/activity')

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe('activity.csv')
  const table = await readFile(await file.path(), 'utf8')
  expect(table.trim().split('\r\n')).toHaveLength(3)
  expect(table).toContain(`Survey: ${COMMUTING}`)

  await survey.getByRole('link', { name: 'See the survey' }).click()
  await expect(page.getByRole('heading', { name: COMMUTING, level: 1 })).toBeVisible()
})

// Backed by packages/core/src/partners/reverse-event.test.ts
// Backed by apps/web/src/wallet/movements.test.ts
test('what a partner takes back is marked, with the way to the click', { tag: '@long' }, async ({ page }) => {
  const member = await givenMember(page.request)
  const { id } = await findSurvey(page.request, member, SHOPPING)
  const click_id = await leaveForPartner(page.request, member, id)
  const event = { click_id, transaction_id: click_id, amount_usd: '6.00' }
  await tellAsPartner(page.request, { ...event, status: 'completed' })
  await tellAsPartner(page.request, { ...event, status: 'taken_back' })
  await signIn(page, member)
  await page.goto('/activity?state=reversed')
  const line = page.getByRole('listitem').filter({ hasText: `Survey: ${SHOPPING}` })
  await expect(line).toContainText('Reversed')
  await line.getByRole('link', { name: 'See your clicks' }).click()
  await expect(page).toHaveURL('/clicks')
  await expect(page.getByRole('listitem').filter({ hasText: SHOPPING })).toContainText('Taken back')
})

test('an offer opens at the partner, and missing points are claimed in two taps', {
  tag: '@journey',
}, async ({ page, context }) => {
  await standInForPartner(context)
  await signIn(page, await givenMember(page.request))
  // A new member is told what will stand there.
  await page.goto('/activity')
  await expect(page.getByRole('heading', { name: 'No activity yet' })).toBeVisible()
  await page.goto('/clicks')
  await expect(page.getByRole('heading', { name: 'No clicks yet' })).toBeVisible()
  await page.getByRole('link', { name: 'See partner offers' }).click()
  await expect(page).toHaveURL('/dashboard?tab=earn#ways')
  const offer = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Open a savings goal' }) })
  const opening = page.waitForEvent('popup')
  await offer.getByRole('button', { name: 'Open offer' }).click()
  const partner = await opening
  await partner.waitForURL(/^https:\/\/example\.com\/savings\?ref=[\w-]{22,}$/)
  await page.bringToFront()
  await expect(offer).toContainText('Last opened')
  await page.getByRole('link', { name: 'My clicks' }).click()

  const click = page.getByRole('listitem').filter({ hasText: 'Open a savings goal' })
  await expect(click).toContainText('Waiting for the partner')
  await expect(click).toContainText('250 points')
  await click.getByRole('button', { name: 'Claim missing points' }).click()
  const dialog = page.getByRole('dialog', { name: 'Claim missing points' })
  await dialog.getByLabel('What happened (optional)').fill('First saving on Monday, 500 shillings.')
  const count = countCalls(page, 'partners.openClaim')
  await dialog.getByRole('button', { name: 'Send claim' }).dblclick()
  await expectToast(page, 'Claim sent', 'We take it up with the partner. You can follow it here.')
  expect(count()).toBe(1)
  await expect(dialog).toBeHidden()
  await expect(click).toContainText('is being looked into.')
  await expect(click.getByRole('button')).toHaveCount(0)
  await expect(click.getByRole('heading')).toBeFocused()
})
