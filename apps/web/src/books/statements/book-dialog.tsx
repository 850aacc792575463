import type { EntryKind, StatementCandidate, StatementRow } from '@chuma/contract/books/statements'
import { formatKes } from '@chuma/contract/format-money'
import { NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useShowFailure } from '../../admin/use-show-failure.ts'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { focusFirstError } from '../../ui/forms/focus-first-error.ts'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { listKinds } from './list-kinds.ts'
import { RowFacts } from './row-facts.tsx'
import { useRefreshStatements } from './use-refresh-statements.ts'

type Props = { row: StatementRow; opened: boolean; onClose: () => void }
type Values = { kind: EntryKind; paymentId: string; note: string }

const isMatch = (kind: EntryKind) => kind === 'payout' || kind === 'collection'

/** Staff say what a waiting row is. */
export function BookDialog({ row, opened, onClose }: Props) {
  const t = useT()
  const kinds = listKinds(row)
  const form = useForm<Values>({
    initialValues: { kind: kinds[0] ?? 'not-ours', paymentId: '', note: '' },
    validate: {
      paymentId: (id, { kind }) => (isMatch(kind) && !id ? t('statementDesk.chooseCandidate') : null),
      note: (note, { kind }) => (isMatch(kind) || note.trim() ? null : t('statementDesk.noteMissing')),
    },
  })
  const book = useBook({ onClose, onRefused: (error) => showFieldErrors(form, error) })
  const { kind } = form.getValues()
  return (
    <Dialog opened={opened} onClose={onClose} title={t('statementDesk.bookTitle')}>
      <form
        noValidate
        onSubmit={form.onSubmit(
          ({ kind, paymentId, note }) =>
            book.mutate({ id: row.id, kind, note, ...(isMatch(kind) && { paymentId }) }),
          focusFirstError(form),
        )}
      >
        <Stack>
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
          <DialogButtons action={t('statementDesk.book')} isPending={book.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}

type CandidatesProps = { rowId: string; kind: EntryKind; field: object }

function Candidates({ rowId, kind, field }: CandidatesProps) {
  const t = useT()
  const query = trpc.admin.listStatementCandidates.useQuery({ id: rowId })
  const fitting = query.data?.filter((candidate) => candidate.kind === kind) ?? []
  const name = ({ memberName, amountKes, at, receipt }: StatementCandidate) =>
    [
      t('statementDesk.candidateText', {
        name: memberName,
        amount: formatKes(amountKes),
        at: formatDateTime(at),
      }),
      receipt,
    ]
      .filter((part) => part)
      .join(' · ')
  return (
    <NativeSelect
      label={t('statementDesk.candidate')}
      description={query.data && fitting.length === 0 ? t('statementDesk.noCandidates') : undefined}
      data={[
        { value: '', label: t('statementDesk.chooseCandidate') },
        ...fitting.map((candidate) => ({ value: candidate.id, label: name(candidate) })),
      ]}
      {...field}
    />
  )
}

type Handlers = { onClose: () => void; onRefused: (error: unknown) => boolean }

function useBook({ onClose, onRefused }: Handlers) {
  const t = useT()
  const refresh = useRefreshStatements()
  const showFailure = useShowFailure()
  return trpc.admin.bookStatementRow.useMutation({
    onSuccess: () => {
      showToast({ kind: 'success', title: t('statementDesk.booked'), message: t('statementDesk.bookedText') })
      onClose()
      return refresh()
    },
    onError: (error) => {
      if (onRefused(error)) return undefined
      showFailure(error)
      // Someone else booked it first: this list is out of date.
      onClose()
      return refresh()
    },
  })
}
