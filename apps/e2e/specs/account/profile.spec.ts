import { expect, type Page } from '@playwright/test'
import { test } from '../../support/fixtures.ts'
import { linkIn, newestMail } from '../../support/mailbox.ts'
import { givenMember, logInByCall, signIn } from '../../support/people.ts'
import { expectToast } from '../../support/toast.ts'
import { COMMUTING, takeSurvey } from '../surveys/surveys.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name })
const rowOf = (page: Page, list: string, text: string) =>
  page.getByRole('list', { name: list }).getByRole('listitem').filter({ hasText: text })

async function givenProfile(page: Page) {
  const member = await givenMember(page.request)
  await signIn(page, member)
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible()
  return member
}

async function openForm(page: Page) {
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await expect(page.getByLabel('First Name')).toBeFocused()
}

test('a new member sees the profile, its goals, where to begin, and the way back', async ({ page }) => {
  const { email } = await givenProfile(page)
  await expect(page).toHaveTitle(/^Profile · /)
  const me = region(page, 'Baraka Kip')
  await expect(me).toContainText(email)
  await expect(me).toContainText(/Member since \d+ \w+ \d{4}/)
  await expect(me).toContainText('0 points')
  await expect(me).not.toContainText(/Premium|Admin/)
  await expect(region(page, 'Profile completion')).toContainText('100% complete')

  for (const [name, progress] of [
    ['First Survey', '0 of 1'],
    ['Survey Rookie', '0 of 5'],
    ['Survey Expert', '0 of 20'],
    ['Top Earner', '0 of 5,000'],
  ] as const) {
    const item = rowOf(page, 'Achievements', name)
    await expect(item.getByRole('progressbar', { name })).toHaveAttribute('aria-valuetext', progress)
    await expect(item).toContainText(progress)
    await expect(item).not.toContainText('Earned')
  }
  await expect(page.getByRole('heading', { name: 'Nothing yet' })).toBeVisible()
  await page.getByRole('link', { name: 'Find a survey' }).click()
  await expect(page).toHaveURL('/surveys')

  await test.step('the profile is the fourth tab of a phone, and a name away in the header', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Settings' }).click()
    await expect(page).toHaveURL('/settings')
    await page.getByRole('banner').getByRole('link', { name: 'Baraka' }).click()
    await expect(page).toHaveURL('/profile')
    await page.getByRole('main').getByRole('link', { name: 'Settings' }).click()
    await expect(page).toHaveURL('/settings')

    await page.setViewportSize({ width: 360, height: 740 })
    const tabs = page.getByRole('navigation', { name: 'Your account' }).getByRole('link')
    await expect(tabs).toHaveText(['Home', 'Surveys', 'Withdraw', 'Profile'])
    await tabs.last().click()
    await expect(page).toHaveURL('/profile')
    await expect(tabs.last()).toHaveAttribute('aria-current', 'page')
  })
})

// Backed by packages/core/src/account/profile.test.ts
test('what was done shows as numbers, as an achievement and as activity', { tag: '@long' }, async ({
  page,
}) => {
  const member = await givenMember(page.request)
  const points = await takeSurvey(page.request, member)
  await signIn(page, member)
  await page.goto('/profile')
  const kes = (rate: number) => `KES ${(points * rate).toLocaleString('en')}`

  await expect(region(page, 'Baraka Kip')).toContainText(`${points} points ${kes(1000)}`)
  const figure = (label: string) =>
    page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) })
  await expect(figure('Total Earnings')).toContainText(`${points} points ${kes(100)} Profile value, not cash`)
  await expect(figure('Earned this month')).toContainText(
    `${points} points ${kes(100)} Profile value, not cash`,
  )
  await expect(figure('Surveys Completed')).toContainText('1')
  await expect(figure('Rating')).toContainText('5.0 of 5')
  await expect(page.getByText('count a point as KES 100,')).toContainText(
    'A withdrawal pays KES 1,000 a point.',
  )

  await expect(rowOf(page, 'Achievements', 'First Survey')).toContainText('Earned')
  await expect(rowOf(page, 'Achievements', 'Survey Rookie')).toContainText('1 of 5')
  const activity = rowOf(page, 'Recent activity', `Survey: ${COMMUTING}`)
  await expect(activity).toHaveCount(2)
  await expect(activity.first()).toContainText(`+${points} points`)
  await expect(activity.last()).toContainText('Started')
})

test('premium members and members with staff rights have a badge', async ({ page }) => {
  for (const [email, name, badge] of [
    ['premium@demo.chuma', 'Otieno Odhiambo', 'Premium'],
    ['admin@demo.chuma', 'Amina Hassan', 'Admin'],
  ] as const) {
    await signIn(page, { token: await logInByCall(page.request, email) })
    await page.goto('/profile')
    await expect(region(page, name).getByRole('listitem').filter({ hasText: badge })).toBeVisible()
  }
})

test('names and country change at once, everywhere; changes can be given up, and what cannot be saved says so', {
  tag: '@journey',
}, async ({ page }) => {
  await givenProfile(page)

  await test.step('what cannot be saved says so at its field, and nothing typed is lost', async () => {
    await openForm(page)
    const save = page.getByRole('button', { name: 'Save Changes' })
    const failed = 'Failed to update profile. Please try again.'
    await page.getByLabel('First Name').fill(' ')
    await page.getByLabel('Email').fill('no address')
    await save.click()
    await expectToast(page, failed, 'Required')
    await expect(page.getByLabel('First Name')).toHaveAccessibleDescription('Required')
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Please enter a valid email address/)
    await expect(page.getByLabel('First Name')).toBeFocused()
    await expect(page.getByLabel('Email')).toHaveValue('no address')

    await page.route('**/trpc/account.updateProfile', (route) => route.abort())
    await save.click()
    await expectToast(page, failed, 'We could not reach the server. Check your connection.')
    await page.unroute('**/trpc/account.updateProfile')
    await page.getByRole('button', { name: 'Cancel' }).click()
  })

  await openForm(page)
  await page.getByLabel('First Name').fill('Zuri')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible()
  await expect(region(page, 'Your details')).toContainText('Baraka')

  await openForm(page)
  await expect(page.getByLabel('First Name')).toHaveValue('Baraka')
  await page.getByLabel('First Name').fill('Zuri')
  await page.getByLabel('Last Name').fill('Naliaka')
  await page.getByLabel('Country').fill('Uganda')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Profile updated', 'Your changes are saved.')
  await expect(region(page, 'Zuri Naliaka')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Zuri' })).toBeVisible()
  await expect(region(page, 'Your details')).toContainText('Uganda')
  await page.reload()
  await expect(region(page, 'Zuri Naliaka')).toBeVisible()
})

// Backed by packages/core/src/account/profile.test.ts
test('a new email waits for the link that is mailed to it; until then the old one stays', {
  tag: '@long',
}, async ({ page }) => {
  const { email } = await givenProfile(page)
  const pendingEmail = `new.${email}`
  await openForm(page)
  await page.getByLabel('Email').fill(pendingEmail.toUpperCase())
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Profile updated', `Confirm through the link we mailed to ${pendingEmail}.`)
  const notice = page.getByText(
    `Confirm through the link we mailed to ${pendingEmail}. Until then ${email} stays.`,
  )
  await expect(notice).toBeVisible()
  await expect(region(page, 'Your details')).toContainText(email)
  await page.reload()
  await expect(notice).toBeVisible()

  const link = linkIn(await newestMail(page.request, pendingEmail))
  await page.goto(`${link.pathname}${link.search}`)
  await expect(page).toHaveURL('/profile')
  await expect(region(page, 'Your details')).toContainText(pendingEmail)
  await expect(notice).toBeHidden()
})

test('an address that was never confirmed asks for it, and is missing from the profile', async ({ page }) => {
  const member = await givenMember(page.request)
  await signIn(page, member)
  // As a server answers that lets people in before they have opened their mail.
  await page.route(/\/trpc\/[^?]*account\.getProfile/, async (route) => {
    const response = await route.fetch()
    const body = (await response.text())
      .replace('"isEmailVerified":true', '"isEmailVerified":false')
      .replace('"percent":100,"missing":[]', '"percent":80,"missing":["emailVerified"]')
    await route.fulfill({ response, body })
  })
  await page.goto('/profile')
  await expect(region(page, 'Profile completion')).toContainText('80% complete')
  await expect(page.getByText(`Open the link that we mailed to ${member.email}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Send Email Again' }).click()
  await expect(page.getByText('Verification Email Sent')).toBeVisible()

  await page.getByRole('link', { name: 'Confirmed email' }).click()
  await expect(page).toHaveURL('/settings?tab=profile')
  await expect(page.getByRole('button', { name: 'Send Email Again' })).toBeVisible()
})
