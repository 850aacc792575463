/** One HTTP POST. `body` is sent as it is: the signature is over these bytes. */
export type WebhookCall = { url: string; headers: Record<string, string>; body: string }

/** `text`: how the answer began. Without a status none came, for this reason of up to 200 characters. */
export type WebhookAnswer = { status: number; text: string } | { status: null; reason: string }

type UrlProblem = 'NOT_HTTPS' | 'URL_WITH_PASSWORD' | 'URL_WITH_PORT' | 'URL_NOT_PUBLIC'

/** The way out to the operator's own programs, and to nothing inside our network. */
export type Webhooks = {
  /** Why nothing is ever sent to this address; null: it is. What it resolves to is looked at by every call. */
  explainUrl: (url: string) => UrlProblem | null
  /** Tried once, without following anything. Never throws. */
  send: (call: WebhookCall) => Promise<WebhookAnswer>
}
