import { createHash, createHmac } from 'node:crypto'
import type { PostbackEvent } from '../events/parse-event.ts'
import type { PostbackRequest } from '../postback-request.ts'
import { aGet, BASE, PATH } from '../testing.ts'

/** By partner and by what happened. The signatures are calculated by hand: nothing of the package has a part in them. */
export type Vectors = Record<
  string,
  Record<string, { request: PostbackRequest; says: Partial<PostbackEvent> }>
>

export const SECRET = 'K-secret/42+é'

const hash = (name: string, text: string) => createHash(name).update(text).digest('hex')
export const md5 = (text: string) => hash('md5', text)
export const sha256 = (text: string) => hash('sha256', text)
export const hmac = (name: string, text: string) => createHmac(name, SECRET).update(text)

export const fullUrl = (query: string, param: string, signature: (url: string) => string) =>
  aGet(`${query}&${param}=${signature(`${BASE}${PATH}?${query}`)}`)
