import { changePasswordInput, memberSession, sessionRef } from '@chuma/contract/account/account'
import { accountExport } from '@chuma/contract/account/account-export'
import { requestDeletionInput, requestedDeletion } from '@chuma/contract/account/deletion'
import { editableUser, profile, updateProfileInput, userStats } from '@chuma/contract/account/profile'
import { settings, updateSettingsInput } from '@chuma/contract/account/settings'
import { message, session } from '@chuma/contract/auth/auth'
import { changePassword } from '@chuma/core/account/change-password'
import { requestDeletion } from '@chuma/core/account/deletion/request-deletion'
import { endOtherSessions } from '@chuma/core/account/end-other-sessions'
import { endSession } from '@chuma/core/account/end-session'
import { exportData } from '@chuma/core/account/export/export-data'
import { getProfile } from '@chuma/core/account/get-profile'
import { listSessions } from '@chuma/core/account/list-sessions'
import { updateProfile } from '@chuma/core/account/update-profile'
import { updateSettings } from '@chuma/core/account/update-settings'
import { getSettings } from '@chuma/db/queries/account/settings'
import { getUserStats } from '@chuma/db/queries/wallet/wallet'
import * as z from 'zod'
import { memberProcedure, router } from '../../trpc.ts'

export const accountRouter = router({
  changePassword: memberProcedure
    .input(changePasswordInput)
    .output(session)
    .mutation(({ ctx, input }) => changePassword(ctx.deps, ctx.caller, input)),

  listSessions: memberProcedure
    .output(z.array(memberSession))
    .query(({ ctx }) => listSessions(ctx.deps, ctx.member)),

  endSession: memberProcedure
    .input(sessionRef)
    .output(message)
    .mutation(({ ctx, input }) => endSession(ctx.deps, ctx.member, input)),

  endOtherSessions: memberProcedure
    .output(message)
    .mutation(({ ctx }) => endOtherSessions(ctx.deps, ctx.member)),

  getProfile: memberProcedure.output(profile).query(({ ctx }) => getProfile(ctx.deps, ctx.member)),

  getStats: memberProcedure
    .output(userStats)
    .query(({ ctx }) => getUserStats(ctx.deps.db, ctx.member.memberId)),

  updateProfile: memberProcedure
    .input(updateProfileInput)
    .output(editableUser)
    .mutation(({ ctx, input }) => updateProfile(ctx.deps, ctx.member, input)),

  getSettings: memberProcedure
    .output(settings)
    .query(({ ctx }) => getSettings(ctx.deps.db, ctx.member.memberId)),

  updateSettings: memberProcedure
    .input(updateSettingsInput)
    .output(settings)
    .mutation(({ ctx, input }) => updateSettings(ctx.deps, ctx.member, input)),

  exportData: memberProcedure.output(accountExport).query(({ ctx }) => exportData(ctx.deps, ctx.member)),

  requestDeletion: memberProcedure
    .input(requestDeletionInput)
    .output(requestedDeletion)
    .mutation(({ ctx, input }) => requestDeletion(ctx.deps, ctx.caller, input)),
})
