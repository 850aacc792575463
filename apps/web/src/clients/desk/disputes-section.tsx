import type { ClientDetail } from '@chuma/contract/clients/clients'
import { formatKesCents } from '@chuma/contract/format-money'
import { Button, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import list from '../../admin/list.module.css'
import { useShowFailure } from '../../admin/use-show-failure.ts'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { Section } from '../../ui/page/section.tsx'
import classes from '../clients.module.css'
import { useRefreshClients } from './use-refresh-clients.ts'

type Dispute = ClientDetail['disputes'][number]

/** Respondents that a client disputes, and our decisions. */
export function DisputesSection({ client, mayBook }: { client: ClientDetail; mayBook: boolean }) {
  const t = useT()
  const { disputes } = client
  if (disputes.length === 0) return null
  return (
    <Section title={t('clients.disputes')} text={t('clients.disputesText')}>
      <ul className={blocks.list} aria-label={t('clients.disputes')}>
        {disputes.map((dispute) => (
          <DisputeRow key={dispute.id} dispute={dispute} mayBook={mayBook} />
        ))}
      </ul>
    </Section>
  )
}

function DisputeRow({ dispute, mayBook }: { dispute: Dispute; mayBook: boolean }) {
  const t = useT()
  const { respondent, title, reason, state, answer, disputedBy, disputedAt, decidedBy } = dispute
  return (
    <li className={list.row}>
      <div className={list.head}>
        <strong className={classes.hash}>{respondent}</strong>
        <span>{t(`clients.disputeState.${state}`)}</span>
      </div>
      <p className={blocks.quiet}>{[title, disputedBy, formatDateTime(disputedAt)].join(' · ')}</p>
      <p className={classes.words}>{reason}</p>
      {decidedBy !== null && (
        <p className={blocks.quiet}>
          {[t('clients.decidedBy', { name: decidedBy }), answer].filter((fact) => fact).join(' · ')}
        </p>
      )}
      {state === 'open' && mayBook && <DecideDispute dispute={dispute} />}
    </li>
  )
}

function DecideDispute({ dispute: { id, respondent, priceCents } }: { dispute: Dispute }) {
  const t = useT()
  const refresh = useRefreshClients()
  const showFailure = useShowFailure()
  const form = useForm({ initialValues: { answer: '' } })
  const decide = trpc.admin.decideClientDispute.useMutation({
    onSuccess: refresh,
    onError: (error) => {
      if (!showFieldErrors(form, error)) showFailure(error)
    },
  })
  const choose = (decision: 'rejected' | 'credited') =>
    form.onSubmit(({ answer }) => decide.mutate({ id, decision, answer: answer.trim() }))()
  return (
    <form
      aria-label={t('clients.decideDispute', { respondent })}
      onSubmit={(event) => event.preventDefault()}
    >
      <Textarea
        label={t('clients.disputeAnswer')}
        description={t('clients.disputeAnswerText')}
        maxLength={1000}
        autosize
        minRows={2}
        {...form.getInputProps('answer')}
      />
      <div className={classes.actions}>
        <Button variant="default" mt="sm" loading={decide.isPending} onClick={() => choose('rejected')}>
          {t('clients.rejectDispute')}
        </Button>
        <Button variant="default" mt="sm" loading={decide.isPending} onClick={() => choose('credited')}>
          {t('clients.creditDispute', { amount: formatKesCents(priceCents) })}
        </Button>
      </div>
    </form>
  )
}
