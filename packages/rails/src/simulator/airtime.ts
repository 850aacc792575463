import { parseJson } from '@chuma/mpesa/exchange'
import { z } from 'zod'
import type { Failure, Refusal } from './faults.ts'
import {
  type Protocol,
  type RailOptions,
  type RailOrder,
  type Reply,
  type Request,
  randomText,
  startRailSimulator,
} from './rail-simulator.ts'

type AirtimeOptions = RailOptions & { username?: string; apiKey?: string }

const REASONS: Record<Failure, string> = {
  float: 'Insufficient balance',
  credential: 'Airtime is not enabled for this account',
  unregistered: 'Unable to credit this number',
  'unknown-number': 'Invalid phone number',
  'unknown-code': 'Failed due to code 9876',
}

/** Start local airtime by Africa's Talking. */
export async function startAirtimeSimulator(options: AirtimeOptions = {}) {
  // A key that is refused once, as after it was changed in the dashboard.
  const door = { isShut: false }
  return startRailSimulator(createAirtimeProtocol(options, door), options)
}

type Door = { isShut: boolean }

function createAirtimeProtocol(settings: AirtimeOptions, door: Door): Protocol {
  return {
    read: (request) => read(settings, door, request),
    newOrder() {
      const reference = `ATQid_${randomText(32).toLowerCase()}`
      return { reference, receipt: reference }
    },
    accepted,
    refused,
    status,
    balance: (kes) => ({ status: 200, body: { UserData: { balance: `KES ${kes.toFixed(4)}` } } }),
    callback(order, { isPaid, distort }) {
      if (order.failure === 'float' || order.failure === 'credential') return undefined
      return {
        body: {
          phoneNumber: `+${distort.msisdn ?? order.msisdn}`,
          description: isPaid ? 'Airtime delivered successfully' : REASONS[order.failure ?? 'unregistered'],
          status: isPaid ? 'Success' : 'Failed',
          requestId: distort.receipt ?? order.reference,
          discount: 'KES 0.6000',
          value: `KES ${order.amountKes + (distort.addKes ?? 0)}.0000`,
        },
        sign: () => ({}),
      }
    },
    revoke() {
      door.isShut = true
    },
  }
}

const recipients = z
  .array(
    z.strictObject({ phoneNumber: z.string().regex(/^\+254\d{9}$/), amount: z.string().regex(/^KES \d+$/) }),
  )
  .length(1)

function read(
  settings: AirtimeOptions,
  door: Door,
  { method, url, headers, text }: Request,
): ReturnType<Protocol['read']> {
  const reply = (answer: Reply) => ({ ask: 'reply' as const, reply: answer })
  if (headers.apikey !== (settings.apiKey ?? 'key')) return reply(refused('token'))
  const form = method === 'POST' ? new URLSearchParams(text) : url.searchParams
  if (form.get('username') !== (settings.username ?? 'sandbox')) return reply(refused('token'))
  if (url.pathname === '/version1/user') return { ask: 'balance' }
  if (url.pathname === '/query/transaction/find') {
    return { ask: 'status', find: { reference: form.get('transactionId') ?? '' } }
  }
  if (method !== 'POST' || url.pathname !== '/version1/airtime/send') return reply({ status: 404, body: {} })
  const [only] = recipients.safeParse(parseJson(form.get('recipients') ?? '')).data ?? []
  const id = headers['idempotency-key']
  if (!only || typeof id !== 'string')
    return reply({ status: 400, body: { errorMessage: 'Invalid recipients' } })
  if (door.isShut) door.isShut = false
  return {
    ask: 'order',
    order: { id, msisdn: only.phoneNumber.slice(1), amountKes: Number(only.amount.slice(4)) },
  }
}

function none(errorMessage: string): Reply {
  return {
    status: 201,
    body: { errorMessage, numSent: 0, totalAmount: '0', totalDiscount: '0', responses: [] },
  }
}

function refused(refusal: Refusal | 'error'): Reply {
  if (refusal === 'busy') return { status: 429, body: { errorMessage: 'Too many requests' } }
  if (refusal === 'token')
    return { status: 401, body: { errorMessage: 'The supplied authentication is invalid' } }
  if (refusal === 'duplicate') return none('A duplicate request was received within the last 5 minutes')
  return { status: 500, body: { errorMessage: 'An internal error occurred' } }
}

function accepted(order: RailOrder, isSilent: boolean): Reply {
  const failure = isSilent ? null : order.failure
  if (failure === 'float' || failure === 'credential') return none(REASONS[failure])
  const amount = `KES ${order.amountKes}.0000`
  const responses = [
    {
      phoneNumber: `+${order.msisdn}`,
      errorMessage: failure ? REASONS[failure] : 'None',
      amount,
      status: failure ? 'Failed' : 'Sent',
      requestId: failure ? 'None' : order.reference,
      discount: 'KES 0.6000',
    },
  ]
  const [numSent, totalAmount] = failure ? [0, '0'] : [1, amount]
  return {
    status: 201,
    body: { errorMessage: 'None', numSent, totalAmount, totalDiscount: 'KES 0.6000', responses },
  }
}

const WORDS = { paid: 'Success', failed: 'Failed', pending: 'Queued' } as const

function status(order: RailOrder | undefined): Reply {
  if (!order) return { status: 200, body: { status: 'Failed', errorMessage: 'Transaction not found' } }
  const data = {
    requestId: order.reference,
    status: WORDS[order.status],
    phoneNumber: `+${order.msisdn}`,
    value: `KES ${order.amountKes}.0000`,
    description: order.failure ? REASONS[order.failure] : '',
  }
  return { status: 200, body: { status: 'Success', data } }
}
