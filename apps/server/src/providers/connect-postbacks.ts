import { toFieldProblems } from '@chuma/contract/to-field-problems'
import type { Postbacks } from '@chuma/core/partners/postbacks'
import { findPartnerPreset, partnerPresets } from '@chuma/postback/partner-presets'
import { partnerScheme } from '@chuma/postback/partner-scheme'
import { postbackUrls } from '@chuma/postback/postback-urls'
import { explainSignature } from '@chuma/postback/signatures/explain-signature'
import { verifyPostback } from '@chuma/postback/signatures/verify-postback'

/** Join the rules about partners with their signature schemes. */
export function connectPostbacks(publicBaseUrl: string): Postbacks {
  return {
    publicBaseUrl,
    readScheme: (typed) => {
      const read = partnerScheme.safeParse(typed)
      if (read.success) return { ok: true, scheme: read.data, terms: read.data }
      return { ok: false, problems: toFieldProblems(read.error, typed) }
    },
    verify: (scheme, secret, request) => verifyPostback(partnerScheme.parse(scheme), [secret], request),
    explain: (scheme, secret, request) => explainSignature(partnerScheme.parse(scheme), [secret], request),
    presets: partnerPresets.map(({ click, ...preset }) => ({
      ...preset,
      clickUrl: click.url,
      knownAddresses: [...preset.knownAddresses],
      notes: [...preset.notes],
    })),
    callUrls: (id, publicKey) => {
      const preset = findPartnerPreset(id)
      return preset ? postbackUrls(preset, publicBaseUrl, publicKey) : []
    },
  }
}
