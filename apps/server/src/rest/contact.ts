import { contactDetails, contactInput, contactResult } from '@chuma/contract/inbox/contact'
import { sendMessage } from '@chuma/core/inbox/send-message'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { RestOptions } from './rest-options.ts'

export const contactRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  app.get(
    '/contact',
    {
      schema: {
        security: [],
        tags: ['contact'],
        summary: 'Where a person of our team can be reached',
        response: { 200: contactDetails },
      },
    },
    () => deps.contactDetails,
  )

  app.post(
    '/contact',
    {
      config: { errors: ['KEY_REUSED'] },
      schema: {
        security: [],
        tags: ['contact'],
        summary: 'Write to us',
        description: 'Needs no sign-in. The message is kept, and mailed to the support address.',
        body: contactInput,
        response: { 200: contactResult },
      },
    },
    (request) =>
      sendMessage(deps, request.caller, { ...request.body, idempotencyKey: request.idempotencyKey }),
  )
}
