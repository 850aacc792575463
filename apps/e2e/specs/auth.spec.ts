import { expect } from '@playwright/test'
import { newPerson, test } from './fixtures.ts'
import { linkIn, newestMail } from './mailbox.ts'
import { bearer, forgetEverybody, givenMember, givenUnverified, signIn } from './people.ts'
import { expectToast } from './toast.ts'

test('a sign-up is told what is wrong with it, goes through, and its mail can be sent again', async ({
  page,
}) => {
  const person = newPerson()
  await page.goto('/signup')
  const submit = page.getByRole('button', { name: 'Create Your Account' })
  const password = page.getByLabel('Password', { exact: true })
  const confirmation = page.getByLabel('Confirm Password', { exact: true })

  await submit.click()
  await expectToast(page, 'Missing Information', 'Please fill in all required fields')
  await page.getByLabel('First Name').fill('Njeri')
  await page.getByLabel('Last Name').fill('Mwangi')
  await page.getByLabel('Email').fill('not an address')
  await password.fill('maji')
  await confirmation.fill('moto')
  await submit.click()
  await expectToast(page, 'Password Mismatch', 'Passwords do not match')
  await confirmation.fill('maji')
  await submit.click()
  await expectToast(page, 'Weak Password', 'Password must be at least 6 characters long')

  await password.fill(person.password)
  await confirmation.fill(person.password)
  await submit.click()
  await expectToast(page, 'Signup Failed', 'Some fields are not valid')
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Please enter a valid email address')
  await page.getByLabel('Email').fill(person.email)
  await submit.click()
  await expect(page.getByText('Account Created Successfully!')).toBeVisible()
  await expect(page).toHaveURL(`/verify-email?email=${encodeURIComponent(person.email)}`)
  await expect(page.getByRole('main')).toContainText(person.email)

  await newestMail(page.request, person.email)
  await page.getByRole('button', { name: 'Send Email Again' }).click()
  await expect(page.getByText('Verification Email Sent')).toBeVisible()
  await newestMail(page.request, person.email, 2)
})

test('a mailed link signs in once; the second time it explains itself and offers a new one', async ({
  page,
}) => {
  const { email } = await givenUnverified(page.request)
  const link = linkIn(await newestMail(page.request, email))
  await page.goto(`${link.pathname}${link.search}`)
  await expect(page.getByRole('heading', { name: 'Hello, Baraka' })).toBeVisible()
  await expect(page).toHaveURL('/')

  await forgetEverybody(page)
  await page.goto(`${link.pathname}${link.search}`)
  await expect(page.getByRole('heading', { name: 'This link did not work' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText(
    'This link has expired or was already used. Ask for a new one.',
  )
  await expect(page).toHaveURL('/')
  await page.getByRole('link', { name: 'Send me a new link' }).click()

  const again = page.getByRole('button', { name: 'Send Email Again' })
  await expect(again).toBeDisabled()
  await page.getByLabel('Email').fill(email)
  await again.click()
  await expect(page.getByText('Verification Email Sent')).toBeVisible()
})

test('an unverified log-in is offered a new mail, whose link opens the account', async ({ page }) => {
  const { email, password } = await givenUnverified(page.request)
  await newestMail(page.request, email)
  await page.goto('/login')
  const submit = page.getByRole('button', { name: 'Sign In' })
  const resend = page.getByRole('button', { name: 'Resend verification email' })

  await submit.click()
  await expectToast(page, 'Missing Information', 'Please enter both email and password')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(`${password}!`)
  await submit.click()
  await expectToast(page, 'Login Failed', 'Invalid email or password')
  await expect(resend).toBeHidden()

  await page.getByLabel('Password', { exact: true }).fill(password)
  await submit.click()
  await expectToast(page, 'Login Failed', 'Please verify your email address before you sign in.')
  await resend.click()
  await expect(page.getByText('Verification Email Sent')).toBeVisible()
  const token = linkIn(await newestMail(page.request, email, 2)).searchParams.get('token')
  await page.request.post('/api/auth/redeem-link', { data: { token } })

  await submit.click()
  await expect(page.getByText('Welcome back!')).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
})

test('a log-out in one tab is one in every tab', async ({ page, context }) => {
  const member = await givenMember(page.request)
  await signIn(page, member)
  await page.goto('/dashboard')
  const other = await context.newPage()
  await other.goto('/surveys')
  await expect(other.getByRole('heading', { name: 'Surveys', level: 1 })).toBeVisible()

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Start Earning Now' })).toBeVisible()
  await expect(other.getByText('Please sign in to continue...')).toBeVisible()
  const user = await page.request.get('/api/auth/user', { headers: bearer(member.token) })
  expect(user.status()).toBe(401)
})
