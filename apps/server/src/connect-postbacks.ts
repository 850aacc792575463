import type { Postbacks } from '@chuma/core/partners/postbacks'
import { partnerScheme } from '@chuma/postback/partner-scheme'
import { verifyPostback } from '@chuma/postback/verify-postback'

/** Joins the rules about partners with the schemes that they sign by. */
export function connectPostbacks(publicBaseUrl: string): Postbacks {
  return {
    publicBaseUrl,
    readScheme: (typed) => {
      const read = partnerScheme.safeParse(typed)
      if (read.success) return { ok: true, scheme: read.data, terms: read.data }
      const problems: Record<string, string[]> = {}
      for (const { path, message } of read.error.issues) {
        const key = path.map(String).join('.')
        problems[key] = [...(problems[key] ?? []), message]
      }
      return { ok: false, problems }
    },
    verify: (scheme, secret, request) => verifyPostback(partnerScheme.parse(scheme), [secret], request),
  }
}
