import { expect, type Page } from '@playwright/test'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { test } from '../../support/fixtures.ts'
import { mailAbout } from '../../support/mailbox.ts'
import { signIn, signInStaff } from '../../support/people.ts'
import { chooseAction } from '../../support/row-menu.ts'
import { expectToast } from '../../support/toast.ts'
import { listWithdrawals } from '../wallet/wallet.ts'
import { givenRequested, pausePayouts, rowOf } from './payouts.ts'

const REASON = 'The name on the number is not yours.'
const APPEAL = 'It is the number of my wife; we share one telephone.'
const panelOf = (page: Page) => page.getByRole('region', { name: 'Your payouts are paused' })
const amountOf = (page: Page) => page.getByLabel('Points to Withdraw')

test('payouts are paused with a reason, appealed and resumed, and the page follows live', async ({
  page,
  browser,
}) => {
  const { member } = await givenRequested(page.request)
  await signIn(page, member)
  await page.goto('/withdraw')
  await expect(amountOf(page)).toBeVisible()

  const staff = await browser.newPage()
  await signInStaff(staff)
  await staff.goto('/admin?tab=withdrawals')
  const row = rowOf(staff, member)
  await chooseAction(row, 'Pause payouts')
  const pausing = staff.getByRole('dialog', { name: 'Pause the payouts of Baraka Kip' })
  await pausing.getByRole('button', { name: 'Pause payouts' }).click()
  await expect(pausing.getByLabel('Reason')).toHaveAccessibleDescription('Please give a reason')
  await pausing.getByLabel('Reason').fill(REASON)
  await pausing.getByRole('button', { name: 'Pause payouts' }).dblclick()
  await expect(pausing).toBeHidden()
  await expect(row).toContainText('Payouts paused')
  await expect(panelOf(page)).toContainText(`The reason: ${REASON}`)
  await expect(panelOf(page)).toContainText('Your points stay yours')
  await expect(amountOf(page)).toBeHidden()

  await page.goto('/dashboard')
  await expect(page.getByText(`The reason: ${REASON}`)).toBeVisible()
  await page.getByRole('link', { name: 'Read more and appeal' }).click()
  const words = panelOf(page).getByLabel('What should we know?')
  await words.fill('No')
  await panelOf(page).getByRole('button', { name: 'Send my appeal' }).click()
  await expect(words).toHaveAccessibleDescription(/Tell us in at least 10 characters/)
  await words.fill(APPEAL)
  await panelOf(page).getByRole('button', { name: 'Send my appeal' }).dblclick()
  await expectToast(page, 'Appeal sent', 'We will read it and answer here and by email.')
  await expect(panelOf(page)).toContainText('We have your appeal.')
  await expect(words).toBeHidden()

  await staff.getByRole('button', { name: 'Show the appeals' }).click()
  const appeal = staff
    .getByRole('region', { name: 'Appeals waiting for an answer' })
    .getByRole('listitem')
    .filter({ hasText: member.email })
  await expect(appeal).toContainText(`Paused by admin: ${REASON}`)
  await expect(appeal).toContainText(APPEAL)
  await appeal.getByRole('button', { name: 'Answer' }).click()
  const answering = staff.getByRole('dialog', { name: 'Answer Baraka Kip' })
  await answering.getByRole('button', { name: 'Keep the pause' }).click()
  await expect(answering.getByLabel('Your answer')).toHaveAccessibleDescription(/Please write an answer/)
  await answering.getByLabel('Your answer').fill('Send us a picture of your ID.')
  await answering.getByRole('button', { name: 'Keep the pause' }).click()
  await expect(staff.getByText('Appeal answered')).toBeVisible()
  await expect(appeal).toBeHidden()
  await expect(panelOf(page)).toContainText('Send us a picture of your ID.')

  await chooseAction(row, 'Resume payouts')
  const lifting = staff.getByRole('dialog', { name: 'Resume the payouts of Baraka Kip' })
  await lifting.getByLabel('Reason').fill('The ID has come.')
  await lifting.getByRole('button', { name: 'Resume payouts' }).click()
  await expect(staff.getByText('Payouts resumed', { exact: true })).toBeVisible()
  await expect(row).not.toContainText('Payouts paused')
  await expect(amountOf(page)).toBeVisible()
  await row.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Payment Completed!', { exact: true })).toBeVisible()
  expect(await listWithdrawals(page.request, member)).toMatchObject([{ status: 'paid' }])
  const mail = await mailAbout(page.request, member.email, 'Your payouts have resumed')
  expect(mail.text).toContain('The ID has come.')
  await staff.close()
})

test('the appeal of a pause is accessible', { tag: '@long' }, async ({ page, browser }) => {
  const { member } = await givenRequested(page.request)
  await pausePayouts(page.request, member, REASON)
  await signIn(page, member)
  await page.goto('/dashboard')
  await expect(page.getByText(`The reason: ${REASON}`)).toBeVisible()
  await expectLooksAccessible(page, 'a dashboard with paused payouts')
  await page.goto('/withdraw')
  const words = panelOf(page).getByLabel('What should we know?')
  await expect(words).toBeVisible()
  await expectLooksAccessible(page, 'payouts that are paused')
  await words.fill(APPEAL)
  await panelOf(page).getByRole('button', { name: 'Send my appeal' }).click()
  await expect(panelOf(page)).toContainText('We have your appeal.')
  await expect(page.getByText('Appeal sent')).toBeHidden({ timeout: 30_000 })
  await expectLooksAccessible(page, 'an appeal that waits')

  const staff = await (await browser.newContext()).newPage()
  await signInStaff(staff)
  await staff.goto('/admin?tab=withdrawals')
  await staff.getByRole('button', { name: 'Show the appeals' }).click()
  const appeal = staff.getByRole('listitem').filter({ hasText: APPEAL })
  await appeal.getByRole('button', { name: 'Answer' }).click()
  await expect(staff.getByRole('dialog')).toBeVisible()
  await expectLooksAccessible(staff, 'an appeal being answered')
  await staff.keyboard.press('Escape')
  await expect(staff.getByRole('dialog')).toBeHidden()
  await chooseAction(rowOf(staff, member), 'Resume payouts')
  await expect(staff.getByRole('dialog')).toBeVisible()
  await expectLooksAccessible(staff, 'a pause being lifted')
  await staff.context().close()
})
