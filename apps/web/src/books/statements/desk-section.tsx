import {
  DESK_REASONS,
  type DeskReason,
  type EntryKind,
  type RowCorrection,
  type StatementCandidate,
  type StatementRow,
} from '@chuma/contract/books/statements'
import { formatKes, formatKesCents } from '@chuma/contract/format-money'
import { Button, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import nothingToReview from '../../art/nothing-to-review.svg'
import { formatDateTime } from '../../i18n/format-date.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { CorrectForm } from '../../payouts/approvals/correct-form.tsx'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { Dialog, FormDialog, useAsked } from '../../ui/dialogs/dialog.tsx'
import sheet from '../../ui/figures/figures.module.css'
import { TimeAgo } from '../../ui/figures/time-ago.tsx'
import { useMay } from '../../ui/frame/staff-member.tsx'
import { Section } from '../../ui/page/section.tsx'
import classes from '../../ui/states/list.module.css'
import { PagedList, useStateFilter } from '../../ui/states/staff-lists.tsx'
import { QueryView, Skeletons } from '../../ui/states/states.tsx'
import { useRefreshBooks } from '../ledger-check.tsx'

const PAGE_SIZE = 25
/** What the list asks for at first. */
export const FIRST_ROWS = { limit: PAGE_SIZE, state: 'waiting' } as const

/** Rows that no rule matched, oldest first. */
export function DeskSection() {
  const t = useT()
  const {
    pages,
    state: reason,
    filter,
  } = useStateFilter<DeskReason>({
    size: PAGE_SIZE,
    states: DESK_REASONS,
    describe: (each) => t(`statementReason.${each}`),
    label: t('statementDesk.reason'),
    all: t('statementDesk.allReasons'),
  })
  const query = trpc.admin.listStatementRows.useQuery(
    { ...pages.input, state: 'waiting', ...(reason && { reason }) },
    { placeholderData: keepPreviousData },
  )
  const { subject, isOpen, ask, close } = useAsked<StatementRow>()
  const correction = useAsked<StatementRow>()
  return (
    <Section title={t('statementDesk.waiting')} text={t('statementDesk.waitingText')}>
      {filter}
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

type CorrectionDialogProps = { row: StatementRow; opened: boolean; onClose: () => void }

/** Correct a payout by the row that proves it: staff choose the payment, and the rest is filled in. */
function CorrectionDialog({ row, opened, onClose }: CorrectionDialogProps) {
  const t = useT()
  const query = trpc.admin.listRowCorrections.useQuery({ id: row.id }, { enabled: opened })
  return (
    <Dialog opened={opened} onClose={onClose} title={t('statementDesk.correctTitle')}>
      <Stack>
        <div>
          <RowFacts row={row} title={t(`statementReason.${row.reason ?? 'undone'}`)} />
        </div>
        <QueryView query={query} skeleton={<Skeletons count={2} height={60} />}>
          {(corrections) =>
            corrections.length > 0 ? (
              <Choice row={row} corrections={corrections} onClose={onClose} />
            ) : (
              <Text c="dimmed">{t('statementDesk.noCorrections')}</Text>
            )
          }
        </QueryView>
      </Stack>
    </Dialog>
  )
}

type ChoiceProps = { row: StatementRow; corrections: readonly RowCorrection[]; onClose: () => void }

function Choice({ row, corrections, onClose }: ChoiceProps) {
  const t = useT()
  const [id, setId] = useState(corrections[0]?.id)
  const chosen = corrections.find((correction) => correction.id === id)
  return (
    <>
      <NativeSelect
        label={t('statementDesk.candidate')}
        value={id}
        onChange={({ currentTarget }) => setId(currentTarget.value)}
        data={corrections.map((correction) => ({
          value: correction.id,
          label: `${t(`correct.${correction.kind}`)} · ${describePayment(t, correction)}`,
        }))}
        data-autofocus
      />
      {chosen && (
        <CorrectForm
          key={chosen.id}
          kind={chosen.kind}
          withdrawal={{
            id: chosen.id,
            userName: chosen.memberName,
            payoutKes: chosen.amountKes,
            pointsToWithdraw: chosen.points,
          }}
          row={{ id: row.id, receipt: row.receipt, cause: row.account === 'mpesa' ? 'provider' : 'bank' }}
          onClose={onClose}
        />
      )}
    </>
  )
}

type Payment = Pick<StatementCandidate, 'memberName' | 'amountKes' | 'at' | 'receipt'>

function describePayment(t: Translate, { memberName: name, amountKes, at, receipt }: Payment): string {
  const payment = t('statementDesk.candidateText', {
    name,
    amount: formatKes(amountKes),
    at: formatDateTime(at),
  })
  return receipt ? `${payment} · ${receipt}` : payment
}

type Values = { kind: EntryKind; paymentId: string; note: string }

const isMatch = (kind: EntryKind) => kind === 'payout' || kind === 'collection'

/** Staff say what a waiting row is. */
function BookDialog({ row, opened, onClose }: { row: StatementRow; opened: boolean; onClose: () => void }) {
  const t = useT()
  const kinds = listKinds(row)
  const form = useForm<Values>({
    initialValues: { kind: kinds[0] ?? 'not-ours', paymentId: '', note: '' },
    validate: {
      paymentId: (id, { kind }) => (isMatch(kind) && !id ? t('statementDesk.chooseCandidate') : null),
      note: (note, { kind }) => (isMatch(kind) || note.trim() ? null : t('statementDesk.noteMissing')),
    },
  })
  const book = useAction(trpc.admin.bookStatementRow, {
    form,
    done: { title: t('statementDesk.booked'), message: t('statementDesk.bookedText') },
    // Also after a refusal: someone else booked it first, so this list is out of date.
    onOver: onClose,
    onEnd: useRefreshStatements(),
  })
  const { kind } = form.getValues()
  return (
    <FormDialog
      {...{ opened, onClose }}
      title={t('statementDesk.bookTitle')}
      action={t('statementDesk.book')}
      isPending={book.isPending}
      form={form}
      onSend={({ kind, paymentId, note }) =>
        book.run({ id: row.id, kind, note, ...(isMatch(kind) && { paymentId }) })
      }
    >
      <div>
        <RowFacts row={row} title={t(`statementReason.${row.reason ?? 'undone'}`)} />
      </div>
      <Text c="dimmed">{t('statementDesk.bookText')}</Text>
      <NativeSelect
        label={t('statementDesk.kind')}
        data={kinds.map((value) => ({ value, label: t(`statementKind.${value}`) }))}
        data-autofocus
        {...form.getInputProps('kind')}
      />
      {isMatch(kind) && <Candidates rowId={row.id} kind={kind} field={form.getInputProps('paymentId')} />}
      <Textarea
        label={t('statementDesk.note')}
        maxLength={1000}
        autosize
        minRows={2}
        {...form.getInputProps('note')}
      />
    </FormDialog>
  )
}

function Candidates({ rowId, kind, field }: { rowId: string; kind: EntryKind; field: object }) {
  const t = useT()
  const query = trpc.admin.listStatementCandidates.useQuery({ id: rowId })
  const fitting = query.data?.filter((candidate) => candidate.kind === kind) ?? []
  return (
    <NativeSelect
      label={t('statementDesk.candidate')}
      description={query.data && fitting.length === 0 ? t('statementDesk.noCandidates') : undefined}
      data={[
        { value: '', label: t('statementDesk.chooseCandidate') },
        ...fitting.map((candidate) => ({ value: candidate.id, label: describePayment(t, candidate) })),
      ]}
      {...field}
    />
  )
}

const OUT = ['payout', 'charge', 'transfer', 'other', 'not-ours'] as const
const INTO = ['collection', 'top-up', 'transfer', 'charge', 'other', 'not-ours'] as const
const NOTHING = ['nothing', 'not-ours'] as const

/** What a row can be booked as: the likeliest first. The server decides. */
export function listKinds({
  amountCents,
  purpose,
}: Pick<StatementRow, 'amountCents' | 'purpose'>): EntryKind[] {
  if (amountCents === null || amountCents === 0 || purpose === 'pending') return [...NOTHING]
  const kinds: readonly EntryKind[] = amountCents < 0 ? OUT : INTO
  const first: EntryKind =
    purpose === 'charge' ? 'charge' : purpose === 'reversal' ? 'other' : (kinds[0] ?? 'other')
  return [first, ...kinds.filter((kind) => kind !== first)]
}

export const amountOf = ({ amountCents }: StatementRow) =>
  amountCents === null ? '' : formatKesCents(amountCents)

/** What a row says, with its title and amount above. */
export function RowFacts({ row, title }: { row: StatementRow; title: string }) {
  const t = useT()
  const { account, at, receipt, linkedReceipt, numberEnd, details, column, problem, memberId, memberName } =
    row
  const facts = [
    receipt && t('statementDesk.receiptOf', { receipt }),
    linkedReceipt && t('statementDesk.linkedTo', { receipt: linkedReceipt }),
    numberEnd && t('statementDesk.numberEnd', { end: numberEnd }),
    details,
  ].filter((fact) => fact)
  return (
    <>
      <div className={classes.head}>
        <strong>{title}</strong>
        <span className={sheet.amount}>{amountOf(row)}</span>
      </div>
      <p className={blocks.quiet}>
        {t('statementDesk.rowText', {
          account: nameAccount(t, account),
          at: formatDateTime(at),
          line: row.row,
        })}
      </p>
      {facts.length > 0 && <p className={classes.text}>{facts.join(' · ')}</p>}
      {problem && (
        <p className={classes.text}>{t('statementDesk.unreadable', { column: column ?? '', problem })}</p>
      )}
      {memberId && memberName && (
        <Link to="/admin/members/$memberId" params={{ memberId }} className={blocks.link}>
          {t(row.kind ? 'statementDesk.of' : 'statementDesk.probably', { name: memberName })}
        </Link>
      )}
    </>
  )
}

/** A statement's account for people: `bank:kcb 4417` is `kcb 4417`. */
export function nameAccount(t: Translate, account: string): string {
  return account === 'mpesa' ? t('statementDesk.mpesa') : account.replace(/^bank:/, '')
}

/** Reload what an import or a booking changes. */
export function useRefreshStatements() {
  const { admin } = trpc.useUtils()
  const refreshBooks = useRefreshBooks()
  return () =>
    Promise.all([
      admin.listStatementRows.invalidate(),
      admin.listStatementMonths.invalidate(),
      admin.listStatementMappings.invalidate(),
      admin.listStatementCandidates.invalidate(),
      refreshBooks(),
    ])
}
