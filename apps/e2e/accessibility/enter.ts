import type { Page } from '@playwright/test'
import { keep } from '../support/people.ts'
import type { Language, World } from './given-world.ts'
import type { Place } from './place.ts'
import type { Side } from './places.ts'

type Entry = { side: Side; language: Language; world: World }

/** From now on the page is this person's, in this language. */
export async function enter(page: Page, { isAsked }: Place, { side, language, world }: Entry): Promise<void> {
  const token = side === 'visitor' ? '' : world.people[side].token
  const isStaff = side === 'owner' || side === 'analyst'
  await keep(page, {
    language,
    ...(!isAsked && { 'analytics-consent': 'false' }),
    ...(token && { [isStaff ? 'adminToken' : 'userToken']: token }),
  })
}
