import { changeEconomyInput } from '@chuma/contract/admin/economy/economy'
import {
  economyReport,
  economyVersion,
  listEconomyVersionsInput,
} from '@chuma/contract/admin/economy/economy-report'
import { changeEconomy } from '@chuma/core/admin/economy/change-economy'
import { getEconomyReport } from '@chuma/core/admin/economy/get-economy-report'
import { listEconomyVersions } from '@chuma/core/admin/economy/list-economy-versions'
import { requireStaff } from '@chuma/core/admin/staff/require-staff'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { RestOptions } from './rest-options.ts'

const tags = ['admin']

/** Every rate, limit and reward, and who changed them. */
export const economyRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  app.get(
    '/admin/economy',
    {
      config: { permission: 'economy:read' },
      schema: {
        tags,
        summary: 'All rates, limits and rewards, and what they mean in money',
        response: { 200: economyReport },
      },
    },
    () => getEconomyReport(deps),
  )

  app.put(
    '/admin/economy',
    {
      config: { permission: 'economy:manage', errors: ['ECONOMY_STATE'] },
      schema: {
        tags,
        summary: 'Change rates, limits and rewards',
        description:
          'Only the fields that change. `version` is the one that was read: 409 when there is a newer one by now. ' +
          'What was promised before, such as the rate of a withdrawal, stays as it is.',
        body: changeEconomyInput,
        response: { 200: economyReport },
      },
    },
    (request) => changeEconomy(deps, requireStaff(request.caller, 'economy:manage'), request.body),
  )

  app.get(
    '/admin/economy/versions',
    {
      config: { permission: 'economy:read' },
      schema: {
        tags,
        summary: 'Who changed what and why, newest first',
        querystring: listEconomyVersionsInput,
        response: { 200: z.array(economyVersion) },
      },
    },
    (request) => listEconomyVersions(deps, request.query),
  )
}
