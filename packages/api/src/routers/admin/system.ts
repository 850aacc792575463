import { ledgerReport, verifyLedgerInput } from '@chuma/contract/admin/admin'
import { auditEntry, exportAuditInput, listAuditInput } from '@chuma/contract/admin/audit'
import { cspReport, listCspReportsInput } from '@chuma/contract/admin/csp-reports'
import {
  failedJob,
  listFailedJobsInput,
  listMailsInput,
  outboxMail,
  resendMailsInput,
  resentMails,
  retriedJob,
  retryJobInput,
  systemReport,
} from '@chuma/contract/admin/system'
import { exportAudit, listAudit } from '@chuma/core/admin/audit'
import { getSystemReport, listFailedJobs, listMails, resendMails, retryJob } from '@chuma/core/admin/system'
import { verifyBooks } from '@chuma/core/books/seals/verify-seals'
import { listCspReports } from '@chuma/db/queries/admin/csp-reports'
import * as z from 'zod'
import { fileText } from '../../context.ts'
import { wordFailedJobs } from '../../language/word-answer.ts'
import { LONG_BODY_BYTES } from '../../meta.ts'
import { staffProcedure } from '../../trpc.ts'

/** Part of `admin`: the audit log, jobs and the state of the system. */
export const systemProcedures = {
  listAudit: staffProcedure('audit:read')
    .meta({ rest: { method: 'GET', path: '/admin/audit', summary: 'The audit log, newest first' } })
    .input(listAuditInput)
    .output(z.array(auditEntry))
    .query(({ ctx, input }) => listAudit(ctx.deps, input)),

  exportAudit: staffProcedure('audit:read')
    .meta({
      rest: {
        method: 'GET',
        path: '/admin/audit.csv',
        summary: 'The audit log as CSV',
        description: 'At most 50,000 rows: export more month by month.',
        file: 'chuma-audit.csv',
      },
    })
    .input(exportAuditInput)
    .output(fileText)
    .query(async ({ ctx, input }) => ctx.answerFile(await exportAudit(ctx.deps, ctx.caller, input))),

  getSystem: staffProcedure('system:read')
    .meta({ rest: { method: 'GET', path: '/admin/system', summary: 'Versions, processes and jobs' } })
    .output(systemReport)
    .query(({ ctx }) => getSystemReport(ctx.deps)),

  listCspReports: staffProcedure('system:read')
    .meta({
      rest: {
        method: 'GET',
        path: '/admin/csp-reports',
        summary: 'What browsers refused because of the content security policy, most frequent first',
      },
    })
    .input(listCspReportsInput)
    .output(z.array(cspReport))
    .query(({ ctx, input }) => listCspReports(ctx.deps.db, input.limit)),

  listFailedJobs: staffProcedure('system:read')
    .meta({
      rest: {
        method: 'GET',
        path: '/admin/system/failed-jobs',
        summary: 'Failed jobs, newest first',
      },
    })
    .input(listFailedJobsInput)
    .output(z.array(failedJob))
    .query(({ ctx, input }) => wordFailedJobs(ctx.caller, listFailedJobs(ctx.deps, input))),

  retryJob: staffProcedure('system:manage', 'sensitive')
    .meta({
      rest: {
        method: 'POST',
        path: '/admin/system/failed-jobs/:id/retry',
        summary: 'Retry a failed job',
        description:
          'Answers 409 if it must not run again: a mail that may have arrived is never sent twice.',
        errors: ['JOB_STATE'],
      },
    })
    .input(retryJobInput)
    .output(retriedJob)
    .mutation(({ ctx, input }) => retryJob(ctx.deps, ctx.staff, input)),

  resendMails: staffProcedure('system:manage', 'sensitive')
    .meta({
      rest: {
        method: 'POST',
        path: '/admin/system/mails/resend',
        summary: 'Send every mail again that was given up, or those since a time',
        description:
          'Leaves what must not go out again: expired links, which their owners ask for again, outdated alarms, and mails that may have arrived. Repeating it sends nothing twice.',
      },
    })
    .input(resendMailsInput)
    .output(resentMails)
    .mutation(({ ctx, input }) => resendMails(ctx.deps, ctx.staff, input)),

  listMails: staffProcedure('system:read')
    .meta({
      rest: {
        method: 'GET',
        path: '/admin/system/mails',
        summary: 'Mails and their results, newest first',
      },
    })
    .input(listMailsInput)
    .output(z.array(outboxMail))
    .query(({ ctx, input }) => listMails(ctx.deps, input)),

  verifyLedger: staffProcedure('ledger:verify', 'routine')
    .meta({
      bodyLimit: LONG_BODY_BYTES,
      rest: {
        method: 'POST',
        path: '/admin/ledger/verify',
        summary: 'Recompute the whole ledger',
        description:
          'Changes nothing. Names every posting that was tampered with. `root`: a signed root of an earlier day, whose postings and seals are looked for too.',
      },
    })
    .input(verifyLedgerInput)
    .output(ledgerReport)
    .mutation(({ ctx, input: { root } }) => verifyBooks(ctx.deps, root === undefined ? [] : [root])),
}
