import { BACKGROUND_HEADER } from '@chuma/contract/auth/background'
import { identifyCaller } from '@chuma/core/auth/identify-caller'
import type { Caller } from '@chuma/core/caller'
import type { Deps } from '@chuma/core/deps'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { answerWithin } from '../turns/answer-within.ts'
import { isDoor } from './is-door.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** A visitor when there is no token, or an invalid one. */
    caller: Caller
    /** Identify the caller again. */
    identify: () => Promise<Caller>
  }
}

/** Whether the page itself made this call, and nobody at it: it polls, or follows a stream. */
const isFromPage = ({ headers }: FastifyRequest) =>
  headers[BACKGROUND_HEADER] !== undefined || headers.accept?.includes('text/event-stream') === true
/** While the database is silent, callers hear so long before their connection breaks. */
const IDENTIFY_MS = 5000
/** A proof has about 700 characters. */
const LONGEST_PROOF = 2000

/** Read the bearer token of every call to a door. Cookies are never read (docs/decisions). */
export const identifyRequest = fp<{ deps: Deps }>(async (app: FastifyInstance, { deps }) => {
  app.decorateRequest('caller')
  app.decorateRequest('identify')
  app.addHook('onRequest', async (request) => {
    if (!isDoor(request)) return
    const token = /^Bearer ([\x21-\x7e]{1,200})$/i.exec(request.headers.authorization ?? '')?.[1]
    const userAgent = request.headers['user-agent']?.slice(0, 300) ?? null
    const acceptLanguage = request.headers['accept-language']
    const credentials = { token, address: request.ip, userAgent, acceptLanguage }
    const proofOfWork = request.headers['proof-of-work']?.toString().slice(0, LONGEST_PROOF)
    const identify = async (isBackground: boolean) => ({
      ...(await identifyCaller(deps, { ...credentials, isBackground })),
      proofOfWork,
    })
    // A stream identifies its reader again and again, for as long as a page is open.
    request.identify = () => identify(true)
    request.caller = await answerWithin(IDENTIFY_MS, identify(isFromPage(request)))
  })
})
