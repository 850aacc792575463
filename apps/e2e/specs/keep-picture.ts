import path from 'node:path'
import { type Page, test } from '@playwright/test'

/** Where the pictures go when they are wanted: `npm run screenshots` names the folder, other runs leave none behind. */
function folder(): string | undefined {
  const { screenshots } = test.info().config.metadata
  return typeof screenshots === 'string' ? screenshots : undefined
}

/** A long list goes on as it began. */
const HIGHEST = 3200

/** A picture of the page, or of a dialog before it, for whoever looks at the product without starting it. */
export async function keepPicture(page: Page, name: string, width: number): Promise<void> {
  const into = folder()
  if (into === undefined) return
  const size = page.viewportSize()
  const isDialog = await page.getByRole('dialog').isVisible()
  // As high as the page is, or the bar at the bottom of a telephone would stand in the middle of it.
  if (size && !isDialog) {
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.setViewportSize({ width, height: Math.min(height, HIGHEST) })
  }
  await page.screenshot({
    path: path.join(into, `${nameFile(name)}-${width}.jpg`),
    type: 'jpeg',
    quality: 38,
    animations: 'disabled',
    caret: 'hide',
  })
  if (size) await page.setViewportSize(size)
}

/** `/survey/1b4e…?step=2` becomes `survey-step-2`: what a path names for one run alone is left out. */
function nameFile(name: string): string {
  const words = name.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '').match(/[a-z0-9]+/gi)
  return words?.join('-').toLowerCase() ?? 'landing'
}
