import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { sayProblem } from '@chuma/api/language/words'
import { problem } from '@chuma/contract/problems'
import type { Webhooks } from '@chuma/core/webhooks/webhooks'
import { isAllowedAddress } from '@chuma/postback/is-allowed-address'
import { isPublicAddress } from '@chuma/postback/is-public-address'
import { lookUpAllowed, type Resolve } from './look-up-allowed.ts'
import { postOnce } from './post-once.ts'

type Options = {
  /** In a demo: this machine may receive webhooks too, and without TLS. */
  allowsLoopback: boolean
  resolve?: Resolve
  timeoutMs?: number
}

const TIMEOUT_MS = 10_000
const askSystem: Resolve = (hostname) => lookup(hostname, { all: true })

/** Connect the sending of webhooks, to addresses on the public internet only. */
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
      if (refusal !== null) return { status: null, reason: sayProblem('en', problem(refusal)) }
      const isAllowed = isOwnMachine(new URL(call.url)) ? isLoopback : isPublicAddress
      return postOnce(call, { lookup: lookUpAllowed(resolve, isAllowed), timeoutMs })
    },
  }
}

const LOOPBACK = ['127.0.0.0/8', '::1']

const isLoopback = (address: string) => isAllowedAddress(address, LOOPBACK)

/** Whether the address itself says that it is this machine, so that no name server can claim it. */
function isOwnMachine({ hostname }: URL): boolean {
  return hostname === 'localhost' || isLoopback(withoutBrackets(hostname))
}

/**
 * Return the problem with an address that never gets webhooks, or null. The URL parser has normalised every spelling of an
 * IPv4 address. What a name resolves to is checked on each call.
 */
function explainWebhookUrl(text: string, { allowsLoopback }: { allowsLoopback: boolean }) {
  if (!URL.canParse(text)) return 'NOT_HTTPS'
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return 'URL_WITH_PASSWORD'
  if (allowsLoopback && isOwnMachine(url)) return null
  if (url.protocol !== 'https:') return 'NOT_HTTPS'
  if (url.port !== '') return 'URL_WITH_PORT'
  const host = withoutBrackets(url.hostname)
  const isPublic = isIP(host) === 0 ? host.includes('.') : isPublicAddress(host)
  return isPublic ? null : 'URL_NOT_PUBLIC'
}

const withoutBrackets = (hostname: string) => hostname.replace(/^\[|\]$/g, '')
