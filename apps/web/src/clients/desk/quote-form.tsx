import type { ClientDetail } from '@chuma/contract/clients/clients'
import { formatKesCents } from '@chuma/contract/format-money'
import { Button, Select } from '@mantine/core'
import { useForm } from '@mantine/form'
import { keepPreviousData } from '@tanstack/react-query'
import { showPending } from '../../admin/show-pending.ts'
import { useShowFailure } from '../../admin/use-show-failure.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import classes from '../clients.module.css'
import { QuoteFigures } from './quote-figures.tsx'
import { useRefreshClients } from './use-refresh-clients.ts'

type Values = { surveyId: string | null; completes: number | string; incidencePercent: number | string }

/** Asks for a survey, a number of answers and an incidence, and shows the price as they are typed. */
export function QuoteForm({ surveys }: { surveys: ClientDetail['commissioned'] }) {
  const t = useT()
  const refresh = useRefreshClients()
  const showFailure = useShowFailure()
  const form = useForm<Values>({
    initialValues: { surveyId: surveys[0]?.id ?? null, completes: 100, incidencePercent: 100 },
  })
  const make = trpc.admin.createClientQuote.useMutation({
    onSuccess: () => {
      form.reset()
      return refresh()
    },
    onError: (error) => {
      if (showPending(error)) form.reset()
      else if (!showFieldErrors(form, error)) showFailure(error)
    },
  })
  return (
    <form
      aria-label={t('clients.makeQuote')}
      onSubmit={form.onSubmit((values) => make.mutate(toQuote(values)))}
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
      <Preview values={form.getValues()} />
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

function Preview({ values }: { values: Values }) {
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
      <QuoteFigures figures={figures} label={t('clients.makeQuote')} />
    </>
  )
}
