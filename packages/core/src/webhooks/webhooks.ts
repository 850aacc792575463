/** An HTTP POST. `body` is sent unchanged, because it is signed. */
export type WebhookCall = { url: string; headers: Record<string, string>; body: string }

/** `text`: the beginning of the answer. Null status: no answer, with a reason of up to 200 characters. */
export type WebhookAnswer = { status: number; text: string } | { status: null; reason: string }

type UrlProblem = 'NOT_HTTPS' | 'URL_WITH_PASSWORD' | 'URL_WITH_PORT' | 'URL_NOT_PUBLIC'

/** Calls the operator's own programs, and never anything inside our network. */
export type Webhooks = {
  /** Why an address is never called; null if it is allowed. What it resolves to is checked at every call. */
  explainUrl: (url: string) => UrlProblem | null
  /** Makes one attempt, without following redirects. Never throws. */
  send: (call: WebhookCall) => Promise<WebhookAnswer>
}
