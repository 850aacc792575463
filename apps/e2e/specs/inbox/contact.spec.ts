import { expect, type Page } from '@playwright/test'
import { countCalls } from '../../support/count-calls.ts'
import { newPerson, test } from '../../support/fixtures.ts'
import { mailAbout } from '../../support/mailbox.ts'
import { givenMember, signIn } from '../../support/people.ts'
import { holdAnswers } from '../../support/procedures.ts'
import { expectToast } from '../../support/toast.ts'

const SUPPORT = 'support@chuma.example'
const SENT = "Thank you for contacting us! We'll get back to you within 24 hours."
const FAILED = 'Failed to send message. Please try again later.'

const formOf = (page: Page) => ({
  name: page.getByLabel('Name'),
  email: page.getByLabel('Email'),
  subject: page.getByLabel('Subject'),
  message: page.getByLabel('Message'),
  submit: page.getByRole('button', { name: 'Send Message' }),
})

async function fillIn(page: Page, subject: string) {
  const form = formOf(page)
  const values = {
    name: 'Wanjikũ Otieno',
    email: newPerson().email,
    subject,
    message: 'Two lines\nof a question.',
  }
  for (const [field, value] of Object.entries(values)) await form[field as keyof typeof values].fill(value)
  return { form, values }
}

// Backed by apps/web/src/inbox/contact/find-problems.test.ts
test('an empty message is told what is wrong with each field, and none is sent', { tag: '@long' }, async ({
  page,
}) => {
  const calls = countCalls(page, 'inbox.sendMessage')
  await page.goto('/contact')
  const { name, email, subject, message, submit } = formOf(page)
  await submit.click()
  await expect(name).toHaveAccessibleDescription('Name must be at least 2 characters')
  await expect(email).toHaveAccessibleDescription('Please enter a valid email address')
  await expect(subject).toHaveAccessibleDescription('Subject must be at least 5 characters')
  await expect(message).toHaveAccessibleDescription(/Message must be at least 10 characters/)
  await expect(name).toBeFocused()

  await name.fill('Al')
  await email.fill('al@example')
  await subject.fill('Hello')
  await message.fill('0123456789')
  await submit.click()
  await expect(email).toBeFocused()
  await expect(name).toHaveAccessibleDescription('')
  expect(calls()).toBe(0)
})

test('a message arrives at the support address, once; what stops it is said, and other ways stand beside it', {
  tag: '@journey',
}, async ({ page }) => {
  await page.goto('/contact')

  await test.step('an address that only the server refuses is marked too, and nothing is lost', async () => {
    const { form, values } = await fillIn(page, 'An odd address')
    await form.email.fill('wanjikũ@example.com')
    await form.submit.click()
    await expect(form.email).toHaveAccessibleDescription('Please enter a valid email address')
    await expect(form.message).toHaveValue(values.message)
  })

  await test.step('when it cannot be sent the form says so, keeps everything and can be sent again', async () => {
    await page.route('**/trpc/inbox.sendMessage', (route) => route.abort())
    const { form, values } = await fillIn(page, 'Is anybody there?')
    await form.submit.click()
    await expectToast(page, 'Error', FAILED)
    for (const [field, value] of Object.entries(values)) {
      await expect(form[field as keyof typeof values]).toHaveValue(value)
    }
    await page.unroute('**/trpc/inbox.sendMessage')
    await form.submit.click()
    await expectToast(page, 'Message Sent', SENT)
    await expect(form.message).toHaveValue('')
  })

  const calls = countCalls(page, 'inbox.sendMessage')
  const subject = `A late payout of ${newPerson().email}`
  const { form, values } = await fillIn(page, subject)
  const release = await holdAnswers(page, 'inbox.sendMessage')
  await form.submit.dblclick()
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled()
  release()
  await expectToast(page, 'Message Sent', SENT)
  for (const field of [form.name, form.email, form.subject, form.message]) await expect(field).toHaveValue('')
  await expect(form.submit).toBeEnabled()
  expect(calls()).toBe(1)

  const mail = await mailAbout(page.request, SUPPORT, subject)
  expect(mail.subject).toBe(`[Chuma contact form] ${subject}`)
  expect(mail.text).toContain('The sender was not signed in.')
  expect(mail.text).toContain(`> Name: ${values.name}\n> Email: ${values.email}\n> Subject: ${subject}\n`)
  expect(mail.text).toContain('> Two lines\n> of a question.')

  await test.step('beside the form stand other ways to reach us, and the questions that are asked most', async () => {
    const reach = page.getByRole('region', { name: 'Reach us directly' })
    await expect(reach.getByRole('definition')).toHaveText([
      SUPPORT,
      '+254 20 000 0000',
      'San Francisco, United States',
    ])
    await expect(reach.getByRole('link', { name: '+254' })).toHaveAttribute('href', 'tel:+254200000000')
    const hours = page.getByRole('region', { name: 'Support hours' }).getByRole('listitem')
    await expect(hours).toHaveText([
      'Mon-Fri 9:00 AM - 6:00 PM PST',
      'Weekend 10:00 AM - 4:00 PM PST',
      'Mon-Fri 8:00 PM - 5:00 AM EAT (next day)',
      'Weekend 9:00 PM - 3:00 AM EAT (next day)',
    ])

    await page.getByRole('link', { name: 'Visit FAQ' }).click()
    const faq = page.getByRole('region', { name: 'Frequently asked questions' })
    await expect(faq.getByRole('heading')).toBeInViewport()
    await faq.getByText('What is a point worth?').click()
    await expect(faq.getByText('1 point is worth KES 1,000 when you withdraw it.')).toBeVisible()
    await faq.getByText('When can I withdraw, and how?').click()
    await expect(faq.getByText('As soon as you have 1 point (KES 1,000).')).toBeVisible()
    await faq.getByText('What is premium?').click()
    await expect(faq.getByText('A monthly membership')).toBeVisible()
  })
})

// Backed by packages/core/src/inbox/messages.test.ts
test('a member need not enter a name or address, and the mail contains them anyway', {
  tag: '@long',
}, async ({ page }) => {
  const member = await givenMember(page.request)
  await signIn(page, member)
  await page.goto('/contact')
  const form = formOf(page)
  await expect(form.name).toHaveValue('Baraka Kip')
  await expect(form.email).toHaveValue(member.email)
  const subject = `My points, says ${member.email}`
  await form.subject.fill(subject)
  await form.message.fill('Where are they?')
  await form.submit.click()
  await expectToast(page, 'Message Sent', SENT)
  await expect(form.subject).toHaveValue('')
  await expect(form.name).toHaveValue('Baraka Kip')
  const { text } = await mailAbout(page.request, SUPPORT, subject)
  expect(text).toContain(`The sender was signed in as ${member.email}.`)
})
