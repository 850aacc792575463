import type { Page } from '@playwright/test'
import type { Language, World } from './given-world.ts'

export type Words = Record<Language, string>

/** Something that is looked at: an address, as somebody sees it, once these have been done there. */
export type Place = {
  /** The pattern of the route, as the generated route tree has it; none is for an address that leads nowhere. */
  route?: string
  /** Where the address is not the pattern itself. */
  path?: string | ((ids: World['ids']) => string)
  /** Told apart from other places of the same route by what is done or seen there. */
  as?: string
  /** With the question whether one may be measured, which lies over the foot of the page. */
  isAsked?: true
  steps?: Step[]
}

export type Step = (page: Page, language: Language) => Promise<void>

/** Presses the first button of this name. */
export const press =
  (words: Words): Step =>
  (page, language) =>
    page
      .getByRole('button', { name: new RegExp(`^${words[language]}`) })
      .first()
      .click()

/** Opens the first menu of this name and chooses from it. */
export const choose =
  (menu: Words, item: Words): Step =>
  async (page, language) => {
    await press(menu)(page, language)
    await page.getByRole('menuitem', { name: item[language] }).click()
  }

export const submit: Step = (page) => page.locator('main form [type=submit]').first().click()

export const key =
  (name: string): Step =>
  (page) =>
    page.keyboard.press(name)

/** Follows the first link of the list on a page. */
export const followFirst: Step = (page) => page.locator('main li:not(nav li) a[href*="="]').first().click()

/** Answers the question of a survey that is on screen, whatever its kind, and goes on. */
export const answerQuestion: Step = async (page) => {
  const heading = page.locator('main form h2')
  const asked = await heading.innerText()
  await page.locator('main form :is([type=radio], textarea)').first().focus()
  await page.keyboard.press('Space')
  await submit(page, 'en')
  await heading.filter({ hasNotText: asked }).waitFor()
}

export function tabOf(route: string, parameter: string, tab: string): Place {
  return { route, path: `${route}?${parameter}=${tab}`, as: tab }
}

export function dialogOn(route: string, words: Parameters<typeof press>[0], search = ''): Place {
  return { route, path: `${route}${search}`, as: `${words.en}, the dialog`, steps: [press(words)] }
}
