import { expect, type Page } from '@playwright/test'
import { expectFailuresSaid } from '../../support/expect-failures-said.ts'
import { newPerson, test } from '../../support/fixtures.ts'
import { keptSession } from '../../support/front-door.ts'
import { newestMail } from '../../support/mailbox.ts'
import { givenMember } from '../../support/people.ts'
import { answerWith, holdAnswers } from '../../support/procedures.ts'
import { expectToast } from '../../support/toast.ts'

const formOf = (page: Page) => ({
  firstName: page.getByLabel('First Name'),
  lastName: page.getByLabel('Last Name'),
  email: page.getByLabel('Email'),
  country: page.getByLabel('Country'),
  password: page.getByLabel('Password', { exact: true }),
  confirmation: page.getByLabel('Confirm Password', { exact: true }),
  submit: page.getByRole('button', { name: 'Create Your Account' }),
})

async function fillIn(page: Page, { email, password }: { email: string; password: string }) {
  const form = formOf(page)
  await form.firstName.fill('Njeri')
  await form.lastName.fill('Mwangi')
  await form.email.fill(email)
  await form.password.fill(password)
  await form.confirmation.fill(password)
  return form
}

test('the sign-up says what it expects and what is wrong, and leads to the mail that it has sent', {
  tag: '@journey',
}, async ({ page }) => {
  await page.goto('/signup')
  const person = newPerson()
  const { country, email, password, confirmation } = formOf(page)

  await test.step('it expects somebody from Kenya and says what it is about', async () => {
    await expect(country).toHaveValue('Kenya')
    await expect(page.getByText('Your account earns in Kenyan Shillings (KES).')).toBeVisible()
    const main = page.getByRole('main')
    await expect(main.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy')
    await expect(
      main.getByText(
        'By creating an account you confirm that you are 18 or older and accept the terms (version 1).',
      ),
    ).toBeVisible()
    await expect(main.getByRole('link', { name: 'terms (version 1)' })).toHaveAttribute('href', '/terms')
    await expect(main.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login')
  })

  await test.step('it shows what is typed on demand, each field on its own', async () => {
    const toggles = page.getByRole('button', { name: 'Show password' })
    await toggles.nth(1).click()
    await expect(confirmation).toHaveAttribute('type', 'text')
    await expect(password).toHaveAttribute('type', 'password')
    await toggles.first().click()
    await expect(password).toHaveAttribute('type', 'text')
  })

  const { submit } = await fillIn(page, { ...person, password: 'njerimwangi' })

  await test.step('a password is weighed while it is typed, and one of the most used is refused at its field', async () => {
    const meter = page.getByRole('meter', { name: 'Password strength' })
    await expect(meter).toHaveAttribute('aria-valuetext', /weak/i)
    await password.fill('maji moto ya chai')
    await expect(meter).toHaveAttribute('aria-valuetext', 'Strong')

    const refusal = 'This password is one of the most used ones. Choose another.'
    await password.fill('football')
    await confirmation.fill('football')
    await submit.click()
    await expectToast(page, 'Weak Password', refusal)
    await expect(password).toHaveAccessibleDescription(new RegExp(refusal))
    await expect(password).toBeFocused()
  })

  await test.step('a sign-up that cannot be sent keeps what was typed', async () => {
    await password.fill(person.password)
    await confirmation.fill(person.password)
    await expectFailuresSaid(page, {
      procedure: 'auth.signup',
      submit,
      title: 'Signup Failed',
      unreachable: 'Failed to create account. Please try again.',
    })
    await expect(email).toHaveValue(person.email)
    await expect(password).toHaveValue(person.password)
  })

  await test.step('a sign-up says that it is under way, and leads to the mail that it has sent', async () => {
    const release = await holdAnswers(page, 'auth.signup')
    await submit.click()
    await expect(page.getByRole('button', { name: 'Creating Account...' })).toBeDisabled()
    release()
    await expectToast(
      page,
      'Account Created Successfully!',
      'We have sent you an email. Open the link in it to sign in.',
    )
    await expect(page).toHaveURL(`/verify-email?email=${encodeURIComponent(person.email)}`)
    await expect(page.getByRole('main')).toContainText(person.email)
    expect(await keptSession(page)).toEqual([null, null])
    await newestMail(page.request, person.email)
  })

  await test.step('the first mail is on its way, so the button counts down from the sign-up, over a reload too', async () => {
    const again = page.getByRole('button', { name: 'Send Email Again' })
    for (const isReloaded of [false, true]) {
      if (isReloaded) await page.reload()
      await expect(page.getByText(/You can ask for another one in [01]:\d\d\./)).toBeVisible()
      await expect(again).toBeDisabled()
    }
  })
})

// Backed by apps/web/src/auth/signup-page.test.ts
test('a sign-up is told what is wrong with it, one thing after the other', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/signup')
  const { submit, password, confirmation, email, firstName, lastName } = formOf(page)
  await submit.click()
  await expectToast(page, 'Missing Information', 'Please fill in all required fields')
  await expect(firstName).toBeFocused()
  await firstName.fill('Njeri')
  await lastName.fill('Mwangi')
  await email.fill('not an address')
  await password.fill('maji')
  await confirmation.fill('moto')
  await submit.click()
  await expectToast(page, 'Password Mismatch', 'Passwords do not match')
  await confirmation.fill('maji')
  await submit.click()
  await expectToast(page, 'Weak Password', 'Password must be at least 6 characters long')
  await password.fill('maji-safi-9')
  await confirmation.fill('maji-safi-9')
  await submit.click()
  await expectToast(page, 'Signup Failed', 'Please enter a valid email address')
  await expect(email).toHaveAccessibleDescription('Please enter a valid email address')
})

// Backed by packages/core/src/auth/sign-up.test.ts
test('a sign-up that opens a session goes home with it', { tag: '@long' }, async ({ page }) => {
  const { token } = await givenMember(page.request)
  await answerWith(page, 'auth.signup', {
    requiresVerification: false,
    token,
    message: 'Your account is ready.',
  })
  await page.goto('/signup')
  const { submit } = await fillIn(page, newPerson())
  await submit.click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Hello, Baraka' })).toBeVisible()
  expect((await keptSession(page))[0]).toBe(token)
})

test('a sign-up without a session and without a mail goes to the log-in', async ({ page }) => {
  const message = 'Sign in with this email address to go on.'
  await answerWith(page, 'auth.signup', { requiresVerification: false, message })
  await page.goto('/signup')
  const { submit } = await fillIn(page, newPerson())
  await submit.click()
  await expectToast(page, 'Account Created Successfully!', message)
  await expect(page).toHaveURL('/login')
})
