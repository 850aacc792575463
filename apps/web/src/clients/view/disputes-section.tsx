import type { MyDisputes } from '@chuma/contract/clients/client-disputes'
import { Button, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import list from '../../admin/list.module.css'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { serverMessage } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { Section } from '../../ui/page/section.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { clientApi } from '../client-api.ts'
import classes from '../clients.module.css'

/** Respondents whose answers the client does not want to pay for, and what our team decided. */
export function DisputesSection({ surveyId }: { surveyId: string }) {
  const t = useT()
  const query = useQuery({
    queryKey: ['disputes', surveyId],
    queryFn: () => clientApi.clients.listDisputes.query({ id: surveyId }),
  })
  return (
    <Section title={t('client.disputes')} text={t('client.disputesText')}>
      <QueryView query={query} skeleton={<Skeletons count={1} height={80} />}>
        {({ disputes, left }) => (
          <>
            {left > 0 && <DisputeForm surveyId={surveyId} left={left} />}
            {left === 0 && <p className={blocks.quiet}>{t('client.noDisputesLeft')}</p>}
            <Disputes disputes={disputes} />
          </>
        )}
      </QueryView>
    </Section>
  )
}

function Disputes({ disputes }: Pick<MyDisputes, 'disputes'>) {
  const t = useT()
  if (disputes.length === 0) return null
  return (
    <ul className={blocks.list} aria-label={t('client.disputes')}>
      {disputes.map(({ id, respondent, state, reason, answer, disputedBy, disputedAt }) => (
        <li key={id} className={list.row}>
          <div className={list.head}>
            <strong className={classes.hash}>{respondent}</strong>
            <span>{t(`client.disputeState.${state}`)}</span>
          </div>
          <p className={blocks.quiet}>{[disputedBy, formatDateTime(disputedAt)].join(' · ')}</p>
          <p className={classes.words}>{reason}</p>
          {answer && <p className={classes.words}>{t('client.disputeAnswer', { answer })}</p>}
        </li>
      ))}
    </ul>
  )
}

function DisputeForm({ surveyId, left }: { surveyId: string; left: number }) {
  const t = useT()
  const queries = useQueryClient()
  const form = useForm({ initialValues: { respondent: '', reason: '' } })
  const dispute = useMutation({
    mutationFn: (values: { respondent: string; reason: string }) =>
      clientApi.clients.disputeRespondent.mutate({ surveyId, ...values }),
    onSuccess: (disputes) => {
      form.reset()
      queries.setQueryData<MyDisputes>(['disputes', surveyId], disputes)
    },
    onError: (error) => {
      if (showFieldErrors(form, error)) return
      showToast({
        kind: 'error',
        title: t('client.disputeFailed'),
        message: serverMessage(error, t('state.failedText')),
      })
    },
  })
  return (
    <form
      aria-label={t('client.dispute')}
      onSubmit={form.onSubmit((values) => dispute.mutate(values))}
      noValidate
    >
      <TextInput
        label={t('client.respondent')}
        description={t('client.respondentText')}
        maxLength={60}
        {...form.getInputProps('respondent')}
      />
      <Textarea
        mt="sm"
        label={t('client.disputeReason')}
        maxLength={1000}
        autosize
        minRows={2}
        {...form.getInputProps('reason')}
      />
      <p className={blocks.quiet}>{t('client.disputesLeft', { count: left })}</p>
      <Button mt="sm" type="submit" variant="default" loading={dispute.isPending}>
        {t('client.dispute')}
      </Button>
    </form>
  )
}
