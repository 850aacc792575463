import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { bearer, signIn } from '../../support/people.ts'

/**
 * Sign in as the demo's only premium member. Only one test may use each once-a-day task (wheel, quiz); videos and ads, one of
 * which can be open at a time, are watched in one file.
 */
export async function givenPremiumMember(page: Page): Promise<{ token: string }> {
  const data = { email: 'premium@demo.chuma', password: 'demo-chuma' }
  const response = await page.request.post('/api/auth/login', { data })
  expect(response.status()).toBe(200)
  const { token }: { token: string } = await response.json()
  await signIn(page, { token })
  return { token }
}

export async function findPointsWon(
  request: APIRequestContext,
  { token }: { token: string },
): Promise<number> {
  const wheel = await request.get('/api/spin-wheel/can-spin', { headers: bearer(token) })
  return (await wheel.json()).pointsWon
}
