import { expect, type Page } from '@playwright/test'
import { expectSettled } from '../support/expect-settled.ts'
import { test } from '../support/fixtures.ts'
import { enter } from './enter.ts'
import { givenWorld, type Language, type World } from './given-world.ts'
import { lookEverywhere } from './look-everywhere.ts'
import type { Place } from './place.ts'
import { PLACES, type Side } from './places.ts'

for (const language of ['en', 'sw'] as const) {
  for (const [side, places] of Object.entries(PLACES) as [Side, Place[]][]) {
    for (const place of places) {
      const name = `${place.route ?? ''} ${place.as ?? ''}`.trim()
      test(`${side}, ${language}: ${name}`, async ({ page }) => {
        const world = await givenWorld(page.request, language)
        await enter(page, place, { side, language, world })
        await open(page, place, { language, world })
        await lookEverywhere(page, { name, isForThumbs: side !== 'owner' && side !== 'analyst' })
      })
    }
  }
}

async function open(
  page: Page,
  place: Place,
  { language, world }: { language: Language; world: World },
): Promise<void> {
  const { path = place.route ?? '/', steps = [] } = place
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(typeof path === 'string' ? path : path(world.ids))
  await expectSettled(page)
  for (const step of steps) {
    await step(page, language)
    await expectSettled(page)
  }
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}
