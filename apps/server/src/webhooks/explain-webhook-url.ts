import { isIP } from 'node:net'
import { isAllowedAddress } from '@chuma/postback/is-allowed-address'
import { isPublicAddress } from '@chuma/postback/is-public-address'

const LOOPBACK = ['127.0.0.0/8', '::1']

export const isLoopback = (address: string) => isAllowedAddress(address, LOOPBACK)

/** Whether an address says of itself that it is this machine: nothing that a name server could say otherwise. */
export function isOwnMachine({ hostname }: URL): boolean {
  return hostname === 'localhost' || isLoopback(withoutBrackets(hostname))
}

/**
 * Why a webhook is never sent to this address, as a person reads it; null: it is. The parser has turned every way to write an
 * IPv4 address into the common one. What a name leads to is looked at when it is called.
 */
export function explainWebhookUrl(text: string, { allowsLoopback }: { allowsLoopback: boolean }) {
  if (!URL.canParse(text)) return 'Not an address that begins with https://'
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return 'An address with a password in it is not called'
  if (allowsLoopback && isOwnMachine(url)) return null
  if (url.protocol !== 'https:') return 'Only addresses that begin with https:// are called'
  if (url.port !== '') return 'Only the standard port of https is called'
  const host = withoutBrackets(url.hostname)
  const isPublic = isIP(host) === 0 ? host.includes('.') : isPublicAddress(host)
  return isPublic ? null : 'This address is not on the public internet'
}

const withoutBrackets = (hostname: string) => hostname.replace(/^\[|\]$/g, '')
