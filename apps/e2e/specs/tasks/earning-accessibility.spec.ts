import { expect } from '@playwright/test'
import { expectAccessible, expectLooksAccessible } from '../../support/expect-accessible.ts'
import { test } from '../../support/fixtures.ts'
import { givenMember, signIn } from '../../support/people.ts'
import { leaveForPartner, tellAsPartner } from '../partners/partner.ts'
import { givenPremiumMember } from '../premium/premium.ts'
import { COMMUTING, findSurvey, INSTANT, SHOPPING, SOLAR, takeSurvey } from '../surveys/surveys.ts'

test('what became of surveys is accessible', { tag: '@long' }, async ({ page }) => {
  const member = await givenMember(page.request)
  await takeSurvey(page.request, member)
  const { id: refused } = await findSurvey(page.request, member, SOLAR)
  const click_id = await leaveForPartner(page.request, member, refused)
  await tellAsPartner(page.request, {
    click_id,
    transaction_id: click_id,
    status: 'screened_out',
    reason: 'quota_full',
  })
  const { id: begun } = await findSurvey(page.request, member, SHOPPING)
  await leaveForPartner(page.request, member, begun)
  await signIn(page, member)

  await expectAccessible(page, '/survey-list', page.getByText('The survey had all the answers it needed.'))
  await expectAccessible(page, '/surveys?activity=finished', page.getByRole('heading', { name: COMMUTING }))
  await expectAccessible(page, '/surveys?q=nothing', page.getByText('Nothing matches your search'))
})

test('the ways into a survey are accessible', { tag: '@long' }, async ({ page }) => {
  const member = await givenMember(page.request)
  const { id: refused } = await findSurvey(page.request, member, SOLAR)
  const click_id = await leaveForPartner(page.request, member, refused)
  await tellAsPartner(page.request, {
    click_id,
    transaction_id: click_id,
    status: 'screened_out',
    reason: 'quota_full',
  })
  const { id: begun } = await findSurvey(page.request, member, SHOPPING)
  await leaveForPartner(page.request, member, begun)
  await signIn(page, member)
  const { id: instant } = await findSurvey(page.request, member, INSTANT)
  const start = page.getByRole('button', { name: 'Start Survey' })
  await expectAccessible(page, `/survey-form?id=${instant}`, start)
  await expectAccessible(page, `/survey-form?id=${begun}`, page.getByRole('button', { name: 'Continue' }))
  await expectAccessible(page, '/survey-form', page.getByText('Survey information not found.'))
  const over = page.getByRole('heading', { name: 'You were screened out of this survey' })
  await expectAccessible(page, `/survey/${refused}`, over)
})

const LOCKED = {
  earn: 'Videos come with premium',
  games: 'The quiz comes with premium',
  social: 'Social tasks come with premium',
}
for (const [tab, title] of Object.entries(LOCKED)) {
  test(`the tab ${tab} of a free member is accessible`, { tag: '@long' }, async ({ page }) => {
    await signIn(page, await givenMember(page.request))
    await expectAccessible(page, `/dashboard?tab=${tab}`, page.getByRole('heading', { name: title }))
  })
}

test('the premium dialog is accessible', { tag: '@long' }, async ({ page }) => {
  await signIn(page, await givenMember(page.request))
  await page.goto('/dashboard?tab=earn')
  await page.getByRole('button', { name: 'Upgrade' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Upgrade to premium' })).toBeVisible()
  await expectLooksAccessible(page, 'the premium dialog')
})

test('videos and ads are accessible', { tag: '@long' }, async ({ page }) => {
  await givenPremiumMember(page)
  await expectAccessible(page, '/dashboard?tab=earn', page.getByRole('heading', { name: 'Sintel' }))
})

test('the games are accessible', { tag: '@long' }, async ({ page }) => {
  await givenPremiumMember(page)
  await expectAccessible(page, '/dashboard?tab=games', page.getByRole('img', { name: /^A wheel/ }))
})

test('tasks and their proofs are accessible', { tag: '@long' }, async ({ page }) => {
  await givenPremiumMember(page)
  const task = page.getByRole('heading', { name: 'Tell three friends' })
  await expectAccessible(page, '/dashboard?tab=social', task)
  await page.getByRole('button', { name: 'Hand in your proof' }).first().click()
  await page.getByRole('button', { name: 'Submit proof' }).click()
  await expectLooksAccessible(page, 'a proof that is missing')
})

test('the history is accessible', { tag: '@long' }, async ({ page }) => {
  const member = await givenMember(page.request)
  await takeSurvey(page.request, member)
  await signIn(page, member)
  await expectAccessible(page, '/activity', page.getByText(`Survey: ${COMMUTING}`))
  await expectAccessible(page, '/activity?state=cancelled', page.getByText('Nothing matches'))
})

test('the clicks are accessible', { tag: '@long' }, async ({ page }) => {
  const member = await givenMember(page.request)
  const { id } = await findSurvey(page.request, member, SOLAR)
  await leaveForPartner(page.request, member, id)
  await signIn(page, member)
  await expectAccessible(page, '/clicks', page.getByRole('heading', { name: SOLAR }))
  await page.getByRole('button', { name: 'Claim missing points' }).click()
  await expect(page.getByRole('dialog', { name: 'Claim missing points' })).toBeVisible()
  await expectLooksAccessible(page, 'a claim')
})
