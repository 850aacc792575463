import { ledgerReport } from '@chuma/contract/admin/admin'
import { auditEntry, exportAuditInput, listAuditInput } from '@chuma/contract/admin/audit'
import {
  failedJob,
  listFailedJobsInput,
  listMailsInput,
  outboxMail,
  retriedJob,
  retryJobInput,
  systemReport,
} from '@chuma/contract/admin/system'
import { exportAudit } from '@chuma/core/admin/audit/export-audit'
import { listAudit } from '@chuma/core/admin/audit/list-audit'
import { getSystemReport } from '@chuma/core/admin/system/get-system-report'
import { listFailedJobs } from '@chuma/core/admin/system/list-failed-jobs'
import { listMails } from '@chuma/core/admin/system/list-mails'
import { retryJob } from '@chuma/core/admin/system/retry-job'
import { verifyLedger } from '@chuma/core/books/verify-ledger'
import * as z from 'zod'
import { staffProcedure } from '../../trpc.ts'

/** What the staff did, and how the machine is. */
export const systemProcedures = {
  listAudit: staffProcedure('audit:read')
    .input(listAuditInput)
    .output(z.array(auditEntry))
    .query(({ ctx, input }) => listAudit(ctx.deps, input)),

  exportAudit: staffProcedure('audit:read')
    .input(exportAuditInput)
    .output(z.string())
    .query(({ ctx, input }) => exportAudit(ctx.deps, input)),

  getSystem: staffProcedure('system:read')
    .output(systemReport)
    .query(({ ctx }) => getSystemReport(ctx.deps)),

  listFailedJobs: staffProcedure('system:read')
    .input(listFailedJobsInput)
    .output(z.array(failedJob))
    .query(({ ctx, input }) => listFailedJobs(ctx.deps, input)),

  retryJob: staffProcedure('system:manage')
    .input(retryJobInput)
    .output(retriedJob)
    .mutation(({ ctx, input }) => retryJob(ctx.deps, ctx.staff, input)),

  listMails: staffProcedure('system:read')
    .input(listMailsInput)
    .output(z.array(outboxMail))
    .query(({ ctx, input }) => listMails(ctx.deps, input)),

  verifyLedger: staffProcedure('ledger:verify')
    .output(ledgerReport)
    .mutation(({ ctx }) => verifyLedger(ctx.deps)),
}
