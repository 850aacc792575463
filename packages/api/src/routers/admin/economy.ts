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

/** Every rate, limit and reward, and who changed them. */
export const economyProcedures = {
  getEconomy: staffProcedure('economy:read')
    .output(economyReport)
    .query(({ ctx }) => getEconomyReport(ctx.deps)),

  changeEconomy: staffProcedure('economy:manage')
    .input(changeEconomyInput)
    .output(economyReport)
    .mutation(({ ctx, input }) => changeEconomy(ctx.deps, ctx.staff, input)),

  listEconomyVersions: staffProcedure('economy:read')
    .input(listEconomyVersionsInput)
    .output(z.array(economyVersion))
    .query(({ ctx, input }) => listEconomyVersions(ctx.deps, input)),
}
