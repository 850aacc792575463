import type { Page, Route } from '@playwright/test'
import { hold } from './hold.ts'

/** Answers are held back until `release` is called. */
export function holdAnswers(page: Page, procedure: string): Promise<() => void> {
  return hold(page, `**/trpc/${procedure}*`)
}

/** What a server with other settings would answer. */
export async function answerWith(page: Page, procedure: string, answer: object): Promise<void> {
  await page.route(`**/trpc/${procedure}*`, (route) =>
    fulfil(route, 200, { result: { data: { json: answer } } }),
  )
}

type Refusal = {
  status: number
  appCode: string | null
  message: string
  fieldErrors?: Record<string, string[]>
}

/** What a server in trouble, or one that has heard enough, would answer. */
export async function refuseWith(page: Page, procedure: string, refusal: Refusal): Promise<void> {
  const { status, appCode, message, fieldErrors = null } = refusal
  const data = { code: 'INTERNAL_SERVER_ERROR', httpStatus: status, appCode, fieldErrors }
  const error = { json: { message, code: -32_603, data } }
  await page.route(`**/trpc/${procedure}*`, (route) => fulfil(route, status, { error }))
}

export const TOO_MANY: Refusal = {
  status: 429,
  appCode: 'THROTTLED',
  message: 'Too many tries. Wait a few minutes, then try again.',
}

/** Change the server's answer before the page receives it, whatever it travels with. */
export async function changeAnswer(page: Page, procedure: string, change: object): Promise<void> {
  await page.route('**/trpc/**', async (route) => {
    const place = namesOf(route).indexOf(procedure)
    if (place < 0) return route.fallback()
    const response = await route.fetch()
    const answers: { result?: { data: { json: object } } }[] = await response.json()
    const result = answers[place]?.result
    if (result) Object.assign(result.data.json, change)
    await route.fulfill({ response, json: answers })
  })
}

export const succeed = (json: object) => ({ result: { data: { json } } })
export const FAILURE = {
  error: {
    json: {
      message: 'Something went wrong',
      code: -32_603,
      data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, appCode: null, fieldErrors: null },
    },
  },
}

/** Gives these answers in the place of the server's, whatever they travel with. */
export async function answerSome(page: Page, answers: Record<string, object>): Promise<void> {
  await page.route('**/trpc/**', async (route) => {
    const names = namesOf(route)
    if (!names.some((name) => name in answers)) return route.fallback()
    const given: object[] = await (await route.fetch()).json()
    await route.fulfill({ json: given.map((answer, i) => answers[names[i] ?? ''] ?? answer) })
  })
}

const namesOf = (route: Route) => new URL(route.request().url()).pathname.slice('/trpc/'.length).split(',')

/** Reads travel in a batch, and their answers in a list. */
function fulfil(route: Route, status: number, body: object): Promise<void> {
  const isBatch = new URL(route.request().url()).searchParams.has('batch')
  return route.fulfill({ status, json: isBatch ? [body] : body })
}
