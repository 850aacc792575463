import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { test } from '../../support/fixtures.ts'
import { bearer, keep, openAsStaff, staffToken } from '../../support/people.ts'
import { chooseAction } from '../../support/row-menu.ts'
import { openStaff } from '../admin/staff.ts'
import { findRow, givenOffer } from './offers.ts'

async function setMinimum(request: APIRequestContext, minimumAudience: number) {
  const headers = bearer(await staffToken(request))
  const { version } = await (await request.get('/api/admin/economy', { headers })).json()
  const data = { version, changes: { minimumAudience }, reason: 'Friends' }
  expect((await request.put('/api/admin/economy', { headers, data })).status()).toBe(200)
}

async function look(page: Page, name: string, seen?: Locator) {
  await expectLooksAccessible(page, name)
  for (const [width, height] of [
    [360, 740],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    await seen?.scrollIntoViewIfNeeded()
    await page.screenshot({ path: test.info().outputPath(`${name}-${width}.png`) })
  }
}

// Backed by packages/core/src/surveys/eligibility/insiders.test.ts
test('a survey for a few waits for a second person, who reads for whom it is', async ({ page }) => {
  const { id, title } = await givenOffer(page.request, { kind: 'questions', externalUrl: '' })
  await setMinimum(page.request, 50)
  const asker = await openStaff(page, 'content')
  await page.goto('/admin/surveys')
  await chooseAction(await findRow(page, title), 'Who can take it')
  const dialog = page.getByRole('main')
  await dialog.getByRole('button', { name: 'Add a condition' }).click()
  await dialog.getByLabel('Mombasa').uncheck()
  await dialog.getByLabel('Wajir').check()
  const warning = dialog.getByText('Fewer than 50 members fit. A second person has to agree.')
  await expect(warning).toBeVisible()
  await look(page, 'small-audience', warning)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Sent to a second person' })).toBeVisible()

  await openAsStaff(page, { token: await staffToken(page.request) })
  await page.goto('/admin/approvals')
  const request = page
    .getByRole('listitem', { name: 'Choose who can take a survey' })
    .filter({ hasText: asker.username })
  await expect(request).toContainText(`“${title}” pays $`)
  await expect(request).toContainText('Now: Every member in the survey’s country can take it.')
  await expect(request).toContainText('Requested: Members can take it if they answered “County” with Wajir.')
  await expect(request).toContainText(/(No|Fewer than five) active members? fits?\./)
  await look(page, 'small-audience-request')
  await request.getByRole('button', { name: 'Approve' }).click()
  await page
    .getByRole('dialog', { name: 'Approve this change' })
    .getByRole('button', { name: 'Approve' })
    .click()
  await expect(page.getByText('Change approved and done')).toBeVisible()
  const headers = bearer(await staffToken(page.request))
  const saved = await page.request.get(`/api/admin/surveys/${id}/eligibility`, { headers })
  expect(await saved.json()).toMatchObject({ version: 1, savedBy: `staff:${asker.username}` })

  const raise = { headers: bearer(asker.token), data: { reward: 9 } }
  expect((await page.request.patch(`/api/admin/surveys/${id}`, raise)).status()).toBe(202)
  await page.goto('/admin/approvals')
  const higher = page.getByRole('listitem', { name: 'Change a survey offer' })
  const raised = higher.filter({ hasText: asker.username })
  await expect(raised).toContainText(`Survey: ${title}`)
  await expect(raised).toContainText(/Payout \(USD\): .* → 9.*(No|Fewer than five) active members? fits?\./)
  await look(page, 'small-audience-reward')

  await keep(page, { adminToken: await staffToken(page.request), language: 'sw' })
  await page.goto('/admin/approvals')
  await page.getByLabel('Onyesha', { exact: true }).selectOption({ label: 'Limefanyika' })
  await expect(page.getByText('Sasa: ').first()).toBeVisible()
})
