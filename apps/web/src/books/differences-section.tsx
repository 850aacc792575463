import type { Difference } from '@chuma/contract/books/reconciliation'
import { Link } from '@tanstack/react-router'
import nothingToReview from '../art/nothing-to-review.svg'
import { formatBusinessDay } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import blocks from '../ui/blocks.module.css'
import { useAsked } from '../ui/dialogs/use-asked.ts'
import { Section } from '../ui/page/section.tsx'
import { EmptyState } from '../ui/states/empty-state.tsx'
import { QueryView } from '../ui/states/query-view.tsx'
import { Skeletons } from '../ui/states/skeletons.tsx'
import { DifferenceRow } from './difference-row.tsx'
import { ResolveDialog } from './resolve-dialog.tsx'

/** All differences of one day, resolved ones too; without a day, all open ones. */
export function DifferencesSection({ day }: { day: string | undefined }) {
  const t = useT()
  const query = trpc.admin.listDifferences.useQuery({ ...(day ? { day } : { state: 'open' }), limit: 200 })
  const { subject, isOpen, ask, close } = useAsked<Difference>()
  const title = day ? t('books.differencesOf', { day: formatBusinessDay(day) }) : t('books.openDifferences')
  return (
    <Section title={title}>
      {day && (
        <Link to="/admin/reconciliation" resetScroll={false} className={blocks.link}>
          {t('books.showOpen')}
        </Link>
      )}
      <QueryView query={query} skeleton={<Skeletons count={2} height={140} />}>
        {(rows) =>
          rows.length > 0 ? (
            <ul className={blocks.list} aria-label={title}>
              {rows.map((row) => (
                <DifferenceRow key={row.id} difference={row} isDayShown={!day} onResolve={() => ask(row)} />
              ))}
            </ul>
          ) : (
            <EmptyState art={nothingToReview} title={t('books.allAgree')} text={t('books.allAgreeText')} />
          )
        }
      </QueryView>
      {subject && <ResolveDialog key={subject.id} difference={subject} opened={isOpen} onClose={close} />}
    </Section>
  )
}
