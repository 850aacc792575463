import { lookup } from 'node:dns/promises'
import type { Webhooks } from '@chuma/core/webhooks/webhooks'
import { isPublicAddress } from '@chuma/postback/is-public-address'
import { explainWebhookUrl, isLoopback, isOwnMachine } from './explain-webhook-url.ts'
import { lookUpAllowed, type Resolve } from './look-up-allowed.ts'
import { postOnce } from './post-once.ts'

type Options = {
  /** In a demonstration: this machine may be told too, and without TLS. */
  allowsLoopback: boolean
  resolve?: Resolve
  timeoutMs?: number
}

const TIMEOUT_MS = 10_000
const askSystem: Resolve = (hostname) => lookup(hostname, { all: true })

/** The way out for webhooks, to addresses on the public internet alone. */
export function connectWebhooks({
  allowsLoopback,
  resolve = askSystem,
  timeoutMs = TIMEOUT_MS,
}: Options): Webhooks {
  const explainUrl = (url: string) => explainWebhookUrl(url, { allowsLoopback })
  return {
    explainUrl,
    send: async (call) => {
      const refusal = explainUrl(call.url)
      if (refusal !== null) return { status: null, reason: refusal }
      const isAllowed = isOwnMachine(new URL(call.url)) ? isLoopback : isPublicAddress
      return postOnce(call, { lookup: lookUpAllowed(resolve, isAllowed), timeoutMs })
    },
  }
}
