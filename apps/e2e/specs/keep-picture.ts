import path from 'node:path'
import { type Page, test } from '@playwright/test'

/** Where the pictures go when they are wanted: `npm run screenshots` names the folder, other runs leave none behind. */
function folder(): string | undefined {
  const { screenshots } = test.info().config.metadata
  return typeof screenshots === 'string' ? screenshots : undefined
}

/** A picture of the whole page for whoever looks at the product without starting it. */
export async function keepPicture(page: Page, name: string, width: number): Promise<void> {
  const into = folder()
  if (into === undefined) return
  await page.screenshot({
    path: path.join(into, `${nameFile(name)}-${width}.jpg`),
    type: 'jpeg',
    quality: 72,
    fullPage: true,
    animations: 'disabled',
    caret: 'hide',
  })
}

/** `/survey/1b4e…?step=2` becomes `survey-step-2`: what a path names for one run alone is left out. */
function nameFile(name: string): string {
  const words = name.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '').match(/[a-z0-9]+/gi)
  return words?.join('-').toLowerCase() ?? 'landing'
}
