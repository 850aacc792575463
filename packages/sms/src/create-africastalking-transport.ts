import { exchange } from './exchange.ts'
import { readAnswer } from './read-answer.ts'
import type { TextTransport } from './transport.ts'

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
