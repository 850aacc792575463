import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { ALL_PICTURES, SHOWN_PICTURES } from './places.ts'
import type { Screen } from './screens.ts'

const SIZES = [
  { device: 'phone', width: 360, height: 740 },
  { device: 'desk', width: 1280, height: 800 },
] as const

type Clip = { x: number; y: number; width: number; height: number; scale: number }

/** The rest of a long list looks like its beginning. */
const MAX_HEIGHT = 2200

/** Picture the whole screen at both sizes in both colour schemes, and the first screenful of those that the docs show. */
export async function takePictures(page: Page, { name, shown = [], isFromTabs }: Screen): Promise<void> {
  for (const { device, ...size } of SIZES) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize(size)
      await settle(page)
      const variant = `${device}-${colorScheme}` as const
      const file = `${name}-${variant}.webp`
      if (shown.includes(variant)) await capture(page, path.join(SHOWN_PICTURES, file))
      const isDialog = await page.getByRole('dialog').isVisible()
      // As high as the page, or the phone's bottom bar would sit in the middle of the picture.
      const height = isDialog ? size.height : await page.evaluate(() => document.documentElement.scrollHeight)
      const top = isFromTabs ? await findTop(page.getByRole('tablist')) : 0
      const end = Math.min(height, top + MAX_HEIGHT)
      await page.setViewportSize({ width: size.width, height: end })
      await settle(page)
      const clip = { x: 0, y: top, width: size.width, height: end - top, scale: 1 }
      // Behind a dialog nothing scrolls, and a part of such a page comes out empty.
      await capture(page, path.join(ALL_PICTURES, file), isDialog ? undefined : clip)
    }
  }
}

/** Wait until everything has loaded and nothing moves. */
export async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
  await page.waitForFunction(() =>
    [...document.images].every(
      (image) => image.complete || image.getBoundingClientRect().top > window.innerHeight,
    ),
  )
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
}

/** The y coordinate a little above `part`. */
async function findTop(part: Locator): Promise<number> {
  const box = await part.boundingBox()
  if (!box) throw new Error('The tabs are not on screen')
  return Math.max(0, Math.floor(box.y) - 16)
}

async function capture(page: Page, file: string, clip?: Clip): Promise<void> {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, await takeWebp(page, clip))
}

/** What is on screen as WebP. Playwright writes only PNG and JPEG: larger by a quarter, with artefacts around letters. */
export async function takeWebp(page: Page, clip?: Clip): Promise<Buffer> {
  const devtools = await page.context().newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 50,
    ...(clip ? { clip } : {}),
  })
  await devtools.detach()
  return Buffer.from(data, 'base64')
}
