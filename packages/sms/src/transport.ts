import * as z from 'zod'

/** `to`: 254 and nine digits. `textId`: ours. */
type Text = { to: string; text: string; textId: string }

/**
 * Why a text did not go out. `blocked`: the number gets no texts of ours · `number`: nobody has it, or it takes no texts ·
 * `network`: the network could not deliver it · `account`: our account, key or sender is at fault.
 */
export type TextProblem = 'blocked' | 'number' | 'network' | 'account'

/**
 * The outcome of sending a text. `accepted`: it is on its way. `refused`: certainly not taken; `isFinal` if a retry would be
 * refused too. `unknown`: it may have been taken, and is never sent again. A reason has up to 200 characters, without numbers
 * and secrets. `cost` as the provider writes it, such as KES 0.8000.
 */
type TextOutcome =
  | { outcome: 'accepted'; providerId: string | null; cost: string | null }
  | { outcome: 'refused'; isFinal: boolean; problem: TextProblem; reason: string }
  | { outcome: 'unknown'; reason: string }

type TextTransport = {
  provider: 'africastalking' | 'captured'
  send: (text: Text) => Promise<TextOutcome>
}

/** Create a transport that only stores texts, with `insert`. */
export function createCaptureTransport(insert: (text: Text) => Promise<unknown>): TextTransport {
  return {
    provider: 'captured',
    send: async (text) => {
      await insert(text)
      return { outcome: 'accepted', providerId: null, cost: null }
    },
  }
}

export type AfricasTalkingConfig = {
  username: string
  apiKey: string
  /** A registered sender name or short code; without one the provider's shared sender is used. */
  sender?: string | undefined
  /** Default: the sandbox for the user name `sandbox`, otherwise the live service. */
  baseUrl?: string | undefined
  timeoutMs?: number
  fetch?: typeof fetch
}

const LIVE = 'https://api.africastalking.com'
const SANDBOX = 'https://api.sandbox.africastalking.com'
/** Shorter than the lease of a job. */
const TIMEOUT_MS = 20_000

/** Create a transport for Africa's Talking. It never throws for faults of the network or the provider, and never retries. */
export function createAfricasTalkingTransport(config: AfricasTalkingConfig): TextTransport {
  const { username, apiKey, sender, timeoutMs = TIMEOUT_MS, fetch: call = fetch } = config
  const baseUrl = config.baseUrl ?? (username === 'sandbox' ? SANDBOX : LIVE)
  const url = new URL('/version1/messaging', baseUrl)
  return {
    provider: 'africastalking',
    async send({ to, text }) {
      const form = new URLSearchParams({ username, to: `+${to}`, message: text })
      if (sender) form.set('from', sender)
      const headers = { apiKey, accept: 'application/json' }
      return readAnswer(await exchange({ fetch: call, url, headers, body: form.toString(), timeoutMs }), to)
    },
  }
}

const word = z.union([z.string(), z.number()]).transform(String)
const recipient = z.object({
  number: z.string(),
  statusCode: z.coerce.number(),
  status: z.string().catch(''),
  messageId: word.catch(''),
  cost: word.catch(''),
})
const envelope = z.object({
  SMSMessageData: z.object({ Message: z.string().catch(''), Recipients: z.array(recipient) }),
})
type Recipient = z.infer<typeof recipient>

/** Processed, sent, queued. */
const TAKEN = new Set([100, 101, 102])

/**
 * The codes of a recipient whose text was certainly not taken. All others may hide one that was: 401 (RiskHold) is held and may
 * be released, 500 and 501 are faults of the gateway after it had read the request.
 */
const REFUSED: Record<number, TextProblem> = {
  402: 'account', // InvalidSenderId
  403: 'number', // InvalidPhoneNumber
  404: 'number', // UnsupportedNumberType
  405: 'account', // InsufficientBalance
  406: 'blocked', // UserInBlacklist
  407: 'network', // CouldNotRoute
  409: 'blocked', // DoNotDisturbRejection
  502: 'network', // RejectedByGateway
}

/** Statuses whose request was read and not carried out. A proxy may send 408 after the request was passed on. */
const isRefusal = (status: number) => status >= 300 && status < 500 && status !== 408
const BUSY = 429

/** Classify what Africa's Talking answered to one text for `to`. Only what certainly was not taken counts as refused. */
function readAnswer(exchange: Exchange, to: string): TextOutcome {
  if (exchange.kind === 'never-connected') {
    return { outcome: 'refused', isFinal: false, problem: 'account', reason: exchange.reason }
  }
  if (exchange.kind === 'lost') return { outcome: 'unknown', reason: exchange.reason }
  const { status, text } = exchange
  if (isRefusal(status)) {
    return { outcome: 'refused', isFinal: status !== BUSY, problem: 'account', reason: `HTTP ${status}` }
  }
  const answer = status < 300 ? envelope.safeParse(parseJson(text)).data?.SMSMessageData : undefined
  if (!answer) return { outcome: 'unknown', reason: `HTTP ${status} that cannot be read` }
  // An unknown sender name is reported like this, with a 201.
  if (answer.Recipients.length === 0) {
    return { outcome: 'refused', isFinal: true, problem: 'account', reason: safe(answer.Message) }
  }
  const ours = answer.Recipients.find(({ number }) => number.replace(/^\+/, '') === to)
  return ours ? readRecipient(ours) : { outcome: 'unknown', reason: 'The answer names another number' }
}

function readRecipient({ statusCode, status, messageId, cost }: Recipient): TextOutcome {
  if (TAKEN.has(statusCode)) {
    const isId = /^[\w.:-]{1,100}$/.test(messageId) && messageId !== 'None'
    const isCost = /^[A-Z]{3} \d{1,9}(\.\d{1,6})?$/.test(cost)
    return { outcome: 'accepted', providerId: isId ? messageId : null, cost: isCost ? cost : null }
  }
  const reason = safe(`${statusCode} ${status}`)
  const problem = REFUSED[statusCode]
  return problem ? { outcome: 'refused', isFinal: true, problem, reason } : { outcome: 'unknown', reason }
}

/** Answers may quote the number; a reason is stored and logged. */
function safe(text: string): string {
  const words = text.replace(/\+?\d{7,}/g, '…').replace(/[\p{C}\s]+/gu, ' ')
  return words.trim().slice(0, 200) || 'No reason'
}

type Exchange =
  | { kind: 'answered'; status: number; text: string }
  | { kind: 'never-connected'; reason: string }
  | { kind: 'lost'; reason: string }

type Call = {
  fetch: typeof fetch
  url: URL
  headers: Record<string, string>
  body: string
  timeoutMs: number
}

/** Post a form exactly once. `never-connected` proves that the other side read nothing; `lost` means it may have. */
async function exchange({ url, headers, body, timeoutMs, ...call }: Call): Promise<Exchange> {
  try {
    const response = await call.fetch(url, {
      method: 'POST',
      // On a reused socket that the server is closing, a request fails after it was written, and its outcome is unknown.
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded', connection: 'close' },
      body,
      // Following a redirect could send the text twice.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { kind: 'answered', status: response.status, text: await response.text() }
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
    return { kind: neverConnected(cause) ? 'never-connected' : 'lost', reason: codeOf(cause) }
  }
}

function codeOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.errors.length > 0) return codeOf(cause.errors[0])
  if (!(cause instanceof Error)) return 'UNKNOWN'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
}

/** Without a name, a route or an open port, and with a certificate that nobody trusts, no byte of a request is written. */
const CONNECT_CODES = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

function neverConnected(cause: unknown): boolean {
  // A host with several addresses fails with one error each; a single doubtful one invalidates the proof.
  if (cause instanceof AggregateError) return cause.errors.length > 0 && cause.errors.every(neverConnected)
  return CONNECT_CODES.has(codeOf(cause))
}

/** Parse JSON, or `undefined`: for a gateway's page, an empty body, a truncated answer. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
