import { transparency } from '@chuma/contract/books/transparency'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { RestOptions } from './rest-options.ts'

export const transparencyRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  app.get(
    '/transparency',
    {
      schema: {
        security: [],
        tags: ['wallet'],
        summary: 'What was paid out, to how many and how fast',
        description: 'Needs no sign-in. The figures are up to ten minutes old.',
        response: { 200: transparency },
      },
    },
    () => deps.transparency(),
  )
}
