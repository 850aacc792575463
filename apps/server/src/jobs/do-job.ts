import type { Deps } from '@chuma/core/deps'
import { type DeliverMail, type MailTransport, mailOnce } from '@chuma/core/inbox/mails/mail-once'
import type { Mail } from '@chuma/core/mail'
import type { Job } from '@chuma/db/job-runner'
import type { JobName } from '@chuma/db/queries/jobs'
import type { FastifyBaseLogger } from 'fastify'
import { jobHandlers } from './job-handlers.ts'

/** How jobs mail: what writes the mails, and what carries them away. */
export type Mailing = { write: (deliver: DeliverMail) => Mail; transport: MailTransport }

type Options = { deps: Deps; mailing: Mailing; log: FastifyBaseLogger }

/** Does one job. What it mails goes on the job's record, by which no other run of the job mails it again. */
export async function doJob<N extends JobName>(
  { deps, mailing: { write, transport }, log }: Options,
  { id, name, data }: Job<N>,
): Promise<void> {
  const mailed = await mailOnce({ db: deps.db, transport }, id, (deliver) =>
    jobHandlers[name](data, { deps: { ...deps, mail: write(deliver) }, log }),
  )
  if (mailed && mailed.state !== 'sent') {
    log.warn({ jobId: id, ...mailed }, 'a mail did not arrive for certain, and is not sent again')
  }
}
