import type { QuoteFigures as Figures } from '@chuma/contract/clients/client-quotes'
import type { ClientDetail } from '@chuma/contract/clients/clients'
import { formatKesCents } from '@chuma/contract/format-money'
import { Button, Select } from '@mantine/core'
import { useForm } from '@mantine/form'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { toCents } from '../../receivables/data.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import { Section } from '../../ui/page/section.tsx'
import list from '../../ui/states/list.module.css'
import { QueryView, Skeletons } from '../../ui/states/states.tsx'
import classes from '../clients.module.css'
import { CommentForm, Thread } from '../comment-form.tsx'

type Props = { client: ClientDetail; mayBook: boolean }
type Commissioned = ClientDetail['commissioned'][number]

/** The surveys of a client: their price, and what was written about them. */
export function SurveysSection({ client: { id, commissioned }, mayBook }: Props) {
  const t = useT()
  return (
    <Section title={t('word.surveys')} text={t('clients.surveysText')}>
      {commissioned.length === 0 ? (
        <p className={blocks.quiet}>{t('clients.noSurveys')}</p>
      ) : (
        <ul className={blocks.list} aria-label={t('word.surveys')}>
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
  survey: { id, title, priceCents, earlierCompletes },
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
      {earlierCompletes > 0 && (
        <p className={blocks.quiet}>{t('clients.earlierAnswers', { count: earlierCompletes })}</p>
      )}
      {priceCents === null && mayBook && (
        <OpenOrder surveyId={id} title={title} earlierCompletes={earlierCompletes} />
      )}
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
  const query = trpc.admin.listClientComments.useQuery({ surveyId, limit: 100 })
  const form = useForm({ initialValues: { text: '' } })
  const answer = useAction(trpc.admin.answerClient, {
    form,
    onDone: form.reset,
    refresh: [admin.listClientComments],
  })
  return (
    <>
      <CommentForm
        form={form}
        label={t('clients.answer')}
        isPending={answer.isPending}
        onSend={(text) => answer.run({ surveyId, text })}
      />
      <QueryView query={query} skeleton={<Skeletons count={1} height={80} />}>
        {(comments) => <Thread comments={comments} />}
      </QueryView>
    </>
  )
}

type Unpriced = { surveyId: string; title: string; earlierCompletes: number }

function OpenOrder({ surveyId, title, earlierCompletes }: Unpriced) {
  const t = useT()
  const refresh = useRefreshClients()
  const form = useForm<{ priceCents: number | string }>({ initialValues: { priceCents: '' } })
  const open = useAction(trpc.admin.openClientOrder, { refresh, form })
  return (
    <form
      aria-label={`${t('clients.openOrder')}: ${title}`}
      onSubmit={form.onSubmit(({ priceCents }) => open.run({ surveyId, priceCents: toCents(priceCents) }))}
      noValidate
    >
      <NumberInput
        label={t('clients.pricePerComplete')}
        description={t('clients.priceText')}
        currency="KES"
        decimalScale={2}
        {...form.getInputProps('priceCents')}
      />
      {earlierCompletes > 0 && Number(form.getValues().priceCents) > 0 && (
        <p className={blocks.flush} aria-live="polite">
          {t('clients.earlierTotal', {
            count: earlierCompletes,
            total: formatKesCents(toCents(form.getValues().priceCents) * earlierCompletes),
          })}
        </p>
      )}
      <Button mt="sm" type="submit" variant="default" loading={open.isPending}>
        {t('clients.openOrder')}
      </Button>
    </form>
  )
}

function AssignSurvey({ clientId }: { clientId: string }) {
  const t = useT()
  const refresh = useRefreshClients()
  const surveys = trpc.admin.listSurveys.useQuery({ limit: 100 }).data ?? []
  const form = useForm<{ surveyId: string | null }>({ initialValues: { surveyId: null } })
  const assign = useAction(trpc.admin.assignClientSurvey, { onDone: form.reset, refresh, form })
  return (
    <form
      onSubmit={form.onSubmit(({ surveyId }) => assign.run({ clientId, surveyId: surveyId ?? '' }))}
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

type Values = { surveyId: string | null; completes: number | string; incidencePercent: number | string }

/** Asks for a survey, a number of answers and an incidence, and shows the price as they are typed. */
export function QuoteForm({ surveys }: { surveys: ClientDetail['commissioned'] }) {
  const t = useT()
  const refresh = useRefreshClients()
  const form = useForm<Values>({
    initialValues: { surveyId: surveys[0]?.id ?? null, completes: 100, incidencePercent: 100 },
  })
  const make = useAction(trpc.admin.createClientQuote, { onAccepted: form.reset, refresh, form })
  return (
    <form
      aria-label={t('clients.makeQuote')}
      onSubmit={form.onSubmit((values) => make.run(toQuote(values)))}
      noValidate
    >
      <div className={classes.fields}>
        <Select
          label={t('clients.survey')}
          allowDeselect={false}
          data={surveys.map(({ id, title }) => ({ value: id, label: title }))}
          {...form.getInputProps('surveyId')}
        />
        <NumberInput
          label={t('clients.quoteCompletes')}
          allowDecimal={false}
          {...form.getInputProps('completes')}
        />
        <NumberInput
          label={t('clients.quoteIncidence')}
          allowDecimal={false}
          {...form.getInputProps('incidencePercent')}
        />
      </div>
      <p className={blocks.quiet}>{t('clients.quoteIncidenceText')}</p>
      <Preview
        values={form.getValues()}
        earlierCompletes={surveys.find(({ id }) => id === form.getValues().surveyId)?.earlierCompletes ?? 0}
      />
      <Button mt="sm" type="submit" loading={make.isPending}>
        {t('clients.makeQuote')}
      </Button>
    </form>
  )
}

const toQuote = ({ surveyId, completes, incidencePercent }: Values) => ({
  surveyId: surveyId ?? '',
  completes: Number(completes),
  incidencePercent: Number(incidencePercent),
})

function Preview({ values, earlierCompletes }: { values: Values; earlierCompletes: number }) {
  const t = useT()
  const input = toQuote(values)
  const { completes, incidencePercent } = input
  const isComplete =
    input.surveyId !== '' && completes >= 1 && incidencePercent >= 1 && incidencePercent <= 100
  const figures = trpc.admin.previewClientQuote.useQuery(input, {
    enabled: isComplete,
    placeholderData: keepPreviousData,
  }).data
  if (!isComplete || !figures) return null
  return (
    <>
      <p className={blocks.flush} aria-live="polite">
        {t('clients.quotePrice', {
          price: formatKesCents(figures.priceCents),
          count: figures.completes,
          total: formatKesCents(figures.totalCents),
        })}
      </p>
      {earlierCompletes > 0 && (
        <p className={blocks.flush}>
          {t('clients.earlierTotal', {
            count: earlierCompletes,
            total: formatKesCents(figures.priceCents * earlierCompletes),
          })}
        </p>
      )}
      <QuoteFigures figures={figures} label={t('clients.makeQuote')} />
    </>
  )
}

/** Everything that a price is made of. */
export function QuoteFigures({ figures, label }: { figures: Figures; label: string }) {
  const t = useT()
  const facts = [
    t('clients.figureReward', { amount: formatKesCents(figures.rewardCents) }),
    t('clients.figureScreenOut', {
      amount: formatKesCents(figures.screenOutCents),
      percent: figures.incidencePercent,
    }),
    t(figures.isMeasured ? 'clients.figureMeasured' : 'clients.figureStated', {
      count: figures.minutes,
      amount: formatKesCents(figures.minuteCents),
    }),
    t('clients.figureMargin', { percent: figures.marginPercent }),
    t('clients.figureSetup', { amount: formatKesCents(figures.setupCents), count: figures.completes }),
  ]
  return (
    <ul className={blocks.quiet} aria-label={t('clients.figures', { label })}>
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  )
}

/** Read clients again after a change of one. */
export function useRefreshClients(): () => Promise<unknown> {
  const { admin } = trpc.useUtils()
  return () =>
    Promise.all([
      admin.listClients.invalidate(),
      admin.getClient.invalidate(),
      admin.getClientStatement.invalidate(),
    ])
}
