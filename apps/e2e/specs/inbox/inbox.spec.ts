import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { newPerson, test } from '../../support/fixtures.ts'
import { mailAbout } from '../../support/mailbox.ts'
import { bearer, givenMember } from '../../support/people.ts'
import { openStaff } from '../admin/staff.ts'

async function write(request: APIRequestContext, replaced: object = {}, token?: string) {
  const { email } = newPerson()
  const subject = `A late payout of ${email.split('@')[0]}`
  const data = { name: 'Zawadi Kip', email, subject, message: 'It has been two days.', ...replaced }
  const sent = await request.post('/api/contact', { data, ...(token && { headers: bearer(token) }) })
  expect(sent.status()).toBe(200)
  return data
}

/** Opens the message with this subject from the inbox. */
async function open(page: Page, subject: string): Promise<void> {
  await page.goto('/admin/inbox')
  await page.getByRole('searchbox', { name: 'Search' }).fill(subject)
  await page.getByRole('link', { name: subject }).click()
  await expect(page.getByRole('heading', { name: subject, level: 2 })).toBeVisible()
}

async function addTemplate(page: Page): Promise<string> {
  const name = `Late ${newPerson().email.split('@')[0]}`
  await page.goto('/admin/inbox')
  await page.getByRole('link', { name: 'Templates' }).click()
  await page.getByRole('button', { name: 'Add a template' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a template' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Text').fill('Dear {firstName},\n\nit was sent this morning.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: name })).toBeVisible()
  return name
}

test('a message is found, answered by mail from a template, and the answer stands below it', {
  tag: '@journey',
}, async ({ page }) => {
  const { subject, email } = await write(page.request)
  await openStaff(page, 'finance')
  const template = await addTemplate(page)
  await open(page, subject)
  await expect(page.getByText('Not signed in.')).toBeVisible()
  await expect(page.getByLabel('Subject')).toHaveValue(`Re: ${subject}`)
  await page.getByLabel('Template').selectOption(template)
  await expect(page.getByRole('textbox', { name: 'Answer' })).toHaveValue(
    'Dear Zawadi,\n\nit was sent this morning.',
  )
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByRole('alert').filter({ hasText: `It is on its way to ${email}.` })).toBeVisible()
  await expect(page.getByText('Answered', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Answered by staff-/)).toBeVisible()
  const mail = await mailAbout(page.request, email, subject)
  expect(mail.text).toContain('Dear Zawadi,\n\nit was sent this morning.')
  expect(mail.text).toContain('> It has been two days.')
})

// Backed by packages/core/src/inbox/messages.test.ts
test('a message is closed without an answer and opened again, and the list is filtered by state', {
  tag: '@long',
}, async ({ page }) => {
  const { subject } = await write(page.request)
  await openStaff(page, 'finance')
  await open(page, subject)
  await page.getByRole('button', { name: 'Close without answering' }).click()
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible()
  await page.getByRole('link', { name: 'All messages' }).click()
  await page.getByRole('searchbox', { name: 'Search' }).fill(subject)
  await page.getByLabel('Show', { exact: true }).selectOption('New')
  await expect(page.getByText('No messages')).toBeVisible()
  await page.getByLabel('Show', { exact: true }).selectOption('Closed')
  await page.getByRole('link', { name: subject }).click()
  await page.getByRole('button', { name: 'Reopen' }).click()
  await expect(page.getByRole('button', { name: 'Close without answering' })).toBeVisible()
})

// Backed by packages/core/src/inbox/messages.test.ts
test('a signed-in sender is shown with their account and earlier messages', { tag: '@long' }, async ({
  page,
}) => {
  const member = await givenMember(page.request)
  const first = await write(page.request, { email: member.email }, member.token)
  const second = await write(page.request, {}, member.token)
  await openStaff(page, 'finance')
  await open(page, second.subject)
  await expect(page.getByText(`Signed in as Baraka Kip, ${member.email}.`)).toBeVisible()
  await expect(page.getByText('The email address typed in the form is not the account’s.')).toBeVisible()
  await expect(page.getByRole('link', { name: first.subject })).toBeVisible()
  await page.getByRole('link', { name: 'Open member' }).click()
  await expect(page).toHaveURL(/\/admin\/members\//)
})

// Backed by packages/core/src/inbox/messages.test.ts
test('a template is changed and removed', { tag: '@long' }, async ({ page }) => {
  await openStaff(page, 'content')
  const name = await addTemplate(page)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit this template' })
  await dialog.getByLabel('Text').fill('Hello again.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('Hello again.')
  await page.getByRole('button', { name: `Remove ${name}` }).click()
  await page
    .getByRole('dialog', { name: `Remove ${name}?` })
    .getByRole('button', { name: 'Remove' })
    .click()
  await expect(page.getByRole('listitem').filter({ hasText: name })).toHaveCount(0)
})
