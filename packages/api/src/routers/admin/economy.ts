import { changeEconomyInput } from '@chuma/contract/admin/economy/economy'
import * as economyPresets from '@chuma/contract/admin/economy/economy-presets'
import { economyAssumptionsInput } from '@chuma/contract/admin/economy/project-economy'
import * as economy from '@chuma/core/admin/economy'
import * as z from 'zod'
import { route } from '../../meta.ts'
import { staffProcedure } from '../../trpc.ts'

/** Part of `admin`: all rates, limits and rewards, and who changed them. */
export const economyProcedures = {
  getEconomy: staffProcedure('economy:read')
    .meta({ rest: route('GET /admin/economy', 'All rates, limits and rewards, and what they mean in money') })
    .output(economyPresets.economyReport)
    .query(({ ctx }) => economy.getEconomyReport(ctx.deps)),

  changeEconomy: staffProcedure('economy:manage', 'critical')
    .meta({
      rest: route('PUT /admin/economy', 'Change rates, limits and rewards', {
        description:
          'Send only the fields that change, and the `version` that was read; answers 409 if there is a newer one. Earlier promises, such as the rate of a withdrawal, do not change.',
        errors: ['ECONOMY_STATE'],
      }),
    })
    .input(changeEconomyInput)
    .output(economyPresets.economyReport)
    .mutation(({ ctx, input }) => economy.changeEconomy(ctx.deps, ctx.staff, input)),

  listEconomyVersions: staffProcedure('economy:read')
    .meta({ rest: route('GET /admin/economy/versions', 'Who changed what and why, newest first') })
    .input(economyPresets.listEconomyVersionsInput)
    .output(z.array(economyPresets.economyVersion))
    .query(({ ctx, input }) => economy.listEconomyVersions(ctx.deps, input)),

  listEconomyPresets: staffProcedure('economy:read')
    .meta({
      rest: route(
        'GET /admin/economy/presets',
        'The presets, and what each costs and leaves under given assumptions',
        {
          description:
            'Assumptions that are not given keep their stored value, or their default. Projections are estimates: shillings per member and month, and a year at three growth rates.',
        },
      ),
    })
    .input(economyAssumptionsInput)
    .output(economyPresets.economyPresets)
    .query(({ ctx, input }) => economy.listEconomyPresets(ctx.deps, input)),

  chooseEconomyPreset: staffProcedure('economy:manage', 'critical')
    .meta({
      rest: route('PUT /admin/economy/preset', 'Choose the numbers that this installation runs on', {
        description:
          'Send `isConfirmed` for a choice whose `confirm` is not empty. Outside demo mode no withdrawal is approved and no partner is active before the first choice. A repeat of the newest choice changes nothing.',
        errors: ['ECONOMY_STATE', 'ECONOMY_UNCONFIRMED'],
      }),
    })
    .input(economyPresets.chooseEconomyPresetInput)
    .output(economyPresets.economyPresets)
    .mutation(({ ctx, input }) => economy.chooseEconomyPreset(ctx.deps, ctx.staff, input)),
}
