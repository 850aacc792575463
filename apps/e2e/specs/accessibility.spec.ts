import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { givenMember, signIn, signInStaff } from './people.ts'
import { COMMUTING, findSurvey } from './surveys.ts'
import { givenOpenWallet, requestWithdrawal } from './wallet.ts'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']
const SIZES = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
]

/** Opens an address and looks at it on a phone and on a desk, by day and by night, once its content is there. */
async function expectAccessible(page: Page, path: string, content: Locator): Promise<void> {
  await page.goto(path)
  await expect(content).toBeVisible()
  await expectLooksAccessible(page, path)
}

async function expectLooksAccessible(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator(`[data-mantine-color-scheme=${colorScheme}]`)).toBeVisible()
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await page.waitForFunction(isStill)
      const { violations } = await new AxeBuilder({ page }).withTags(WCAG).analyze()
      const found = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
      )
      expect.soft(found, `${name}, ${colorScheme}, ${size.width} px`).toEqual([])
    }
    const isTooWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
    expect.soft(await page.evaluate(isTooWide), `${name} scrolls sideways`).toBe(false)
  }
}

/** A colour on its way from day to night is neither, and not what anybody reads. */
const isStill = () => document.getAnimations().every(({ playState }) => playState === 'finished')

test('the pages of visitors are for everybody', async ({ page }) => {
  await expectAccessible(page, '/', page.getByRole('link', { name: 'Start Earning Now' }))
  await expectAccessible(page, '/signup', page.getByRole('button', { name: 'Create Your Account' }))
  await expectAccessible(page, '/login', page.getByRole('button', { name: 'Sign In' }))
  await expectAccessible(page, '/verify-email', page.getByRole('link', { name: 'open the mailbox' }))
  await expectAccessible(page, '/admin-login', page.getByRole('button', { name: 'Fill in' }))
  await expectAccessible(page, '/nowhere', page.getByRole('heading', { name: '404 Page Not Found' }))
})

test('the pages of the wallet are for everybody', async ({ page }) => {
  const { member } = await givenOpenWallet(page)
  const { mpesaNumber } = member
  await requestWithdrawal(page.request, member, { withdrawalMethod: 'mpesa', mpesaNumber })
  const news = page.getByRole('heading', { name: 'Pending review' })
  await expectAccessible(page, '/withdraw', news)
  await page.getByRole('button', { name: 'Request Withdrawal' }).click()
  await expectLooksAccessible(page, 'a form with a mistake')

  await page.goto('/dashboard')
  await page.getByRole('tab', { name: 'Wallet' }).click()
  await expect(page.getByText(`Survey: ${COMMUTING}`)).toBeVisible()
  await expectLooksAccessible(page, 'the wallet tab')

  await signInStaff(page)
  await expectAccessible(page, '/admin', page.getByRole('listitem').filter({ hasText: member.email }))
})

test('the pages of surveys are for everybody', async ({ page }) => {
  const member = await givenMember(page.request)
  await signIn(page, member)
  const card = page.getByRole('heading', { name: COMMUTING })
  await expectAccessible(page, '/dashboard', card)
  await expectAccessible(page, '/surveys', card)
  const { id } = await findSurvey(page.request, member, COMMUTING)
  const next = page.getByRole('button', { name: 'Next' })
  await expectAccessible(page, `/survey/${id}`, next)
  await next.click()
  await expect(page.getByText('Please answer this question to go on.')).toBeVisible()
  await expectLooksAccessible(page, 'a question without its answer')
})
