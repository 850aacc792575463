import { editableUser, profile, updateProfileInput, userStats } from '@chuma/contract/account/profile'
import { settings, updateSettingsInput } from '@chuma/contract/account/settings'
import { getProfile } from '@chuma/core/account/get-profile'
import { updateProfile } from '@chuma/core/account/update-profile'
import { updateSettings } from '@chuma/core/account/update-settings'
import { requireMember } from '@chuma/core/auth/require-member'
import { getSettings } from '@chuma/db/queries/account/settings'
import { getUserStats } from '@chuma/db/queries/wallet/wallet'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { RestOptions } from './rest-options.ts'

const tags = ['account']

export const profileRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  // Before the body is read: a stranger learns nothing about what it should have been.
  app.addHook('onRequest', async (request) => void requireMember(request.caller))

  app.get(
    '/account/profile',
    {
      schema: {
        tags,
        summary: 'My profile: achievements, what I did last and what is missing',
        response: { 200: profile },
      },
    },
    (request) => getProfile(deps, requireMember(request.caller)),
  )

  app.get(
    '/user-stats',
    { schema: { tags, summary: 'What I have earned, and my rating', response: { 200: userStats } } },
    (request) => getUserStats(deps.db, requireMember(request.caller).memberId),
  )

  app.put(
    '/profile',
    {
      schema: {
        tags,
        summary: 'Change my profile',
        description:
          'Another e-mail address only gets a link: until it is opened `email` stays, and `pendingEmail` waits.',
        body: updateProfileInput,
        response: { 200: editableUser },
      },
    },
    (request) => updateProfile(deps, requireMember(request.caller), request.body),
  )

  app.get(
    '/account/settings',
    { schema: { tags, summary: 'My settings', response: { 200: settings } } },
    (request) => getSettings(deps.db, requireMember(request.caller).memberId),
  )

  app.patch(
    '/account/settings',
    {
      schema: {
        tags,
        summary: 'Change some of my settings',
        description: 'What is left out stays as it is.',
        body: updateSettingsInput,
        response: { 200: settings },
      },
    },
    (request) => updateSettings(deps, requireMember(request.caller), request.body),
  )
}
