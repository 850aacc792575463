import { expect, type Page } from '@playwright/test'
import { test, untilWhole } from '../../support/fixtures.ts'
import { givenMember, signIn } from '../../support/people.ts'

const SUPPORT = 'support@chuma.example'

test('about, contact, privacy and terms are open to visitors and members, and each names itself', async ({
  page,
}) => {
  const pages = [
    { path: '/about', title: 'About us', description: /record of every point/ },
    { path: '/contact', title: 'Contact us', description: /support team/ },
    { path: '/privacy', title: 'Privacy Policy', description: /What we store about you/ },
    { path: '/terms', title: 'Terms of Use', description: /What you and we promise/ },
  ]
  const member = await givenMember(page.request)
  for (const isMember of [false, true]) {
    if (isMember) {
      // A public page reloads when someone signs in, which would interrupt the next step.
      await page.goto('about:blank')
      await signIn(page, member)
    }
    for (const { path, title, description } of pages) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible({ visible: isMember })
      await expect(page).toHaveURL(path)
      await expect(page).toHaveTitle(`${title} · Chuma`)
      await expect(page.locator('meta[name=description]')).toHaveAttribute('content', description)
      if (!isMember && path === '/about') await expectAbout(page)
      if (!isMember && path === '/privacy') await expectPrivacy(page)
    }
  }
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Hello, Baraka' })).toBeVisible()
  await expect(page.locator('meta[name=description]')).toHaveAttribute(
    'content',
    /Earn points for paid surveys/,
  )
})

/** Mission, story, four figures and three values. */
async function expectAbout(page: Page) {
  await expect(page.getByRole('region', { name: 'Our mission' })).toContainText('pay people fairly')
  await expect(page.getByRole('region', { name: 'Our story' })).toContainText('Founded in 2020.')
  await expect(page.getByRole('definition')).toHaveText(['2M+', '50+', '$50M+', '4.8'])
  const values = page.getByRole('region', { name: 'Our values' })
  await expect(values.getByRole('heading', { level: 3 })).toHaveText([
    'Transparency',
    'Trust',
    'Global Impact',
  ])
  await page.getByRole('link', { name: 'Create a free account' }).click()
  await expect(page).toHaveURL('/signup')
  await page.getByRole('main').getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page).toHaveURL('/privacy')
}

/** Its date, every section and somebody to turn to. */
async function expectPrivacy(page: Page) {
  await expect(page.getByText('Last updated December 15, 2024')).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'On this page',
    'In short',
    'What we collect',
    'What we use it for',
    'Who else sees it',
    'How we protect it',
    'Your rights',
    'Cookies',
    'International transfers',
    'Not for under-18s',
    'Changes to this policy',
    'How to reach us',
  ])
  const rights = page.getByRole('region', { name: 'Your rights' })
  await expect(rights).toContainText('Data Protection Act')
  await expect(rights).toContainText('14 days to change your mind')
  const reach = page.getByRole('region', { name: 'How to reach us' })
  await expect(reach.getByRole('link', { name: SUPPORT })).toHaveAttribute('href', `mailto:${SUPPORT}`)
  await expect(reach.getByRole('definition')).toHaveText([
    SUPPORT,
    '+254 20 000 0000',
    'San Francisco, United States',
  ])
  await page.getByRole('link', { name: 'Your rights' }).click()
  await expect(page).toHaveURL('/privacy#your-rights')
  await expect(rights).toBeInViewport()
}

test('signing in through another tab changes a public page to its text for members', async ({
  page,
  context,
}) => {
  await page.goto('/about')
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  const isWhole = untilWhole(page)
  const other = await context.newPage()
  const member = await givenMember(page.request)
  await other.goto('/privacy')
  await other.evaluate((token) => localStorage.setItem('userToken', token), member.token)
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  // Words that are not loaded are told to the console, and fail this test.
  await isWhole
})

test('the landing leads to them from its top and its foot, without loading them', async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await page.goto('/')
  const top = page.getByRole('navigation', { name: 'Main' })
  const foot = page.getByRole('navigation', { name: 'Footer' })
  await expect(top.getByRole('link')).toHaveText(['Home', 'About', 'Contact', 'Login', 'Sign Up'])
  await expect(foot.getByRole('heading')).toHaveText(['Platform', 'Company', 'Legal'])
  const steps = page.getByRole('region', { name: 'From sign-up to payout in three steps' })
  await expect(steps.getByRole('heading', { level: 3 })).toHaveText([
    'Sign Up Free',
    'Complete Tasks',
    'Get Paid Instantly',
  ])
  await page.waitForLoadState('networkidle')
  expect(loaded.filter((path) => /\/(trpc|assets\/(app-layout|about|contact|privacy))/.test(path))).toEqual(
    [],
  )

  await test.step('on a phone the way to them is in the menu', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByRole('button', { name: 'Open menu' }).click()
    await top.getByRole('link', { name: 'Contact' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Contact us' })).toBeVisible()
    await page.goBack()
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  await foot.getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page).toHaveURL('/privacy')
  await page.goBack()
  await foot.getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL('/about')
  await page.getByRole('main').getByRole('link', { name: 'Contact us' }).click()
  await expect(page).toHaveURL('/contact')
})
