import { translateAnswer } from '@chuma/core/language/translate-answer'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { languageOf } from './language-of.ts'

/** What a REST answer says to people it says in their language. Failures go through `sendError`. */
export const speakLanguage = fp(async (app: FastifyInstance) => {
  app.addHook('preSerialization', async (request, _reply, payload) =>
    translateAnswer(languageOf(request), payload),
  )
})
