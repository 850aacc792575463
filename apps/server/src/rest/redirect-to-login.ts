import type { FastifyPluginAsync } from 'fastify'
import * as z from 'zod'

const schema = { querystring: z.strictObject({}) }

/** Where the specified pages send a refused caller (SPEC §7). */
export const redirectToLogin: FastifyPluginAsync = async (app) => {
  app.get('/login', { schema }, (_request, reply) => reply.redirect('/login'))
}
