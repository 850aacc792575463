import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type Behaviour,
  type BehaviourName,
  behaviourOfNumber,
  behaviours,
  isTaken,
  STATUS_NAMES,
} from './behaviours.ts'
import { createCourier, type Parcel } from './create-courier.ts'
import { sendFault } from './send-fault.ts'

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

export type TakenText = { id: string; to: string; from: string | null; message: string }

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
