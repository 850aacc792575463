import { DESK_REASONS, type DeskReason, type StatementRow } from '@chuma/contract/books/statements'
import { Button, Group, NativeSelect } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../../admin/frame/use-staff-member.ts'
import classes from '../../admin/list.module.css'
import { PageTurner } from '../../admin/page-turner.tsx'
import nothingToReview from '../../art/nothing-to-review.svg'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { useAsked } from '../../ui/dialogs/use-asked.ts'
import { TimeAgo } from '../../ui/figures/time-ago.tsx'
import { Section } from '../../ui/page/section.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { ResultCount } from '../../ui/states/result-count.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
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
  const [after, setAfter] = useState<string>()
  const query = trpc.admin.listStatementRows.useQuery(
    { ...FIRST_ROWS, ...(reason && { reason }), ...(after && { after }) },
    { placeholderData: keepPreviousData },
  )
  const { subject, isOpen, ask, close } = useAsked<StatementRow>()
  const correction = useAsked<StatementRow>()
  return (
    <Section title={t('statementDesk.waiting')} text={t('statementDesk.waitingText')}>
      <NativeSelect
        label={t('statementDesk.reason')}
        value={reason ?? ''}
        onChange={({ currentTarget }) => {
          setReason(DESK_REASONS.find((each) => each === currentTarget.value))
          setAfter(undefined)
        }}
        data={[
          { value: '', label: t('statementDesk.allReasons') },
          ...DESK_REASONS.map((each) => ({ value: each, label: t(`statementReason.${each}`) })),
        ]}
      />
      <ResultCount count={query.data?.length} />
      <QueryView query={query} skeleton={<Skeletons count={3} height={120} />}>
        {(rows) => (
          <>
            {rows.length === 0 && (
              <EmptyState
                art={nothingToReview}
                title={t('statementDesk.none')}
                text={t(reason ? 'statementDesk.noneOfReason' : 'statementDesk.noneText')}
              />
            )}
            <ul className={blocks.list} aria-label={t('statementDesk.waiting')}>
              {rows.map((row) => (
                <WaitingRow
                  key={row.id}
                  row={row}
                  onBook={() => ask(row)}
                  onCorrect={() => correction.ask(row)}
                />
              ))}
            </ul>
            <PageTurner
              isFirst={!after}
              last={rows.length === PAGE_SIZE ? rows.at(-1) : undefined}
              onTurn={setAfter}
            />
          </>
        )}
      </QueryView>
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
