import { expect } from '@playwright/test'
import { test } from '../../support/fixtures.ts'
import { noteElementsOfMarkup, readLargestPaint } from '../../support/largest-paint.ts'
import { bearer, givenMember, keep } from '../../support/people.ts'
import { givenRequested } from '../payouts/payouts.ts'

/** What each page is for, in one sentence under its heading. */
const SENTENCES = {
  en: {
    '/dashboard': 'What you have, what is on its way to you, and what you can earn next.',
    '/surveys': 'Each survey shows its pay before you start. You can pause at any time.',
    '/withdraw': 'Turn your points into money, and follow every payment until it arrives.',
  },
  sw: {
    '/dashboard': 'Ulicho nacho, kilicho njiani kukufikia, na unachoweza kupata tena.',
    '/surveys': 'Kila utafiti huonyesha malipo kwanza. Unaweza kusimama na kuendelea.',
    '/withdraw': 'Geuza pointi zako kuwa pesa, na ufuatilie kila malipo hadi yakufikie.',
  },
} as const

const SETTINGS = '/api/account/settings'

const SMALL = { width: 360, height: 740 }
/** The phone that `npm run lighthouse` simulates. */
const MEDIUM = { width: 412, height: 823 }

test('the largest text of a member’s pages on a phone is there before any answer', async ({ page }) => {
  await page.addInitScript(noteElementsOfMarkup)
  const newMember = () => givenMember(page.request)
  const withdrawing = async () => (await givenRequested(page.request)).member
  for (const { language, given, size } of [
    { language: 'en', given: newMember, size: SMALL },
    { language: 'en', given: withdrawing, size: MEDIUM },
    { language: 'sw', given: withdrawing, size: SMALL },
    { language: 'sw', given: newMember, size: MEDIUM },
  ] as const) {
    const { token } = await given()
    // Before they have answered it, the privacy notice has a large text, which is in the markup too.
    const data = { language, analyticsConsent: false }
    expect((await page.request.patch(SETTINGS, { headers: bearer(token), data })).status()).toBe(200)
    await keep(page, { userToken: token, language, 'analytics-consent': 'false' })
    await page.setViewportSize(size)
    // The markup is English.
    const when = language === 'en' ? 'in the markup' : 'before the answers'
    for (const [path, text] of Object.entries(SENTENCES[language])) {
      expect.soft(await readLargestPaint(page, path), `${path} ${size.width}`).toEqual({ text, when })
    }
  }
})
