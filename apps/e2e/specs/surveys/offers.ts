import { readFileSync } from 'node:fs'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { newPerson } from '../../support/fixtures.ts'
import { bearer, type Member, staffToken } from '../../support/people.ts'

type Offer = { id: string; title: string; version: number }

/** Unlike the title of any other offer of this run. */
export const newTitle = () => `Offer ${newPerson().email.split('@')[0]}`

/** An offer as the specified form sends it; give what a test changes. */
export async function givenOffer(request: APIRequestContext, more: object = {}): Promise<Offer> {
  const created = await request.post('/api/admin/surveys', {
    headers: bearer(await staffToken(request)),
    data: {
      title: newTitle(),
      description: 'Which tea, how often, with what.',
      reward: 2.5,
      duration: 5,
      category: 'lifestyle',
      country: 'Kenya',
      externalUrl: 'https://example.com/tea',
      adminNotes: '',
      isActive: true,
      ...more,
    },
  })
  expect(created.status()).toBe(201)
  return created.json()
}

export async function changeOffer(request: APIRequestContext, id: string, data: object): Promise<void> {
  const headers = bearer(await staffToken(request))
  expect((await request.patch(`/api/admin/surveys/${id}`, { headers, data })).status()).toBe(200)
}

export async function deleteOffer(request: APIRequestContext, id: string): Promise<void> {
  const headers = bearer(await staffToken(request))
  expect((await request.delete(`/api/admin/surveys/${id}`, { headers })).status()).toBe(200)
}

export async function openOffer(request: APIRequestContext, { token }: Member, surveyId: string) {
  const headers = bearer(token)
  const started = await request.post('/api/user-surveys', { headers, data: { surveyId } })
  expect(started.status()).toBe(201)
}

/** The row of an offer, once the list was narrowed to it. */
export async function findRow(page: Page, title: string) {
  await page.getByLabel('Search').fill(title)
  // A list that grows shorter under the pointer takes the row away between press and release.
  await expect(page.getByRole('rowheader').filter({ hasNotText: title })).toHaveCount(0)
  return page.getByRole('row').filter({ hasText: title })
}

export const cellsOf = async (page: Page, title: string) => (await findRow(page, title)).getByRole('cell')

const docs = new URL('../../../../docs/questionnaires.md', import.meta.url)

/** A survey with the questionnaire of the docs, which pays 25 points, and 5 to people who drink no tea. */
export async function givenTea(request: APIRequestContext): Promise<{ id: string; title: string }> {
  const { id, title } = await givenOffer(request, {
    kind: 'questions',
    externalUrl: '',
    reward: 25,
    screenOutPoints: 5,
  })
  const headers = bearer(await staffToken(request))
  const url = `/api/admin/surveys/${id}/questionnaire`
  const [, block = ''] = /```json\n([\s\S]*?)```/.exec(readFileSync(docs, 'utf8')) ?? []
  const data = { version: 0, questionnaire: JSON.parse(block) }
  expect((await request.put(url, { headers, data })).status()).toBe(200)
  expect((await request.post(`${url}/publish`, { headers, data: { version: 1 } })).status()).toBe(200)
  return { id, title }
}
