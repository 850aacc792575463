import { ledgerReport, staffSession, verifyLedgerInput } from '@chuma/contract/admin/admin'
import { auditEntry, exportAuditInput, listAuditInput } from '@chuma/contract/admin/audit'
import * as setUp from '@chuma/contract/admin/set-up'
import * as system from '@chuma/contract/admin/system'
import { acknowledgeAlarm } from '@chuma/core/admin/alarms'
import { exportAudit, listAudit } from '@chuma/core/admin/audit'
import { changeFigures, changeProduct } from '@chuma/core/admin/product'
import {
  completeSetUpStep,
  createFirstOwner,
  finishSetUp,
  getSetUp,
  openSetUpLink,
  sendTestMail,
  testPayouts,
} from '@chuma/core/admin/set-up/set-up'
import { getSystemReport, listFailedJobs, listMails, resendMails, retryJob } from '@chuma/core/admin/system'
import { verifyBooks } from '@chuma/core/books/seals/verify-seals'
import { listAlarms, listCspReports } from '@chuma/db/queries/admin/system'
import * as z from 'zod'
import { fileText } from '../../context.ts'
import { wordFailedJobs } from '../../language/word-answer.ts'
import { LONG_BODY_BYTES, route } from '../../meta.ts'
import { publicProcedure, staffProcedure } from '../../trpc.ts'

/** Part of `admin`: the audit log, jobs and the state of the system. */
export const systemProcedures = {
  listAudit: staffProcedure('audit:read')
    .meta({ rest: route('GET /admin/audit', 'The audit log, newest first') })
    .input(listAuditInput)
    .output(z.array(auditEntry))
    .query(({ ctx, input }) => listAudit(ctx.deps, input)),

  exportAudit: staffProcedure('audit:read')
    .meta({
      rest: route('GET /admin/audit.csv', 'The audit log as CSV', {
        description: 'At most 50,000 rows: export more month by month.',
        file: 'chuma-audit.csv',
      }),
    })
    .input(exportAuditInput)
    .output(fileText)
    .query(async ({ ctx, input }) => ctx.answerFile(await exportAudit(ctx.deps, ctx.caller, input))),

  getSystem: staffProcedure('system:read')
    .meta({ rest: route('GET /admin/system', 'Versions, processes and jobs') })
    .output(system.systemReport)
    .query(({ ctx }) => getSystemReport(ctx.deps)),

  listCspReports: staffProcedure('system:read')
    .meta({
      rest: route(
        'GET /admin/csp-reports',
        'What browsers refused because of the content security policy, most frequent first',
      ),
    })
    .input(system.listCspReportsInput)
    .output(z.array(system.cspReport))
    .query(({ ctx, input }) => listCspReports(ctx.deps.db, input.limit)),

  listFailedJobs: staffProcedure('system:read')
    .meta({ rest: route('GET /admin/system/failed-jobs', 'Failed jobs, newest first') })
    .input(system.listFailedJobsInput)
    .output(z.array(system.failedJob))
    .query(({ ctx, input }) => wordFailedJobs(ctx.caller, listFailedJobs(ctx.deps, input))),

  retryJob: staffProcedure('system:manage', 'sensitive')
    .meta({
      rest: route('POST /admin/system/failed-jobs/:id/retry', 'Retry a failed job', {
        description:
          'Answers 409 if it must not run again: a mail that may have arrived is never sent twice.',
        errors: ['JOB_STATE'],
      }),
    })
    .input(system.retryJobInput)
    .output(system.retriedJob)
    .mutation(({ ctx, input }) => retryJob(ctx.deps, ctx.staff, input)),

  resendMails: staffProcedure('system:manage', 'sensitive')
    .meta({
      rest: route(
        'POST /admin/system/mails/resend',
        'Send every mail again that was given up, or those since a time',
        {
          description:
            'Leaves what must not go out again: expired links, which their owners ask for again, outdated alarms, and mails that may have arrived. Repeating it sends nothing twice.',
        },
      ),
    })
    .input(system.resendMailsInput)
    .output(system.resentMails)
    .mutation(({ ctx, input }) => resendMails(ctx.deps, ctx.staff, input)),

  listMails: staffProcedure('system:read')
    .meta({ rest: route('GET /admin/system/mails', 'Mails and their results, newest first') })
    .input(system.listMailsInput)
    .output(z.array(system.outboxMail))
    .query(({ ctx, input }) => listMails(ctx.deps, input)),

  verifyLedger: staffProcedure('ledger:verify', 'routine')
    .meta({
      bodyLimit: LONG_BODY_BYTES,
      rest: route('POST /admin/ledger/verify', 'Recompute the whole ledger', {
        description:
          'Changes nothing. Names every posting that was tampered with. `root`: a signed root of an earlier day, whose postings and seals are looked for too.',
      }),
    })
    .input(verifyLedgerInput)
    .output(ledgerReport)
    .mutation(({ ctx, input: { root } }) => verifyBooks(ctx.deps, root === undefined ? [] : [root])),
}

/** Part of `admin`: what is wrong with the books, the jobs and what is due. */
export const alarmProcedures = {
  listAlarms: staffProcedure('system:read')
    .meta({ rest: route('GET /admin/alarms', 'Alarms, open ones first') })
    .output(z.array(system.alarm))
    .query(({ ctx }) => listAlarms(ctx.deps.db)),

  acknowledgeAlarm: staffProcedure('system:read', 'routine')
    .meta({
      rest: route('POST /admin/alarms/:id/acknowledge', 'Say that I look after an alarm', {
        description: 'It stays open until its cause is gone.',
        errors: ['ALREADY_DECIDED'],
      }),
    })
    .input(system.acknowledgeAlarmInput)
    .output(z.array(system.alarm))
    .mutation(({ ctx, input }) => acknowledgeAlarm(ctx.deps, ctx.staff, input)),
}

const asOwner = staffProcedure('staff:manage', 'sensitive')

/** Part of `admin`: the set-up of a new installation in the browser. Only pages call it, so it has no REST addresses. */
export const setUpProcedures = {
  /** Not a query: the token would be part of an address, which proxies log. */
  openSetUpLink: publicProcedure
    .input(setUp.setUpLinkInput)
    .output(setUp.openSetUp)
    .mutation(({ ctx, input }) => openSetUpLink(ctx.deps, ctx.caller, input)),

  createFirstOwner: publicProcedure
    .input(setUp.firstOwnerInput)
    .output(staffSession)
    .mutation(({ ctx, input }) => createFirstOwner(ctx.deps, ctx.caller, input)),

  getSetUp: staffProcedure('staff:manage')
    .output(setUp.setUpState)
    .query(({ ctx }) => getSetUp(ctx.deps)),

  completeSetUpStep: asOwner
    .input(setUp.completeSetUpStepInput)
    .output(setUp.setUpState)
    .mutation(({ ctx, input }) => completeSetUpStep(ctx.deps, ctx.caller, input)),

  testPayouts: asOwner
    .input(setUp.testPayoutsInput)
    .output(setUp.payoutTest)
    .mutation(({ ctx, input }) => testPayouts(ctx.deps, ctx.caller, input?.method)),

  sendTestMail: asOwner
    .input(setUp.sendTestMailInput)
    .output(setUp.mailTest)
    .mutation(({ ctx, input }) => sendTestMail(ctx.deps, ctx.caller, input)),

  finishSetUp: asOwner
    .input(setUp.finishSetUpInput)
    .output(setUp.setUpState)
    .mutation(({ ctx, input }) => finishSetUp(ctx.deps, ctx.caller, input)),
}

/** Part of `admin`: the product's name, contact details and claims. */
export const productProcedures = {
  getProduct: staffProcedure('system:read')
    .meta({
      rest: route(
        'GET /admin/product',
        "The product's name, contact details and claims, and whether sign-up is open",
      ),
    })
    .output(setUp.product)
    .query(({ ctx }) => ctx.deps.product()),

  changeProduct: staffProcedure('system:manage', 'sensitive')
    .meta({
      rest: route(
        'PUT /admin/product',
        "Change the product's name and contact details, and open or close sign-up",
        {
          description: 'They replace the settings of the environment on every page and in every mail.',
        },
      ),
    })
    .input(setUp.changeProductInput)
    .output(setUp.product)
    .mutation(({ ctx, input }) => changeProduct(ctx.deps, ctx.staff, input)),

  changeFigures: staffProcedure('system:manage', 'sensitive')
    .meta({
      rest: route('PUT /admin/product/figures', 'Change the figures that the landing page and /about claim', {
        description: 'The operator answers for them; an empty one is not shown.',
      }),
    })
    .input(setUp.changeFiguresInput)
    .output(setUp.product)
    .mutation(({ ctx, input }) => changeFigures(ctx.deps, ctx.staff, input)),
}
