import { type APIRequestContext, expect } from '@playwright/test'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { test } from '../../support/fixtures.ts'
import { bearer, givenMember, staffToken } from '../../support/people.ts'
import { openStaff } from '../admin/staff.ts'
import { findSurvey, SHOPPING } from '../surveys/surveys.ts'
import { leaveForPartner, tellAsPartner } from './partner.ts'

/** A member whose partner paid USD 2.00 for a survey that promises more. */
async function givenReview(request: APIRequestContext) {
  const member = await givenMember(request)
  const survey = await findSurvey(request, member, SHOPPING)
  const click_id = await leaveForPartner(request, member, survey.id)
  await tellAsPartner(request, {
    click_id,
    transaction_id: click_id,
    amount_usd: '2.00',
    status: 'completed',
  })
  const headers = bearer(await staffToken(request))
  const reviews: { id: string; reference: string }[] = await (
    await request.get('/api/admin/credit-reviews?limit=100', { headers })
  ).json()
  const id = reviews.find(({ reference }) => reference === click_id)?.id ?? ''
  return { ...member, id, promised: survey.rewardPoints }
}

test('a credit that pays less than promised waits for staff, who pay what the amount buys, with a reason', async ({
  page,
}) => {
  const { token, id } = await givenReview(page.request)
  const clicks = async () => (await page.request.get('/api/clicks', { headers: bearer(token) })).json()
  expect(await clicks()).toMatchObject([{ state: 'review', canClaim: true }])
  await openStaff(page, 'finance')
  await page.goto('/admin/today')
  await page.getByRole('link', { name: /Credits to check/ }).click()
  await expect(
    page.getByRole('list', { name: 'Credits to check' }).getByRole('listitem').first(),
  ).toContainText('To check')
  // Where the list's links led before it had a page of its own.
  await page.goto(`/admin/partners?review=${id}`)
  await expect(page).toHaveURL(`/admin/credit-reviews?review=${id}`)
  const review = page.getByRole('region', { name: SHOPPING })
  await expect(review).toContainText('The partner’s amount does not buy the points that we promised.')
  await expect(review).toContainText('$2.00')
  await expectLooksAccessible(page, 'a credit to check')

  await page.getByRole('button', { name: 'Pay what the amount buys' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pay what the amount buys' })
  await dialog.getByRole('button', { name: 'Pay' }).click()
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/Required/)
  await dialog.getByLabel('Reason').fill('The partner counts one step')
  await dialog.getByRole('button', { name: 'Pay' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Credit paid' })).toBeVisible()
  await expect(review).toContainText('The partner counts one step')
  expect(await clicks()).toMatchObject([{ state: 'credited', creditedPoints: 2 }])
})
