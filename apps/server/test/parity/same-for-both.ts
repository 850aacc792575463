import { comparable } from './comparable.ts'

type Answer = { status: number; body: unknown }
type Answers = { atRest: Answer; atTrpc: Answer; path: string; renamed: Record<string, string> }
type ErrorBody = { message: string; fieldErrors: Record<string, string[]> | null }

/** What two houses draw for themselves. */
const IS_DRAWN = /quiz|spin|wheel/i
/** Made up anew for each answer. */
const MADE_UP =
  /^(token|password|secret|otpauthUri|recoveryCodes|reference|publicKey|postbackUrl|externalUrl|url|code|signingSecret)$/

/** Both answers in one form: what has to differ is made equal, the rest is as it came. */
export function sameForBoth({ atRest, atTrpc, path, renamed }: Answers) {
  const level = (body: unknown) => comparable(IS_DRAWN.test(path) ? shapeOf(body) : hideMadeUp(body))
  const [rest, trpc] =
    atRest.status < 400 ? [atRest.body, readQuiz(path, atTrpc.body)] : readErrors(atRest, atTrpc, renamed)
  return {
    // REST alone has a word for having made something.
    rest: { status: atRest.status === 201 ? 200 : atRest.status, body: level(rest) },
    trpc: { status: atTrpc.status, body: level(trpc) },
  }
}

function readErrors(atRest: Answer, atTrpc: Answer, renamed: Record<string, string>): [unknown, unknown] {
  const error = atTrpc.body as ErrorBody
  if (typeof atRest.body === 'string') return [atRest.body, asPlainText(error)]
  const rest = renameFields(atRest.body as ErrorBody, renamed)
  // The open door reads the address first, and speaks of nothing else when that is wrong.
  const inPath = Object.values(renamed)
  const fields = Object.keys(rest.fieldErrors ?? {})
  const isAddress = fields.length > 0 && fields.every((field) => inPath.includes(field))
  return [rest, isAddress ? { ...error, fieldErrors: pick(error.fieldErrors, inPath) } : error]
}

const pick = (fields: ErrorBody['fieldErrors'], names: readonly string[]) =>
  fields && Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))

/** The specification's list is the questions alone; the page is also told whether they can be answered. */
const readQuiz = (path: string, body: unknown) =>
  path === 'games.getQuiz' ? ((body as { questions?: unknown }).questions ?? body) : body

/** One call of the specification answers its errors as text. */
function asPlainText({ message, fieldErrors }: ErrorBody): string {
  const fields = Object.entries(fieldErrors ?? {}).map(
    ([field, messages]) => `${field}: ${messages.join(', ')}`,
  )
  return fields.length > 0 ? fields.join('\n') : message
}

function renameFields(body: ErrorBody, renamed: Record<string, string>): ErrorBody {
  if (!body.fieldErrors) return body
  const fields = Object.entries(body.fieldErrors).map(([field, messages]) => [
    renamed[field] ?? field,
    messages,
  ])
  return { ...body, fieldErrors: Object.fromEntries(fields) }
}

function hideMadeUp(value: unknown, key = ''): unknown {
  if (MADE_UP.test(key) && value !== null && value !== '') return 'made up'
  if (Array.isArray(value)) return value.map((each) => hideMadeUp(each))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, hideMadeUp(inner, name)]))
}

function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]))
}
