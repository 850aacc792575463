import { expect } from '@playwright/test'
import { test } from '../../support/fixtures.ts'

test('a public page moves without the application, which is fetched when a visitor points at a link', async ({
  page,
}) => {
  const fetched: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script' || /\.js$/.test(request.url())) fetched.push(request.url())
  })
  await page.setViewportSize({ width: 360, height: 740 })
  for (const path of ['/', '/about', '/privacy']) {
    await Promise.all([page.goto(path), page.waitForLoadState('networkidle')])
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('button', { name: 'Close menu' }).click()
    await page.getByRole('button', { name: 'Kiswahili' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'sw')
    await expect(page.getByRole('region', { name: 'Taarifa ya faragha' })).toBeVisible()
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await page.keyboard.press('F8')
    await expect(page.getByRole('region', { name: 'Notifications (F8)' })).toBeFocused()
    expect([path, fetched]).toEqual([path, []])
  }
  await page.getByRole('button', { name: 'Open menu' }).click()
  const main = page.waitForRequest(/\/assets\/signup-/)
  await page.getByRole('link', { name: 'Sign Up' }).hover()
  await main
  await expect(page).toHaveURL('/privacy')
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
