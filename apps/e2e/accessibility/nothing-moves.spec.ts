import { test } from '../support/fixtures.ts'
import { expectNoShifts } from '../support/layout-shift.ts'
import { enter } from './enter.ts'
import { givenWorld } from './given-world.ts'
import type { Place } from './place.ts'
import { PLACES, type Side } from './places.ts'

const language = 'en'

test.use({ viewport: { width: 360, height: 740 } })

for (const [side, places] of Object.entries(PLACES) as [Side, Place[]][]) {
  for (const place of places.filter(({ steps }) => !steps)) {
    const name = `${place.route ?? ''} ${place.as ?? ''}`.trim()
    test(`${side}, nothing moves: ${name}`, async ({ page }) => {
      const world = await givenWorld(page.request, language)
      await enter(page, place, { side, language, world })
      const { path = place.route ?? '/' } = place
      await expectNoShifts(page, [typeof path === 'string' ? path : path(world.ids)])
    })
  }
}
