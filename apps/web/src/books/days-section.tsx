import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconCalendarCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import blocks from '../ui/blocks.module.css'
import { DayField } from '../ui/forms/day-field.tsx'
import { showFieldErrors } from '../ui/forms/show-field-errors.ts'
import { Section } from '../ui/page/section.tsx'
import { EmptyState } from '../ui/states/empty-state.tsx'
import { QueryView } from '../ui/states/query-view.tsx'
import { Skeletons } from '../ui/states/skeletons.tsx'
import { DayRow } from './day-row.tsx'
import classes from './reconciliation.module.css'
import { useReconcileDay } from './use-reconcile-day.ts'

const PAGE_SIZE = 7
/** What the list asks for at first. */
export const FIRST_DAYS = { limit: PAGE_SIZE }

/** The reconciled days, newest first, with their results. */
export function DaysSection({ chosen }: { chosen: string | undefined }) {
  const t = useT()
  const [limit, setLimit] = useState(PAGE_SIZE)
  const days = trpc.admin.listReconciliations.useQuery({ limit }, { placeholderData: (before) => before })
  return (
    <Section title={t('books.days')} text={t('books.daysText')}>
      <CompareForm />
      <QueryView query={days} skeleton={<Skeletons count={3} height={110} />}>
        {(rows) =>
          rows.length > 0 ? (
            <ul className={blocks.list} aria-label={t('books.days')}>
              {rows.map((row) => (
                <DayRow key={row.day} made={row} isChosen={row.day === chosen} />
              ))}
            </ul>
          ) : (
            <EmptyState icon={<IconCalendarCheck />} title={t('books.none')} text={t('books.noneText')} />
          )
        }
      </QueryView>
      {days.data?.length === limit && limit < 100 && (
        <Button
          variant="default"
          loading={days.isFetching}
          onClick={() => setLimit(Math.min(100, limit + 3 * PAGE_SIZE))}
        >
          {t('books.more')}
        </Button>
      )}
    </Section>
  )
}

/** For a day that has not been reconciled yet, including today. */
function CompareForm() {
  const t = useT()
  const compare = useReconcileDay()
  const form = useForm({
    initialValues: { day: '' },
    validate: { day: (day) => (day ? null : t('books.chooseDay')) },
  })
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit((values) =>
        compare.mutate(values, { onError: (error) => void showFieldErrors(form, error) }),
      )}
    >
      <DayField label={t('books.day')} {...form.getInputProps('day')} />
      <Button type="submit" variant="default" loading={compare.isPending}>
        {t('books.compare')}
      </Button>
    </form>
  )
}
