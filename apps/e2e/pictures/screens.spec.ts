import { test } from '@playwright/test'
import { placeOf } from './places.ts'
import { SCREENS } from './screens.ts'
import { takePictures } from './take-pictures.ts'

for (const [who, screens] of SCREENS) {
  test.describe(who, () => {
    test.use({ storageState: placeOf(who) })
    for (const screen of screens) {
      test(screen.name, async ({ page }) => {
        await page.goto(screen.path)
        await screen.prepare?.(page)
        await takePictures(page, screen)
      })
    }
  })
}
