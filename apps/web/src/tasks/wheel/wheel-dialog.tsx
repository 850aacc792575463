import { formatKes } from '@chuma/contract/format-money'
import type { AdminGames } from '@chuma/contract/tasks/admin-games'
import { expectedSpinPoints } from '@chuma/contract/tasks/expected-spin'
import { Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx'
import { formatPoints } from '../../ui/figures/format-points.ts'
import { focusFirstError } from '../../ui/forms/focus-first-error.ts'
import { Panel } from '../../ui/page/panel.tsx'
import { inHundredths } from '../in-hundredths.ts'
import { useChangeEconomy } from '../use-change-economy.ts'
import { SegmentFields, type WheelForm } from './segment-fields.tsx'

type Props = { games: AdminGames; onClose: () => void }

/** Edits the wheel's segments, showing what a spin would pay on average. */
export function WheelDialog({ games, onClose }: Props) {
  const t = useT()
  const [isStale, setStale] = useState(false)
  const form = useForm<WheelForm>({
    initialValues: {
      segments: games.wheel.segments.map(({ points, weight }) => ({ points, weight })),
      reason: '',
    },
    validate: {
      segments: {
        points: (points) => (isWholeFrom(points, 0) ? null : t('gamesTab.pointsWrong')),
        weight: (weight) => (isWholeFrom(weight, 1) ? null : t('gamesTab.weightWrong')),
      },
      reason: (reason) => (reason.trim() ? null : t('catalogue.reasonMissing')),
    },
  })
  const { change, isPending } = useChangeEconomy(games.economyVersion, {
    said: t('gamesTab.tableSaved'),
    onDone: onClose,
    onStale: () => setStale(true),
  })
  const submit = ({ segments, reason }: WheelForm) =>
    change({ changes: { spinTable: segments.map(toSegment) }, reason })
  return (
    <Dialog opened onClose={onClose} title={t('gamesTab.editTable')}>
      <form onSubmit={form.onSubmit(submit, focusFirstError(form))} noValidate>
        <Stack>
          {isStale && <TableNow games={games} />}
          <SegmentFields form={form} />
          <WouldPay games={games} form={form.values} />
          <TextInput
            label={t('catalogue.reason')}
            description={t('catalogue.reasonHint')}
            maxLength={500}
            {...form.getInputProps('reason')}
          />
          <DialogButtons action={t('catalogue.save')} isPending={isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}

const isWholeFrom = (value: number | string, least: number) =>
  value !== '' && Number.isInteger(Number(value)) && Number(value) >= least

const toSegment = ({ points, weight }: WheelForm['segments'][number]) => ({
  points: Number(points),
  weight: Number(weight),
})

function WouldPay({ games, form }: { games: AdminGames; form: WheelForm }) {
  const t = useT()
  const value = expectedSpinPoints(form.segments.map(toSegment).filter(({ weight }) => weight > 0))
  const points = (amount: number) => formatPoints(t, inHundredths(amount))
  return (
    <Text role="status">
      {t('gamesTab.wouldPay', {
        points: points(value),
        kes: formatKes(value * games.kesPerPoint),
        before: points(games.wheel.expectedPoints),
      })}
    </Text>
  )
}

/** Of the record that was reloaded: the next save is based on it. */
function TableNow({ games }: { games: AdminGames }) {
  const t = useT()
  const table = games.wheel.segments.map(({ points, weight }) => `${points}\u00d7${weight}`).join(', ')
  return (
    <Panel tone="earning" role="alert">
      <Text fw={600}>{t('gamesTab.tableChanged')}</Text>
      <Text size="sm">{t('gamesTab.tableNow', { table })}</Text>
    </Panel>
  )
}
