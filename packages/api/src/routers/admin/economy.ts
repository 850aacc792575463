import { changeEconomyInput } from '@chuma/contract/admin/economy/economy'
import {
  economyReport,
  economyVersion,
  listEconomyVersionsInput,
} from '@chuma/contract/admin/economy/economy-report'
import { changeEconomy } from '@chuma/core/admin/economy/change-economy'
import { getEconomyReport } from '@chuma/core/admin/economy/get-economy-report'
import { listEconomyVersions } from '@chuma/core/admin/economy/list-economy-versions'
import * as z from 'zod'
import { staffProcedure } from '../../trpc.ts'

/** Part of `admin`: all rates, limits and rewards, and who changed them. */
export const economyProcedures = {
  getEconomy: staffProcedure('economy:read')
    .meta({
      rest: {
        method: 'GET',
        path: '/admin/economy',
        summary: 'All rates, limits and rewards, and what they mean in money',
      },
    })
    .output(economyReport)
    .query(({ ctx }) => getEconomyReport(ctx.deps)),

  changeEconomy: staffProcedure('economy:manage')
    .meta({
      rest: {
        method: 'PUT',
        path: '/admin/economy',
        summary: 'Change rates, limits and rewards',
        description:
          'Send only the fields that change, and the `version` that was read; answers 409 if there is a newer one. Earlier promises, such as the rate of a withdrawal, do not change.',
        errors: ['ECONOMY_STATE'],
      },
    })
    .input(changeEconomyInput)
    .output(economyReport)
    .mutation(({ ctx, input }) => changeEconomy(ctx.deps, ctx.staff, input)),

  listEconomyVersions: staffProcedure('economy:read')
    .meta({
      rest: {
        method: 'GET',
        path: '/admin/economy/versions',
        summary: 'Who changed what and why, newest first',
      },
    })
    .input(listEconomyVersionsInput)
    .output(z.array(economyVersion))
    .query(({ ctx, input }) => listEconomyVersions(ctx.deps, input)),
}
