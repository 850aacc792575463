import { requireStaff } from '@chuma/core/admin/staff/require-staff'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

/**
 * Keeps everybody out of the staff's routes who may not pass, before the body is read: a stranger learns nothing about
 * what it should have been.
 */
export const guardStaffRoutes = fp(async (app: FastifyInstance) => {
  app.addHook('onRequest', async (request) => {
    const { permission, guard } = request.routeOptions.config
    if (permission) requireStaff(request.caller, permission)
    guard?.(request.caller)
  })
})
