import { toFieldErrors } from '@chuma/contract/to-field-errors'
import { AppError } from '@chuma/core/app-error'
import type { Deps } from '@chuma/core/deps'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type * as z from 'zod'
import { apiDocs } from './api-docs.ts'
import { devMailbox } from './dev-mailbox.ts'
import type { Env } from './env.ts'
import { health } from './health.ts'
import { logWhenAnswered } from './log-when-answered.ts'
import { type MetricsOptions, metricsRoute } from './metrics/metrics-route.ts'
import { answerOtherMethods } from './plugins/answer-other-methods.ts'
import { firstWall } from './plugins/first-wall.ts'
import { gracefulClose } from './plugins/graceful-close.ts'
import { guardStaffRoutes } from './plugins/guard-staff-routes.ts'
import { identifyRequest } from './plugins/identify-request.ts'
import { leaveTheDeparted } from './plugins/leave-the-departed.ts'
import { linkNextPage } from './plugins/link-next-page.ts'
import { readIdempotencyKey } from './plugins/read-idempotency-key.ts'
import { refuseUnreadable } from './plugins/refuse-unreadable.ts'
import { requestGuard } from './plugins/request-guard.ts'
import { securityHeaders } from './plugins/security-headers.ts'
import { site } from './plugins/site.ts'
import { speakLanguage } from './plugins/speak-language.ts'
import { typedDoor } from './plugins/typed-door.ts'
import { accountRest } from './rest/account.ts'
import { adminRest } from './rest/admin.ts'
import { adminGamesRest } from './rest/admin-games.ts'
import { adminProofsRest } from './rest/admin-proofs.ts'
import { adminQuizzesRest } from './rest/admin-quizzes.ts'
import { adminTasksRest } from './rest/admin-tasks.ts'
import { analyticsRest } from './rest/analytics.ts'
import { apiKeysRest } from './rest/api-keys.ts'
import { auditRest } from './rest/audit.ts'
import { authRest } from './rest/auth.ts'
import { balanceRest } from './rest/balance.ts'
import { booksRest } from './rest/books.ts'
import { clicksRest } from './rest/clicks.ts'
import { contactRest } from './rest/contact.ts'
import { economyRest } from './rest/economy.ts'
import { gamesRest } from './rest/games.ts'
import { inboxRest } from './rest/inbox.ts'
import { linksRest } from './rest/links.ts'
import { memberHistoryRest } from './rest/member-history.ts'
import { memberStandingRest } from './rest/member-standing.ts'
import { membersRest } from './rest/members.ts'
import { myDataRest } from './rest/my-data.ts'
import { pageViewsRest } from './rest/page-views.ts'
import { paletteRest } from './rest/palette.ts'
import { partnersRest } from './rest/partners.ts'
import { payoutDetailsRest } from './rest/payout-details.ts'
import { payoutHooks } from './rest/payout-hooks.ts'
import { adminPayoutPausesRest, payoutPausesRest } from './rest/payout-pauses.ts'
import { payoutQueueRest } from './rest/payout-queue.ts'
import { payoutsInBulkRest } from './rest/payouts-in-bulk.ts'
import { postbackRest } from './rest/postback.ts'
import { premiumGrantsRest, premiumRest } from './rest/premium.ts'
import { profileRest } from './rest/profile.ts'
import { providerStatementsRest } from './rest/provider-statements.ts'
import { referralRest } from './rest/referral.ts'
import { refuseUnknownQuery } from './rest/refuse-unknown-query.ts'
import { secondFactorRest } from './rest/second-factor.ts'
import { sendError } from './rest/send-error.ts'
import { staffRest } from './rest/staff.ts'
import { staffAccountRest } from './rest/staff-account.ts'
import { statementsRest } from './rest/statements.ts'
import { surveyOffersRest } from './rest/survey-offers.ts'
import { surveysRest } from './rest/surveys.ts'
import { systemRest } from './rest/system.ts'
import { tasksRest } from './rest/tasks.ts'
import { transparencyRest } from './rest/transparency.ts'
import { walletRest } from './rest/wallet.ts'
import { webhookDeliveriesRest } from './rest/webhook-deliveries.ts'
import { webhooksRest } from './rest/webhooks.ts'
import { writeAnswer } from './rest/write-answer.ts'
import { traceRequests } from './tracing/trace-requests.ts'
import type { Tracing } from './tracing/tracing.ts'

const rests = [
  authRest,
  linksRest,
  accountRest,
  profileRest,
  myDataRest,
  surveysRest,
  gamesRest,
  tasksRest,
  clicksRest,
  walletRest,
  balanceRest,
  payoutDetailsRest,
  statementsRest,
  transparencyRest,
  referralRest,
  contactRest,
  adminRest,
  adminProofsRest,
  surveyOffersRest,
  adminGamesRest,
  adminQuizzesRest,
  adminTasksRest,
  partnersRest,
  inboxRest,
  paletteRest,
  staffAccountRest,
  secondFactorRest,
  staffRest,
  apiKeysRest,
  membersRest,
  memberHistoryRest,
  memberStandingRest,
  payoutQueueRest,
  payoutsInBulkRest,
  booksRest,
  analyticsRest,
  pageViewsRest,
  providerStatementsRest,
  economyRest,
  auditRest,
  systemRest,
  webhooksRest,
  webhookDeliveriesRest,
  premiumRest,
  premiumGrantsRest,
  payoutPausesRest,
  adminPayoutPausesRest,
]

export type AppOptions = {
  deps: Deps
  publicUrl: string
  /** Folder of the built site. */
  webRoot: string
  /** Demo mode: the credentials on /admin-login, and captured mail under /dev. */
  demoLogin: { username: string; password: string } | null
  trustProxy: Env['trustProxy']
  /** How many calls of one network the first wall lets through. */
  callsPerMinute?: number
  logger?: FastifyBaseLogger
  /** For whom the figures are; without it nothing is measured. */
  metrics?: MetricsOptions | undefined
  tracing?: Tracing | undefined
}

/** Generous: behind one address of a mobile carrier there may be hundreds of members. */
const CALLS_PER_MINUTE = 3000

/** Builds the whole HTTP surface without listening, so tests can inject requests into it. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { deps, publicUrl, demoLogin } = options
  const isHttps = publicUrl.startsWith('https:')
  const app = Fastify({
    ...(options.logger ? { loggerInstance: options.logger } : {}),
    logController: logWhenAnswered(),
    trustProxy: options.trustProxy,
    bodyLimit: 64 * 1024,
    requestTimeout: 30_000,
    // Whoever still has a connection while the process stops is served on it, then asked to close it.
    return503OnClosing: false,
    frameworkErrors: refuseUnreadable({ isHttps }),
    // A batched tRPC call lists its procedures in the path.
    routerOptions: { maxParamLength: 1000 },
  })
  app.setErrorHandler(sendError)
  app.setValidatorCompiler(({ schema }) => validateWith(schema as z.ZodType))
  app.setSerializerCompiler(writeAnswer)
  acceptEmptyJson(app)

  if (options.tracing) await app.register(traceRequests, { tracing: options.tracing })
  await app.register(gracefulClose)
  await app.register(securityHeaders, { isHttps })
  await app.register(firstWall, { callsPerMinute: options.callsPerMinute ?? CALLS_PER_MINUTE })
  await app.register(answerOtherMethods)
  await app.register(requestGuard, { publicUrl })
  await app.register(readIdempotencyKey)
  await app.register(identifyRequest, { deps })
  await app.register(guardStaffRoutes)
  if (options.metrics) await app.register(metricsRoute, options.metrics)
  await app.register(linkNextPage)
  await app.register(speakLanguage)
  await app.register(leaveTheDeparted)
  await app.register(health, { db: deps.db })
  await app.register(apiDocs)
  await app.register(typedDoor, { ...options, prefix: '/trpc' })
  app.addHook('onRoute', refuseUnknownQuery)
  for (const rest of rests) {
    await app.register(rest, { prefix: '/api', deps, demoLogin })
  }
  await app.register(payoutHooks, { deps })
  await app.register(postbackRest, { deps })
  if (demoLogin) await app.register(devMailbox, { prefix: '/dev', db: deps.db })
  await app.register(site, { webRoot: options.webRoot, publicUrl, operator: deps.contactDetails })
  return app
}

/** Names the refused fields; the library's own compiler would lose their paths. */
function validateWith(schema: z.ZodType) {
  return (data: unknown) => {
    const result = schema.safeParse(data)
    if (result.success) return { value: result.data }
    return { error: new AppError('INVALID_INPUT', { fieldErrors: toFieldErrors(result.error) }) }
  }
}

/** The specified callers name JSON as the type of calls that carry nothing (SPEC §7). */
function acceptEmptyJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, body.toString(), done),
  )
}
