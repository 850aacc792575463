import { expect } from '@playwright/test'
import { test } from '../../support/fixtures.ts'
import { newestMail } from '../../support/mailbox.ts'
import { givenOpenWallet } from './wallet.ts'

test('a member proves the number that they type with the code from the text', { tag: '@journey' }, async ({
  page,
}) => {
  const {
    member: { mpesaNumber },
  } = await givenOpenWallet(page)
  const international = mpesaNumber.replace(/^0/, '254')
  await page.getByLabel('Withdrawal Method').selectOption('M-Pesa')
  const open = page.getByRole('button', { name: 'Prove this number' })
  await expect(open).toBeHidden()
  await page.getByLabel('M-Pesa Number').fill(mpesaNumber)
  await open.click()

  const dialog = page.getByRole('dialog', { name: 'Prove your M-Pesa number' })
  await expect(dialog).toContainText(`${mpesaNumber.slice(0, 4)} ••• ${mpesaNumber.slice(-3)}`)
  await dialog.getByRole('button', { name: 'Text me a code' }).click()
  const code = dialog.getByLabel('Code from the text')
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(code).toHaveAttribute('inputmode', 'numeric')
  await expect(dialog).toContainText(/You can ask for another code in (1:00|0:\d\d)/)
  await expect(dialog).toContainText('your first payment proves the number')

  const text = await newestMail(page.request, international)
  expect(text).toMatchObject({ to: international, subject: '', html: '', channel: 'sms' })
  const [digits = ''] = /^\d{6}/.exec(text.text) ?? []
  await code.fill('12')
  await dialog.getByRole('button', { name: 'Prove number' }).click()
  await expect(dialog).toContainText('Enter the 6 digits from the text')
  await code.fill(digits === '000000' ? '000001' : '000000')
  await dialog.getByRole('button', { name: 'Prove number' }).click()
  await expect(dialog).toContainText('That is not the code. You have 4 tries left.')
  await code.fill(`${digits.slice(0, 3)} ${digits.slice(3)}`)
  await code.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('You have proven this number.')).toBeVisible()
  // The request's own form was not sent with the code.
  await expect(page.getByText('Missing Information')).toBeHidden()
})
