import { isDeepStrictEqual } from 'node:util'
import { expect } from '@playwright/test'
import { newPerson, test } from '../../support/fixtures.ts'
import { mailAbout } from '../../support/mailbox.ts'
import { givenMember } from '../../support/people.ts'
import { expectToast } from '../../support/toast.ts'

const STATIC = ['/', '/about', '/contact', '/privacy', '/terms', '/transparency']

/** Of script before the first press, uncompressed. */
const MAX_KILOBYTES = 25
const countScript = () =>
  [...document.scripts].reduce(
    (sum, { type, text }) => sum + (type.startsWith('application') ? 0 : text.length),
    0,
  )

test('a public page moves without the application, which is fetched when a visitor points at a link', async ({
  page,
}) => {
  const fetched: string[] = []
  page.on('request', (request) => {
    // Nor a style sheet: it stands in the page.
    if (['script', 'stylesheet'].includes(request.resourceType()) || /\.js$/.test(request.url()))
      fetched.push(request.url())
  })
  await page.setViewportSize({ width: 360, height: 740 })
  // In a new document keys are heard once its script runs.
  const expectReadyIn = async (language: string) => {
    await expect(page.locator('html'), page.url()).toHaveAttribute('lang', language)
    await expect(page.locator('html')).not.toHaveAttribute('data-unready')
  }
  // By key: a click misses a button that a section above, painted for the first time, moves between press and release.
  const choose = async (language: string) => {
    await page.locator('[aria-controls="main-menu"]').click()
    await page.getByRole('button', { name: language }).press('Enter')
  }
  for (const path of STATIC) {
    await Promise.all([page.goto(path), page.waitForLoadState('networkidle')])
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('button', { name: 'Close menu' }).click()
    await choose('Kiswahili')
    await expectReadyIn('sw')
    await expect(page.getByRole('region', { name: 'Taarifa ya faragha' })).toBeVisible()
    await choose('English')
    await expectReadyIn('en')
    await page.keyboard.press('F8')
    await expect(page.getByRole('region', { name: 'Notifications (F8)' })).toBeFocused()
    expect([path, fetched]).toEqual([path, []])
    const kilobytes = (await page.evaluate(countScript)) / 1024
    expect([path, kilobytes > 1, kilobytes < MAX_KILOBYTES]).toEqual([path, true, true])
  }
  await page.getByRole('button', { name: 'Open menu' }).click()
  const main = page.waitForRequest(/\/assets\/signup-/)
  await page.getByRole('link', { name: 'Sign Up' }).hover()
  await main
  await expect(page).toHaveURL('/transparency')
})

test('success stories change every five seconds, and pause while one is focused or hovered', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.clock.install()
  await page.goto('/')
  const stories = page.getByRole('region', { name: 'Success stories' })
  const shown = stories.locator('figure:not([aria-hidden=true])')
  const dot = (name: string) => stories.getByRole('button', { name: `Story of ${name}` })
  await expect(shown).toContainText('Wanjiku M.')
  // The page's script runs: before that no clock is set.
  await expect(page.locator('html')).not.toHaveAttribute('data-unready')
  await page.clock.runFor(5000)
  await expect(shown).toContainText('Otieno K.')
  await dot('Amina H.').focus()
  await page.clock.runFor(15_000)
  await expect(shown).toContainText('Otieno K.')
  await dot('Amina H.').press('Enter')
  await expect(shown).toContainText('Amina H.')
  await expect(dot('Amina H.')).toHaveAttribute('aria-current', 'true')
  await dot('Amina H.').blur()
  await page.clock.runFor(5000)
  await expect(shown).toContainText('Wanjiku M.')
  await stories.hover()
  await page.clock.runFor(15_000)
  await expect(shown).toContainText('Wanjiku M.')
})

test('a message is written and sent in Swahili, and switching the language or signing in loses nothing', async ({
  page,
  context,
}) => {
  await page.goto('/contact')
  const { email } = newPerson()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Message').fill('Hodi?')
  await page.getByRole('button', { name: 'Kiswahili' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'sw')
  const name = page.getByLabel('Jina')
  const subject = page.getByLabel('Mada')
  const message = page.getByLabel('Ujumbe')
  await expect(page.getByLabel('Barua pepe')).toHaveValue(email)
  await page.getByRole('button', { name: 'Tuma ujumbe' }).click()
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription('Jina lazima liwe na angalau herufi 2')
  await expect(message).toHaveAccessibleDescription(/^Ujumbe lazima uwe na angalau herufi 10/)
  await name.fill('Otieno')
  await expect(name).toHaveAccessibleDescription('')
  await subject.fill(`Malipo ya ${email}`)
  await message.fill('Malipo yangu yako wapi?')
  await page.getByRole('button', { name: 'Tuma ujumbe' }).click()
  await expectToast(page, 'Ujumbe umetumwa', 'Asante kwa kuwasiliana nasi! Tutakujibu ndani ya saa 24.')
  await expect(message).toHaveValue('')
  expect((await mailAbout(page.request, 'support@chuma.example', `Malipo ya ${email}`)).text).toContain(
    '> Malipo yangu yako wapi?',
  )
  await page.keyboard.press('F8')
  await expect(page.getByRole('alert')).toBeFocused()
  await page.getByRole('button', { name: 'Funga arifa' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)

  await message.fill('Swali lingine, kuhusu pointi.')
  const member = await givenMember(page.request)
  const other = await context.newPage()
  await other.goto('/privacy')
  await other.evaluate((token) => localStorage.setItem('userToken', token), member.token)
  await expect(page.getByLabel('Barua pepe')).toHaveValue(member.email)
  await expect(page.getByLabel('Ujumbe')).toHaveValue('Swali lingine, kuhusu pointi.')
})

test('what we pay out stands in the page in either language, as the API says it, before any script', async ({
  browser,
  request,
}) => {
  const read = async () => (await request.get('/api/transparency')).json()
  const kes = (amount: number) => `KES ${amount.toLocaleString('en')}`
  for (const [locale, paid, open] of [
    ['en-KE', 'Paid out', 'Waiting to be paid'],
    ['sw-KE', 'Imelipwa', 'Yanayosubiri kulipwa'],
  ] as const) {
    const context = await browser.newContext({ javaScriptEnabled: false, locale })
    const page = await context.newPage()
    // Other tests pay, and the figures are counted again every ten minutes: the page holds those read on both sides of it.
    let figures = await read()
    for (let isSame = false; !isSame; ) {
      await page.goto('/transparency')
      const after = await read()
      isSame = isDeepStrictEqual(figures, after)
      figures = after
    }
    const values = (title: string) => page.getByRole('region', { name: title }).getByRole('definition')
    await expect(values(paid)).toHaveText([
      kes(figures.paidKesLast30Days),
      String(figures.membersPaid),
      kes(figures.paidKes),
    ])
    await expect(values(open)).toHaveText(Object.values(figures.openByAge).map(String))
    await context.close()
  }
})
