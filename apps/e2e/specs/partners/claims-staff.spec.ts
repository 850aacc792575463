import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { test } from '../../support/fixtures.ts'
import { mailAbout } from '../../support/mailbox.ts'
import { bearer, givenMember, type Member, maskedAddress } from '../../support/people.ts'
import { openPlace, openStaff } from '../admin/staff.ts'
import { findSurvey, SHOPPING } from '../surveys/surveys.ts'
import { leaveForPartner, tellAsPartner } from './partner.ts'

/** A member who was screened out by a partner and claims to have finished. */
async function givenClaim(request: APIRequestContext): Promise<Member & { claimId: string }> {
  const member = await givenMember(request)
  const { id } = await findSurvey(request, member, SHOPPING)
  const click_id = await leaveForPartner(request, member, id)
  await tellAsPartner(request, {
    click_id,
    transaction_id: click_id,
    status: 'screened_out',
    reason: 'quota',
  })
  const headers = bearer(member.token)
  const [click]: { id: string }[] = await (await request.get('/api/clicks', { headers })).json()
  const data = { clickId: click?.id, note: 'I finished it at noon' }
  const claimed = await request.post('/api/claims', { headers, data })
  expect(claimed.status()).toBe(201)
  return { ...member, claimId: (await claimed.json()).id }
}

const rows = (page: Page) => page.getByRole('list', { name: 'Claims' }).getByRole('listitem')

test('a claim waits in the queue with all there is to decide it by, is granted with a reason, and the member is told', {
  tag: '@journey',
}, async ({ page }) => {
  const { email, claimId } = await givenClaim(page.request)
  await openStaff(page, 'content')
  await page.goto('/admin')
  await openPlace(page, 'Reviews', 'Claims')
  await expect(page.getByLabel('Show', { exact: true })).toHaveValue('open')
  await expect(rows(page).first()).toContainText('Open')
  await page.goto(`/admin/claims?claim=${claimId}`)
  const claim = page.getByRole('region', { name: SHOPPING })
  await expect(claim).toContainText('I finished it at noon')
  // Outside finance nobody sees a member's whole address.
  const masked = maskedAddress(email)
  await expect(claim.getByRole('link', { name: masked })).toBeVisible()
  await expect(claim).toContainText('Demo Research')
  await expect(page.getByRole('list', { name: 'The partner’s events for this click' })).toContainText(
    'Screened out',
  )

  await page.getByRole('button', { name: 'Grant' }).click()
  const dialog = page.getByRole('dialog', { name: 'Grant this claim' })
  await dialog.getByRole('button', { name: 'Grant' }).click()
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/Required/)
  await dialog.getByLabel('Reason').fill('The partner confirms it')
  await dialog.getByRole('button', { name: 'Grant' }).click()
  await expect(page.getByRole('alert').filter({ hasText: `${masked} is told by email.` })).toBeVisible()
  await expect(claim).toContainText('Granted')
  await expect(claim).toContainText('The partner confirms it')
  const mail = await mailAbout(page.request, email, `“${SHOPPING}” was granted`)
  expect(mail.text).toContain('The partner confirms it')
})

// Backed by apps/server/test/access/access-matrix.test.ts
test('who may only look decides nothing', { tag: '@long' }, async ({ page }) => {
  const { claimId } = await givenClaim(page.request)
  await openStaff(page, 'analyst')
  await page.goto(`/admin/claims?claim=${claimId}`)
  await expect(page.getByRole('region', { name: SHOPPING })).toContainText('Open')
  await expect(page.getByRole('button', { name: 'Grant' })).toHaveCount(0)
})
