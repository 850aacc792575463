import { createHmac } from 'node:crypto'
import { type APIRequestContext, type BrowserContext, expect } from '@playwright/test'
import { bearer, type Member, staffToken } from '../../support/people.ts'

type Event = {
  click_id: string
  transaction_id: string
  amount_usd?: string
  status: 'completed' | 'screened_out' | 'taken_back'
  reason?: string
}

/** A signed event of the demo's partner about a click. */
export async function tellAsPartner(request: APIRequestContext, event: Event): Promise<void> {
  const headers = bearer(await staffToken(request))
  const partners: { name: string; postbackUrl: string }[] = await (
    await request.get('/api/admin/partners', { headers })
  ).json()
  const partner = partners.find(({ name }) => name === 'Demo Research')
  const data = JSON.stringify(event)
  const told = await request.post(new URL(partner?.postbackUrl ?? '').pathname, {
    headers: {
      'content-type': 'application/json',
      'x-signature': createHmac('sha256', 'demo').update(data).digest('hex'),
    },
    data: Buffer.from(data),
  })
  expect(told.status()).toBe(200)
}

/** Begins a partner's survey without a browser, and says by what the partner knows the click. */
export async function leaveForPartner(request: APIRequestContext, member: Member, surveyId: string) {
  const started = await request.post('/api/user-surveys', {
    headers: bearer(member.token),
    data: { surveyId },
  })
  return clickIn((await started.json()).externalUrl)
}

export function clickIn(address: string): string {
  const click = /[\w-]{22,}$/.exec(address)?.[0]
  if (!click) throw new Error(`no click in ${address}`)
  return click
}

/** The partner's pages, which no test may ask the network for. */
export function standInForPartner(context: BrowserContext): Promise<unknown> {
  return context.route('https://example.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Demo Research</title>' }),
  )
}
