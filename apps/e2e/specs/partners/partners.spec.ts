import { expect, type Page } from '@playwright/test'
import { newPerson, test } from '../../support/fixtures.ts'
import { givenMember, maskedAddress } from '../../support/people.ts'
import { refuseOnce } from '../admin/refuse-once.ts'
import { openStaff } from '../admin/staff.ts'
import { findSurvey, SHOPPING } from '../surveys/surveys.ts'
import { leaveForPartner, tellAsPartner } from './partner.ts'

const newName = () => `Partner ${newPerson().email.replaceAll(/\D/g, '')}`
const events = (page: Page) => page.getByRole('list', { name: /^Events/ }).getByRole('listitem')

async function addPartner(page: Page): Promise<string> {
  const name = newName()
  await page.goto('/admin/partners')
  await page.getByRole('link', { name: 'Add a partner' }).click()
  await page.getByLabel('Partner', { exact: true }).selectOption('CPX Research')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Secret: App Secure Hash', { exact: true }).fill('top-secret-42')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible()
  return name
}

test('an owner adds a partner from what is known of it, and is given the address to paste into its panel', {
  tag: '@journey',
}, async ({ page, request }) => {
  await openStaff(page, 'owner')
  const name = await addPartner(page)
  const region = page.getByRole('region', { name })
  await expect(region).toContainText(/\/postback\/[\w-]{32}\?status=\{status\}&trans_id=\{trans_id\}/)
  await expect(region.getByRole('button', { name: 'Copy the address' })).toBeVisible()
  await expect(region).toContainText('ext_user_id={click}')
  await expect(page.locator('main')).not.toContainText('top-secret-42')

  const [path = ''] = /\/postback\/[\w-]{32}/.exec(await region.innerText()) ?? []
  await request.get(`${path}?status=1&trans_id=t1&user_id=nobody&secure_hash=${'0'.repeat(32)}`)
  await page.reload()
  await expect(page.getByText('No postback is accepted')).toBeVisible()
  await expect(page.getByText('Check the secret')).toBeVisible()
})

// Backed by apps/web/src/partners/partner-values.test.ts
test('its settings are edited, what is unsafe is refused at its field, and the secret stays unless a new one is typed', {
  tag: '@long',
}, async ({ page }) => {
  await openStaff(page, 'owner')
  await addPartner(page)
  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByLabel('Secret: App Secure Hash', { exact: true })).toHaveValue('')
  await page.getByLabel('Allowed IP addresses').fill('nowhere')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('Allowed IP addresses')).toHaveAccessibleDescription(/Write an address/)
  await page.getByLabel('Allowed IP addresses').fill('192.0.2.7')
  await page.getByLabel('Days until a credit can be withdrawn').fill('9')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Partner saved' })).toBeVisible()
  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByLabel('Days until a credit can be withdrawn')).toHaveValue('9')
})

test('a partner is switched off after a confirmation, and on again', async ({ page }) => {
  await openStaff(page, 'owner')
  const name = await addPartner(page)
  await page.getByRole('button', { name: 'Switch off' }).click()
  const dialog = page.getByRole('dialog', { name: `Switch off ${name}?` })
  await test.step('who does not confirm that it is them keeps the dialog', async () => {
    await refuseOnce(page, 'partners.updatePartner', ['password'])
    await dialog.getByRole('button', { name: 'Switch off' }).click()
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await proof.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('Nothing was changed, because you did not confirm.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Switch off' })).toBeVisible()
  })
  await dialog.getByRole('button', { name: 'Switch off' }).click()
  await expect(page.getByRole('region', { name })).toContainText('Switched off')
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByRole('button', { name: 'Switch off' })).toBeVisible()
})

test('an event that names nobody is read word for word, matched to a member’s click, and pays', {
  tag: '@journey',
}, async ({ page }) => {
  const member = await givenMember(page.request)
  const { id } = await findSurvey(page.request, member, SHOPPING)
  await leaveForPartner(page.request, member, id)
  const transaction_id = `lost-${member.email}`
  const click_id = 'a-click-that-nobody-made-1'
  await tellAsPartner(page.request, { click_id, transaction_id, amount_usd: '6.00', status: 'completed' })

  await openStaff(page, 'content')
  await page.goto('/admin/partners')
  await page.getByLabel('Show', { exact: true }).selectOption('Unmatched')
  const row = events(page).filter({ hasText: transaction_id })
  await expect(row).toContainText('Unmatched')
  await row.getByRole('link').click()
  await expect(page.getByRole('region', { name: 'Body' })).toContainText(
    `"transaction_id":"${transaction_id}"`,
  )
  await expect(page.getByText('Valid', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Match to a click' }).click()
  const dialog = page.getByRole('dialog', { name: 'Whose event is it?' })
  await dialog.getByRole('searchbox', { name: 'Member' }).fill(member.email)
  // Outside finance nobody sees a member's whole address.
  const masked = maskedAddress(member.email)
  await dialog.getByRole('button', { name: masked }).click()
  await dialog.getByRole('searchbox', { name: 'Click' }).fill('shopping')
  await dialog.getByRole('radio', { name: SHOPPING }).check()
  await dialog.getByRole('button', { name: 'Match to a click' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Matched: Credited' })).toBeVisible()
  await expect(page.getByRole('link', { name: masked })).toBeVisible()

  await page.getByRole('button', { name: 'Process again' }).click()
  const asked = page.getByRole('dialog', { name: 'Process this event again?' })
  await asked.getByRole('button', { name: 'Process again' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Processed again' })).toBeVisible()
})

// Backed by apps/server/test/access/access-matrix.test.ts
test('who may only look sees events, and nothing to change', { tag: '@long' }, async ({ page }) => {
  await openStaff(page, 'analyst')
  await page.goto('/admin/partners')
  await page.getByRole('link', { name: 'Demo Research', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Demo Research' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Switch off' })).toHaveCount(0)
  await page.goto('/admin/partners?form=new')
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
})
