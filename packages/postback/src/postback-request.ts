/** A call before it is parsed. */
export type PostbackRequest = {
  /** Only a POST's body is read. */
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
