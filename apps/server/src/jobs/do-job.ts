import type { MailTransport, SendMail } from '@chuma/contract/mails'
import type { Deps } from '@chuma/core/deps'
import { type DeliverMail, mailOnce } from '@chuma/core/inbox/mails'
import type { Job } from '@chuma/db/job-runner'
import type { JobName } from '@chuma/db/queries/jobs'
import type { FastifyBaseLogger } from 'fastify'
import { jobHandlers } from './job-handlers.ts'

/** What jobs need to mail: what writes the mails, and the transport that sends them. */
export type Mailing = { write: (deliver: DeliverMail) => SendMail; transport: MailTransport }

type Options = { deps: Deps; mailing: Mailing; log: FastifyBaseLogger }

/** Do one job. Its mails are recorded on the job, so no second run of the job sends them again. */
export async function doJob<N extends JobName>(
  { deps, mailing: { write, transport }, log }: Options,
  { id, name, data, isRetry }: Job<N>,
): Promise<void> {
  const mailed = await mailOnce({ db: deps.db, transport }, { id, isRetry }, (deliver) =>
    jobHandlers[name](data, { deps: { ...deps, mail: write(deliver) }, log }),
  )
  if (mailed && mailed.state !== 'sent') {
    log.warn({ jobId: id, ...mailed }, 'a mail may not have arrived, and is not sent again')
  }
}
