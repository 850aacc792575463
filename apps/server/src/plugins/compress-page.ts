import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const MIDDLING = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** A page carries a nonce of its own, so it cannot be compressed beforehand; this costs it a millisecond or two. */
export async function compressPage(html: string, accepted: string | undefined) {
  if (accepted && /\bbr\b/.test(accepted)) {
    return { body: await promisify(brotliCompress)(html, MIDDLING), encoding: 'br' }
  }
  if (accepted && /\bgzip\b/.test(accepted)) return { body: await promisify(gzip)(html), encoding: 'gzip' }
  return { body: html, encoding: null }
}
