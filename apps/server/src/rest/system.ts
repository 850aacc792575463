import { ledgerReport } from '@chuma/contract/admin/admin'
import {
  failedJob,
  listFailedJobsInput,
  listMailsInput,
  outboxMail,
  retriedJob,
  retryJobInput,
  systemReport,
} from '@chuma/contract/admin/system'
import { requireStaff } from '@chuma/core/admin/staff/require-staff'
import { getSystemReport } from '@chuma/core/admin/system/get-system-report'
import { listFailedJobs } from '@chuma/core/admin/system/list-failed-jobs'
import { listMails } from '@chuma/core/admin/system/list-mails'
import { retryJob } from '@chuma/core/admin/system/retry-job'
import { verifyLedger } from '@chuma/core/books/verify-ledger'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { RestOptions } from './rest-options.ts'

const tags = ['admin']
const config = { permission: 'system:read' } as const

/** How the machine is: what runs, what failed, what was mailed, and whether the ledger adds up. */
export const systemRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  app.get(
    '/admin/system',
    { config, schema: { tags, summary: 'Versions, processes and jobs', response: { 200: systemReport } } },
    () => getSystemReport(deps),
  )

  app.get(
    '/admin/system/failed-jobs',
    {
      config,
      schema: {
        tags,
        summary: 'Jobs that used up their tries, newest first',
        querystring: listFailedJobsInput,
        response: { 200: z.array(failedJob) },
      },
    },
    (request) => listFailedJobs(deps, request.query),
  )

  app.post(
    '/admin/system/failed-jobs/:id/retry',
    {
      config: { permission: 'system:manage', errors: ['JOB_STATE', 'NOT_FOUND'] },
      schema: {
        tags,
        summary: 'Try a failed job again',
        description: '409 when it must not run again: a mail that may have arrived is never sent twice.',
        params: retryJobInput,
        response: { 200: retriedJob },
      },
    },
    (request) => retryJob(deps, requireStaff(request.caller, 'system:manage'), request.params),
  )

  app.get(
    '/admin/system/mails',
    {
      config,
      schema: {
        tags,
        summary: 'What was mailed and what became of it, newest first',
        querystring: listMailsInput,
        response: { 200: z.array(outboxMail) },
      },
    },
    (request) => listMails(deps, request.query),
  )

  app.post(
    '/admin/ledger/verify',
    {
      config: { permission: 'ledger:verify' },
      schema: {
        tags,
        summary: 'Recompute the whole ledger',
        description: 'Changes nothing. Names every posting that is not what was written.',
        response: { 200: ledgerReport },
      },
    },
    () => verifyLedger(deps),
  )
}
