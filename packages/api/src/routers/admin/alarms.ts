import { acknowledgeAlarmInput, alarm } from '@chuma/contract/admin/alarms'
import { acknowledgeAlarm } from '@chuma/core/admin/alarms'
import { listAlarms } from '@chuma/db/queries/admin/alarms'
import * as z from 'zod'
import { staffProcedure } from '../../trpc.ts'

/** Part of `admin`: what is wrong with the books, the jobs and what is due. */
export const alarmProcedures = {
  listAlarms: staffProcedure('system:read')
    .meta({ rest: { method: 'GET', path: '/admin/alarms', summary: 'Alarms, open ones first' } })
    .output(z.array(alarm))
    .query(({ ctx }) => listAlarms(ctx.deps.db)),

  acknowledgeAlarm: staffProcedure('system:read', 'routine')
    .meta({
      rest: {
        method: 'POST',
        path: '/admin/alarms/:id/acknowledge',
        summary: 'Say that I look after an alarm',
        description: 'It stays open until its cause is gone.',
        errors: ['ALREADY_DECIDED'],
      },
    })
    .input(acknowledgeAlarmInput)
    .output(z.array(alarm))
    .mutation(({ ctx, input }) => acknowledgeAlarm(ctx.deps, ctx.staff, input)),
}
