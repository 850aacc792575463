import { DESK_REASONS, type DeskReason, type StatementRow } from '@chuma/contract/books/statements'
import { Button, Group } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { FilterSelect } from '../../admin/filter-select.tsx'
import { useMay } from '../../admin/frame/use-staff-member.ts'
import classes from '../../admin/list.module.css'
import { PagedList } from '../../admin/paged-list.tsx'
import { usePages } from '../../admin/use-pages.ts'
import nothingToReview from '../../art/nothing-to-review.svg'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { useAsked } from '../../ui/dialogs/use-asked.ts'
import { TimeAgo } from '../../ui/figures/time-ago.tsx'
import { Section } from '../../ui/page/section.tsx'
import { BookDialog } from './book-dialog.tsx'
import { CorrectionDialog } from './correction-dialog.tsx'
import { amountOf, RowFacts } from './row-facts.tsx'

const PAGE_SIZE = 25
/** What the list asks for at first. */
export const FIRST_ROWS = { limit: PAGE_SIZE, state: 'waiting' } as const

/** Rows that no rule matched, oldest first. */
export function DeskSection() {
  const t = useT()
  const [reason, setReason] = useState<DeskReason>()
  const pages = usePages(PAGE_SIZE)
  const query = trpc.admin.listStatementRows.useQuery(
    { ...pages.input, state: 'waiting', ...(reason && { reason }) },
    { placeholderData: keepPreviousData },
  )
  const { subject, isOpen, ask, close } = useAsked<StatementRow>()
  const correction = useAsked<StatementRow>()
  return (
    <Section title={t('statementDesk.waiting')} text={t('statementDesk.waitingText')}>
      <FilterSelect
        label={t('statementDesk.reason')}
        all={t('statementDesk.allReasons')}
        values={DESK_REASONS}
        describe={(each) => t(`statementReason.${each}`)}
        value={reason}
        onChange={(chosen) => {
          setReason(chosen)
          pages.turn()
        }}
      />
      <PagedList
        query={query}
        pages={pages}
        label={t('statementDesk.waiting')}
        rowHeight={120}
        empty={{
          art: nothingToReview,
          title: t('statementDesk.none'),
          text: t(reason ? 'statementDesk.noneOfReason' : 'statementDesk.noneText'),
        }}
      >
        {(row) => (
          <WaitingRow key={row.id} row={row} onBook={() => ask(row)} onCorrect={() => correction.ask(row)} />
        )}
      </PagedList>
      {subject && <BookDialog key={subject.id} row={subject} opened={isOpen} onClose={close} />}
      {correction.subject && (
        <CorrectionDialog
          key={correction.subject.id}
          row={correction.subject}
          opened={correction.isOpen}
          onClose={correction.close}
        />
      )}
    </Section>
  )
}

/** What may prove a correction of a payout; the server decides. */
const PROVES: ReadonlySet<StatementRow['purpose']> = new Set(['payout', 'reversal', 'money-in'])

type WaitingProps = { row: StatementRow; onBook: () => void; onCorrect: () => void }

function WaitingRow({ row, onBook, onCorrect }: WaitingProps) {
  const t = useT()
  const mayCorrect = useMay('withdrawals:decide')
  const reason = row.reason ?? 'undone'
  const title = t(`statementReason.${reason}`)
  return (
    <li className={classes.row}>
      <RowFacts row={row} title={title} />
      <p className={blocks.flush}>{t(`statementReasonText.${reason}`)}</p>
      {row.since && (
        <p className={blocks.quiet}>
          {t('statementDesk.since')} <TimeAgo date={row.since} />
        </p>
      )}
      <Group gap="xs">
        <Button
          variant="default"
          aria-label={t('statementDesk.bookFor', { reason: title, amount: amountOf(row) })}
          onClick={onBook}
        >
          {t('statementDesk.book')}
        </Button>
        {mayCorrect && PROVES.has(row.purpose) && (
          <Button
            variant="subtle"
            aria-label={t('statementDesk.correctFor', { reason: title, amount: amountOf(row) })}
            onClick={onCorrect}
          >
            {t('statementDesk.correct')}
          </Button>
        )}
      </Group>
    </li>
  )
}
