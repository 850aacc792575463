import type { ClientDetail } from '@chuma/contract/clients/clients'
import { formatKesCents } from '@chuma/contract/format-money'
import { Button, Select } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import list from '../../admin/list.module.css'
import { useShowFailure } from '../../admin/use-show-failure.ts'
import { useT } from '../../i18n/use-t.ts'
import { toCents } from '../../receivables/usd.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { Section } from '../../ui/page/section.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { CommentForm } from '../comment-form.tsx'
import { Thread } from '../thread.tsx'
import { useRefreshClients } from './use-refresh-clients.ts'

type Props = { client: ClientDetail; mayBook: boolean }
type Commissioned = ClientDetail['commissioned'][number]

/** The surveys of a client: their price, and what was written about them. */
export function SurveysSection({ client: { id, commissioned }, mayBook }: Props) {
  const t = useT()
  return (
    <Section title={t('clients.surveys')} text={t('clients.surveysText')}>
      {commissioned.length === 0 ? (
        <p className={blocks.quiet}>{t('clients.noSurveys')}</p>
      ) : (
        <ul className={blocks.list} aria-label={t('clients.surveys')}>
          {commissioned.map((survey) => (
            <SurveyRow key={survey.id} survey={survey} mayBook={mayBook} />
          ))}
        </ul>
      )}
      <AssignSurvey clientId={id} />
    </Section>
  )
}

function SurveyRow({
  survey: { id, title, priceCents },
  mayBook,
}: {
  survey: Commissioned
  mayBook: boolean
}) {
  const t = useT()
  const [isThreadOpen, setThreadOpen] = useState(false)
  return (
    <li className={list.row}>
      <strong>{title}</strong>
      <p className={blocks.quiet}>
        {priceCents === null
          ? t('clients.noOrder')
          : t('clients.price', { price: formatKesCents(priceCents) })}
      </p>
      {priceCents === null && mayBook && <OpenOrder surveyId={id} title={title} />}
      <div>
        <Button
          variant="default"
          aria-expanded={isThreadOpen}
          aria-label={`${t('clients.comments')}: ${title}`}
          onClick={() => setThreadOpen(!isThreadOpen)}
        >
          {t('clients.comments')}
        </Button>
      </div>
      {isThreadOpen && <SurveyThread surveyId={id} />}
    </li>
  )
}

function SurveyThread({ surveyId }: { surveyId: string }) {
  const t = useT()
  const { admin } = trpc.useUtils()
  const showFailure = useShowFailure()
  const query = trpc.admin.listClientComments.useQuery({ surveyId, limit: 100 })
  const answer = trpc.admin.answerClient.useMutation({
    onSuccess: () => admin.listClientComments.invalidate(),
    onError: showFailure,
  })
  return (
    <>
      <CommentForm
        label={t('clients.answer')}
        isPending={answer.isPending}
        onSend={(text) => answer.mutateAsync({ surveyId, text })}
      />
      <QueryView query={query} skeleton={<Skeletons count={1} height={80} />}>
        {(comments) => <Thread comments={comments} />}
      </QueryView>
    </>
  )
}

function OpenOrder({ surveyId, title }: { surveyId: string; title: string }) {
  const t = useT()
  const refresh = useRefreshClients()
  const showFailure = useShowFailure()
  const form = useForm<{ priceCents: number | string }>({ initialValues: { priceCents: '' } })
  const open = trpc.admin.openClientOrder.useMutation({
    onSuccess: refresh,
    onError: (error) => {
      if (!showFieldErrors(form, error)) showFailure(error)
    },
  })
  return (
    <form
      aria-label={`${t('clients.openOrder')}: ${title}`}
      onSubmit={form.onSubmit(({ priceCents }) => open.mutate({ surveyId, priceCents: toCents(priceCents) }))}
      noValidate
    >
      <NumberInput
        label={t('clients.pricePerComplete')}
        description={t('clients.priceText')}
        currency="KES"
        decimalScale={2}
        {...form.getInputProps('priceCents')}
      />
      <Button mt="sm" type="submit" variant="default" loading={open.isPending}>
        {t('clients.openOrder')}
      </Button>
    </form>
  )
}

function AssignSurvey({ clientId }: { clientId: string }) {
  const t = useT()
  const refresh = useRefreshClients()
  const showFailure = useShowFailure()
  const surveys = trpc.admin.listSurveys.useQuery({ limit: 100 }).data ?? []
  const form = useForm<{ surveyId: string | null }>({ initialValues: { surveyId: null } })
  const assign = trpc.admin.assignClientSurvey.useMutation({
    onSuccess: () => {
      form.reset()
      return refresh()
    },
    onError: (error) => {
      if (!showFieldErrors(form, error)) showFailure(error)
    },
  })
  return (
    <form
      onSubmit={form.onSubmit(({ surveyId }) => assign.mutate({ clientId, surveyId: surveyId ?? '' }))}
      noValidate
    >
      <Select
        label={t('clients.survey')}
        description={t('clients.assignText')}
        searchable
        data={surveys
          .filter(({ kind }) => kind === 'questions')
          .map(({ id, title }) => ({ value: id, label: title }))}
        {...form.getInputProps('surveyId')}
      />
      <Button mt="sm" type="submit" loading={assign.isPending}>
        {t('clients.assign')}
      </Button>
    </form>
  )
}
