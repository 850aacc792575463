/** A call as it arrived, before anything has read it. */
export type PostbackRequest = {
  /** A body is read in a POST only. */
  method: string
  /** Path and query exactly as received, one character per byte: Node's `request.url`. */
  rawTarget: string
  /** Scheme and host as registered with the partner, who may have signed them: `https://earn.example`. */
  publicBaseUrl?: string
  /** Names in lower case, as Node gives them. */
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
  rawBody: Buffer
  address: string
}
