import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Report = { status: string; failureReason?: string }

type Behaviour = {
  /** The last three digits of a number that asks for it. */
  suffix: string
  description: string
  /** The recipient's status code; 101 by default. Only 100 to 102 take the text. */
  code?: number
  /** Instead of a recipient. */
  message?: string
  /** Instead of the answer that is due. */
  fault?: 'hang' | 'reset' | 'error-500' | 'error-503' | 'html' | 'truncated' | 'busy'
  /** With a fault: the text was not taken. */
  dropped?: true
  reports?: readonly Report[]
  /** `before-answer`: reports overtake the answer · `held`: they come when a test delivers them. */
  timing?: 'before-answer' | 'held'
}

const SUCCESS: Report = { status: 'Success' }

const STATUS_NAMES: Record<number, string> = {
  100: 'Processed',
  101: 'Success',
  102: 'Queued',
  401: 'RiskHold',
  402: 'InvalidSenderId',
  403: 'InvalidPhoneNumber',
  404: 'UnsupportedNumberType',
  405: 'InsufficientBalance',
  406: 'UserInBlacklist',
  407: 'CouldNotRoute',
  409: 'DoNotDisturbRejection',
  500: 'InternalServerError',
  501: 'GatewayError',
  502: 'RejectedByGateway',
}

const taken = (suffix: string, what: string, more: Partial<Behaviour>): Behaviour => ({
  suffix,
  description: `Taken; ${what}`,
  ...more,
})
const refusing = (suffix: string, code: number): Behaviour => ({
  suffix,
  code,
  description: `Not taken: ${code} ${STATUS_NAMES[code]}`,
  reports: [],
})

export const behaviours = {
  ok: taken('900', 'one report of success', { reports: [SUCCESS] }),
  'risk-hold': refusing('901', 401),
  'invalid-sender': { suffix: '902', description: 'Not taken: no recipients', message: 'InvalidSenderId' },
  'invalid-number': refusing('903', 403),
  unsupported: refusing('904', 404),
  'insufficient-balance': refusing('905', 405),
  blacklisted: refusing('906', 406),
  'no-route': refusing('907', 407),
  'do-not-disturb': refusing('909', 409),
  'internal-error': refusing('910', 500),
  'gateway-error': refusing('911', 501),
  'gateway-rejects': refusing('912', 502),
  'report-failed': taken('920', 'the network cannot deliver it', {
    reports: [{ status: 'Failed', failureReason: 'DeliveryFailure' }],
  }),
  'report-blacklisted': taken('921', 'the network blocks it', {
    reports: [{ status: 'Rejected', failureReason: 'UserInBlackList' }],
  }),
  'report-twice': taken('922', 'the report twice', { reports: [SUCCESS, SUCCESS] }),
  'report-late': taken('923', 'the report waits until it is delivered by hand', {
    reports: [SUCCESS],
    timing: 'held',
  }),
  'report-first': taken('924', 'the report overtakes the answer', {
    reports: [SUCCESS],
    timing: 'before-answer',
  }),
  'report-contradicts': taken('925', 'success, then an older failure', {
    reports: [SUCCESS, { status: 'Failed', failureReason: 'DeliveryFailure' }],
  }),
  'report-stages': taken('926', 'every stage is reported', {
    reports: [{ status: 'Sent' }, { status: 'Submitted' }, { status: 'Buffered' }, SUCCESS],
  }),
  'no-report': taken('927', 'no report ever', { reports: [] }),
  hang: taken('930', 'no answer', { fault: 'hang', reports: [SUCCESS] }),
  'hang-dropped': { suffix: '931', description: 'Not taken; no answer', fault: 'hang', dropped: true },
  reset: taken('932', 'the connection is reset', { fault: 'reset', reports: [SUCCESS] }),
  'error-500': taken('933', 'a 500 answers', { fault: 'error-500', reports: [] }),
  'error-503': { suffix: '934', description: 'Not taken; a 503 answers', fault: 'error-503', dropped: true },
  html: {
    suffix: '935',
    description: "Taken; a gateway's page answers with 200",
    fault: 'html',
    reports: [],
  },
  truncated: taken('936', 'half an answer', { fault: 'truncated', reports: [] }),
  busy: { suffix: '937', description: 'Not taken; a 429 answers', fault: 'busy', dropped: true },
} satisfies Record<string, Behaviour>

export type BehaviourName = keyof typeof behaviours

function isBehaviourName(name: string): name is BehaviourName {
  return Object.hasOwn(behaviours, name)
}

function behaviourOfNumber(number: string): BehaviourName {
  const names = Object.keys(behaviours).filter(isBehaviourName)
  return names.find((name) => number.endsWith(behaviours[name].suffix)) ?? 'ok'
}

const isTaken = ({ code = 101, message, dropped }: Behaviour): boolean =>
  message === undefined && !dropped && code < 200

export type SimulatorOptions = {
  /** Default 0: any free port. */
  port?: number
  username?: string
  apiKey?: string
  /** Where delivery reports go; `reportTo` sets it later. */
  reportUrl?: string
  /** How long a request without an answer is held before its connection is cut. */
  holdMs?: number
  /** How many texts our account can pay for. Default: no end. */
  texts?: number
}

type TakenText = { id: string; to: string; from: string | null; message: string }

const PRICE = 'KES 0.8000'

/** Start a local Africa's Talking on the loopback address. A number's last three digits choose how it behaves. */
export async function startSimulator(options: SimulatorOptions = {}) {
  const { username = 'sandbox', apiKey = 'simulated-key', holdMs = 60_000 } = options
  const texts: TakenText[] = []
  const next: BehaviourName[] = []
  let reportUrl = options.reportUrl
  let left = options.texts ?? Number.POSITIVE_INFINITY
  const courier = createCourier(() => reportUrl)

  function choose(to: string): Behaviour {
    const behaviour = behaviours[next.shift() ?? behaviourOfNumber(to)]
    return isTaken(behaviour) && left <= 0 ? behaviours['insufficient-balance'] : behaviour
  }

  async function send(form: URLSearchParams, response: ServerResponse): Promise<void> {
    const [to, message, from] = [form.get('to') ?? '', form.get('message') ?? '', form.get('from')]
    const behaviour = choose(to)
    const id = `ATXid_${randomBytes(16).toString('hex')}`
    const taken = isTaken(behaviour)
    if (taken) {
      left -= 1
      texts.push({ id, to, from, message })
    }
    const parcels: Parcel[] = (taken ? (behaviour.reports ?? []) : []).map((report) => ({
      ...report,
      id,
      phoneNumber: to,
    }))
    if (behaviour.timing === 'before-answer') await courier.post(parcels)
    const answer = JSON.stringify(describe(behaviour, { id, to }))
    if (behaviour.fault) sendFault[behaviour.fault](response, answer, holdMs)
    else response.writeHead(201, { 'content-type': 'application/json' }).end(answer)
    if (behaviour.timing === 'held') courier.hold(parcels)
    else if (behaviour.timing === undefined) courier.schedule(parcels)
  }

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await readBody(request))
    if (request.method !== 'POST' || request.url !== '/version1/messaging') {
      response.writeHead(404).end('Not Found')
    } else if (request.headers.apikey !== apiKey || form.get('username') !== username) {
      response.writeHead(401).end('The supplied authentication is invalid')
    } else if (!form.get('to') || !form.get('message')) {
      response.writeHead(400).end('Request is missing required form field')
    } else await send(form, response)
  }

  const { url, close } = await listen(route, options.port ?? 0)
  return {
    url,
    username,
    apiKey,
    /** What went out to phones. */
    texts: () => [...texts],
    /** Queue a behaviour for the next text; it goes before the number's own. */
    next: (name: BehaviourName) => void next.push(name),
    reportTo: (url: string) => {
      reportUrl = url
    },
    report: courier.post,
    deliver: courier.deliver,
    reportStatuses: courier.statuses,
    idle: courier.idle,
    close,
  }
}

type Route = (request: IncomingMessage, response: ServerResponse) => Promise<void>

async function listen(route: Route, port: number) {
  const server = createServer((request, response) => {
    // The caller hung up: there is no answer to give.
    route(request, response).catch(() => response.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close(): Promise<void> {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function describe({ code = 101, message }: Behaviour, { id, to }: { id: string; to: string }) {
  if (message) return { SMSMessageData: { Message: message, Recipients: [] } }
  const isSent = code < 200
  const recipient = {
    statusCode: code,
    number: to,
    status: STATUS_NAMES[code],
    cost: isSent ? PRICE : '0',
    messageId: isSent ? id : 'None',
  }
  const Message = isSent ? `Sent to 1/1 Total Cost: ${PRICE}` : 'Sent to 0/1 Total Cost: 0'
  return { SMSMessageData: { Message, Recipients: [recipient] } }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

type Parcel = Report & { id: string; phoneNumber: string }

/** Posts delivery reports as the provider does, one after the other; none without an address. */
function createCourier(reportUrl: () => string | undefined) {
  const held: Parcel[] = []
  const statuses: (number | 'failed')[] = []
  let underway = Promise.resolve()

  async function post({ id, phoneNumber, status, failureReason }: Parcel): Promise<void> {
    const url = reportUrl()
    if (url === undefined) return
    const body = new URLSearchParams({ id, status, phoneNumber, networkCode: '63902', retryCount: '0' })
    if (failureReason) body.set('failureReason', failureReason)
    try {
      statuses.push((await fetch(url, { method: 'POST', body, headers: { connection: 'close' } })).status)
    } catch {
      statuses.push('failed')
    }
  }

  async function postAll(parcels: readonly Parcel[]): Promise<void> {
    for (const parcel of parcels) await post(parcel)
  }

  return {
    post: postAll,
    schedule(parcels: readonly Parcel[]): void {
      underway = underway.then(() => postAll(parcels))
    },
    hold: (parcels: readonly Parcel[]) => void held.push(...parcels),
    /** Post what is held. */
    deliver: () => postAll(held.splice(0)),
    /** What the product answered, in order. */
    statuses: () => [...statuses],
    idle: () => underway,
  }
}

type Send = (response: ServerResponse, answer: string, holdMs: number) => void

const page = '<html><body><h1>Service Unavailable</h1></body></html>'

const sendFault: Record<NonNullable<Behaviour['fault']>, Send> = {
  hang(response, _answer, holdMs) {
    const timer = setTimeout(() => response.destroy(), holdMs).unref()
    response.on('close', () => clearTimeout(timer))
  },
  reset: (response) => response.socket?.resetAndDestroy(),
  'error-500': (response) => response.writeHead(500).end('Internal Server Error'),
  'error-503': (response) => response.writeHead(503).end(),
  html: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page),
  truncated: (response, answer) =>
    response
      .writeHead(201, { 'content-type': 'application/json' })
      .end(answer.slice(0, Math.ceil(answer.length / 2))),
  busy: (response) => response.writeHead(429).end('Too Many Requests'),
}
