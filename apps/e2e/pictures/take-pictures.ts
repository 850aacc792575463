import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Locator, type Page, test } from '@playwright/test'
import type { Screen } from './screens.ts'

const SIZES = [
  { device: 'phone', width: 360, height: 740 },
  { device: 'desk', width: 1280, height: 800 },
]

type Clip = { x: number; y: number; width: number; height: number; scale: number }

/** A long list goes on as it began. */
const HIGHEST = 2200

/** What is on screen, on a phone and on a desk, by day and by night; of the best also the first screenful alone. */
export async function takePictures(page: Page, { name, isBest, isFromTabs }: Screen): Promise<void> {
  for (const { device, ...size } of SIZES) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize(size)
      await settle(page)
      const file = `${name}-${device}-${colorScheme}.webp`
      if (isBest) await capture(page, `best/${file}`)
      const isDialog = await page.getByRole('dialog').isVisible()
      // As high as the page is, or the bar at the bottom of a telephone would stand in the middle of it.
      const height = isDialog ? size.height : await page.evaluate(() => document.documentElement.scrollHeight)
      const top = isFromTabs ? await findTop(page.getByRole('tablist')) : 0
      const end = Math.min(height, top + HIGHEST)
      await page.setViewportSize({ width: size.width, height: end })
      await settle(page)
      await capture(page, `screens/${file}`, { x: 0, y: top, width: size.width, height: end - top, scale: 1 })
    }
  }
}

/** Everything has arrived, and nothing moves. */
async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
  await page.waitForFunction(() =>
    [...document.images].every(
      (image) => image.complete || image.getBoundingClientRect().top > window.innerHeight,
    ),
  )
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
}

/** A little above it. */
async function findTop(part: Locator): Promise<number> {
  const box = await part.boundingBox()
  if (!box) throw new Error('There is nothing to begin with')
  return Math.max(0, Math.floor(box.y) - 16)
}

/** Playwright itself writes PNG and JPEG only: a quarter more, and letters with smoke around them. */
async function capture(page: Page, file: string, clip?: Clip): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 50,
    ...(clip ? { clip } : {}),
  })
  await devtools.detach()
  const { pictures } = test.info().config.metadata
  const place = path.resolve(import.meta.dirname, '..', String(pictures), file)
  mkdirSync(path.dirname(place), { recursive: true })
  writeFileSync(place, Buffer.from(data, 'base64'))
}
