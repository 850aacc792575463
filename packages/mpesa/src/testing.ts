import { createSign, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { createDaraja, type DarajaConfig } from './daraja-client.ts'
import { parseJson } from './exchange.ts'

export type Recorded = {
  method: string
  path: string
  headers: IncomingMessage['headers']
  text: string
  /** `undefined` if not JSON. */
  body: unknown
}
type Answer = (response: ServerResponse, request: Recorded) => void

/** Start a server that answers as the test decides and records requests. Closed when the test ends. */
export async function startRecorder(answer: Answer) {
  const requests: Recorded[] = []
  let sockets = 0
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString('utf8')
    const recorded = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      text,
      body: parseJson(text),
    }
    requests.push(recorded)
    answer(response, recorded)
  })
  server.on('connection', () => {
    sockets += 1
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => closeServer(server)
  onTestFinished(close)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    countSockets: () => sockets,
    close,
  }
}

export async function closeServer(server: Server) {
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

/** Issue tokens, and leave every other request to the test. */
export function startGateway(answer: Answer) {
  let tokens = 0
  return startRecorder((response, request) => {
    if (!request.path.startsWith('/oauth/')) return answer(response, request)
    tokens += 1
    response.end(JSON.stringify({ access_token: `token-${tokens}`, expires_in: '3599' }))
  })
}

export function connectTo(baseUrl: string, overrides: Partial<DarajaConfig> = {}) {
  return createDaraja({
    baseUrl,
    consumerKey: 'key',
    consumerSecret: 'secret',
    shortCode: '600992',
    initiatorName: 'testapi',
    securityCredential: 'Y3JlZGVudGlhbA==',
    timeoutMs: 5_000,
    ...overrides,
  })
}

let payments = 0
export function aPayment(callbackBase = 'http://127.0.0.1:9') {
  payments += 1
  return {
    originatorConversationId: `po_${payments}`,
    amountKes: 1450,
    msisdn: '254712345678',
    remarks: 'Earnings payout',
    occasion: 'PO-1042',
    resultUrl: `${callbackBase}/hooks/d/r/0f`,
    timeoutUrl: `${callbackBase}/hooks/d/t/0f`,
  }
}

export const stkConfig = {
  shortCode: '174379',
  passkey: 'bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919',
  transactionType: 'CustomerPayBillOnline',
} as const

export function aPush(callbackBase = 'http://127.0.0.1:9') {
  return {
    amountKes: 1000,
    msisdn: '254712345678',
    accountReference: 'PREM48213',
    description: 'Premium',
    callbackUrl: `${callbackBase}/hooks/d/s/0f`,
  }
}

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const length = content.length
  const head = length < 128 ? [tag, length] : [tag, 0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from(head), content])
}

/** A throw-away certificate, built here because Node generates keys but no certificates. */
export function selfSignedCertificate() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const algorithm = der(0x30, Buffer.from('06092a864886f70d01010b0500', 'hex'))
  const commonName = der(0x30, Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from('127.0.0.1')))
  const name = der(0x30, der(0x31, commonName))
  const validity = der(0x30, der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('491231000000Z')))
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const version = Buffer.from('a003020102', 'hex')
  const body = der(0x30, version, der(2, Buffer.from([1])), algorithm, name, validity, name, spki)
  const signature = createSign('sha256').update(body).sign(privateKey)
  const certificate = der(0x30, body, algorithm, der(3, Buffer.from([0]), signature))
  const base64 = certificate.toString('base64').replace(/.{64}/g, '$&\n').trim()
  return {
    certificatePem: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
    privateKey,
  }
}
