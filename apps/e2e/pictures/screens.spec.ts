import { test } from '@playwright/test'
import { placeOf } from './places.ts'
import { SCREENS } from './screens.ts'
import { takePictures } from './take-pictures.ts'

for (const [who, screens] of SCREENS) {
  test.describe(who, () => {
    test.use({ storageState: placeOf(who) })
    for (const { name, path, prepare, isBest } of screens) {
      test(name, async ({ page }) => {
        await page.goto(path)
        await prepare?.(page)
        await takePictures(page, name, isBest)
      })
    }
  })
}
