import type { StatementRow } from '@chuma/contract/books/statements'
import { Button } from '@mantine/core'
import { IconNotebook } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { actorName } from '../../admin/actor-name.ts'
import classes from '../../admin/list.module.css'
import { PagedList } from '../../admin/paged-list.tsx'
import { usePages } from '../../admin/use-pages.ts'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { useAsked } from '../../ui/dialogs/use-asked.ts'
import { Section } from '../../ui/page/section.tsx'
import { amountOf, RowFacts } from './row-facts.tsx'
import { UndoDialog } from './undo-dialog.tsx'

const PAGE_SIZE = 10

/** What staff booked, newest first, to look up and undo. */
export function ByHandSection() {
  const t = useT()
  const pages = usePages(PAGE_SIZE)
  const query = trpc.admin.listStatementRows.useQuery(
    { ...pages.input, state: 'by-hand' },
    { placeholderData: keepPreviousData },
  )
  const { subject, isOpen, ask, close } = useAsked<StatementRow>()
  return (
    <Section title={t('statementDesk.byHand')} text={t('statementDesk.byHandText')}>
      <PagedList
        query={query}
        pages={pages}
        label={t('statementDesk.byHand')}
        rowHeight={120}
        skeletons={1}
        empty={{
          icon: <IconNotebook />,
          title: t('statementDesk.byHandNone'),
          text: t('statementDesk.byHandNoneText'),
        }}
      >
        {(row) => <BookedRow key={row.id} row={row} onUndo={() => ask(row)} />}
      </PagedList>
      {subject && <UndoDialog key={subject.id} row={subject} opened={isOpen} onClose={close} />}
    </Section>
  )
}

function BookedRow({ row, onUndo }: { row: StatementRow; onUndo: () => void }) {
  const t = useT()
  const { bookedBy, bookedAt, note } = row
  const kind = t(`statementKind.${row.kind ?? 'other'}`)
  return (
    <li className={classes.row}>
      <RowFacts row={row} title={kind} />
      {note && <p className={classes.text}>{note}</p>}
      {bookedBy && bookedAt && (
        <p className={blocks.quiet}>
          {t('statementDesk.bookedBy', { name: actorName(t, bookedBy), time: formatDateTime(bookedAt) })}
        </p>
      )}
      <div>
        <Button
          variant="default"
          aria-label={t('statementDesk.undoFor', { kind, amount: amountOf(row) })}
          onClick={onUndo}
        >
          {t('statementDesk.undo')}
        </Button>
      </div>
    </li>
  )
}
