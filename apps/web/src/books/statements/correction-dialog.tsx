import type { RowCorrection, StatementRow } from '@chuma/contract/books/statements'
import { formatKes } from '@chuma/contract/format-money'
import { NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { formatDateTime } from '../../i18n/format-date.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { CorrectForm } from '../../payouts/approvals/correct-form.tsx'
import { trpc } from '../../trpc.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { RowFacts } from './row-facts.tsx'

type Props = { row: StatementRow; opened: boolean; onClose: () => void }

/** Correct a payout by the row that proves it: staff choose the payment, and the rest is filled in. */
export function CorrectionDialog({ row, opened, onClose }: Props) {
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
        data={corrections.map((correction) => ({ value: correction.id, label: describe(t, correction) }))}
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

function describe(t: Translate, { kind, memberName, amountKes, at, receipt }: RowCorrection): string {
  const payment = t('statementDesk.candidateText', {
    name: memberName,
    amount: formatKes(amountKes),
    at: formatDateTime(at),
  })
  return [t(`correct.${kind}`), payment, receipt].filter((part) => part).join(' · ')
}
