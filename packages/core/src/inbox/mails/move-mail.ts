import type { Trx } from '@chuma/db/client'
import { type LockedMail, type MailChange, updateMailState } from '@chuma/db/queries/mail'
import { type Mover, takeStep } from '../../state-machine.ts'
import { type MailState, mailColumns, mailMachine, stateOf } from './transitions.ts'

type Move = MailChange & { to: MailState; by: Mover }

/** Move a mail that the caller has locked. @throws for a step that is not in the table */
export async function moveMail(trx: Trx, mail: LockedMail, { to, by, ...change }: Move): Promise<void> {
  const from = stateOf(mail)
  await takeStep(mailMachine, { from, to, by }, () =>
    updateMailState(trx, mail.jobId, { ...change, from: mailColumns[from], to: mailColumns[to] }),
  )
}
