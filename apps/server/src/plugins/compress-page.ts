import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const MIDDLING = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** Compress a page per request: its nonce rules out doing so beforehand. Takes one or two milliseconds. */
export async function compressPage(html: string, accepted: string | undefined) {
  if (accepted && /\bbr\b/.test(accepted)) {
    return { body: await promisify(brotliCompress)(html, MIDDLING), encoding: 'br' }
  }
  if (accepted && /\bgzip\b/.test(accepted)) return { body: await promisify(gzip)(html), encoding: 'gzip' }
  return { body: html, encoding: null }
}
