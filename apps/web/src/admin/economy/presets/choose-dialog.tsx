import { listEconomyChanges } from '@chuma/contract/admin/economy/economy-defaults'
import type { EconomyOption, EconomyPresets } from '@chuma/contract/admin/economy/economy-presets'
import type {
  EconomyAssumptions,
  EconomyProjection,
  MemberMonth,
} from '@chuma/contract/admin/economy/project-economy'
import { formatKes } from '@chuma/contract/format-money'
import { Checkbox } from '@mantine/core'
import { useForm } from '@mantine/form'
import { lazy, Suspense } from 'react'
import type { Translate } from '../../../i18n/i18n.ts'
import { useT } from '../../../i18n/use-t.ts'
import { isApiError, trpc } from '../../../trpc.ts'
import blocks from '../../../ui/blocks.module.css'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { showToast } from '../../../ui/dialogs/show-toast.ts'
import { formatPoints } from '../../../ui/figures/format-points.ts'
import { showFieldErrors } from '../../../ui/forms/show-field-errors.ts'
import { Skeletons } from '../../../ui/states/skeletons.tsx'
import { FigurePanel, ShareBars } from '../../analytics/figure-panel.tsx'
import { useShowFailure } from '../../use-show-failure.ts'
import { ChangeList, ReasonForm } from '../change-list.tsx'
import classes from './presets.module.css'

type Props = {
  presets: EconomyPresets
  option: EconomyOption
  assumptions: EconomyAssumptions
  onClose: () => void
  onChosen: (() => unknown) | undefined
}

/** Shows what a choice changes and costs, and saves it with a reason. */
export function ChooseDialog(props: Props) {
  const { presets, option, assumptions, onClose } = props
  const t = useT()
  const { confirm } = option
  const form = useForm({
    initialValues: { reason: '', isConfirmed: false },
    validate: {
      reason: (reason) => (reason.trim() ? null : t('economy.reasonMissing')),
      isConfirmed: (isConfirmed) => (confirm.length === 0 || isConfirmed ? null : t('preset.confirmMissing')),
    },
  })
  const choose = useChoose((error) => showFieldErrors(form, error), props)
  const changes = listEconomyChanges(presets.record, option.record)
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('preset.dialogTitle', { name: t(`preset.name.${option.choice}`) })}
    >
      <ReasonForm
        form={form}
        submitLabel={t('preset.choose')}
        isSaving={choose.isPending}
        onCancel={onClose}
        onSave={(values) =>
          choose.mutate({ ...values, version: presets.version, choice: option.choice, assumptions })
        }
      >
        <MemberCost option={option} />
        {confirm.includes('revalue') && <Revaluation presets={presets} option={option} />}
        {changes.length > 0 ? (
          <ChangeList label={t('economy.changed', { count: changes.length })} changes={changes} />
        ) : (
          <p className={blocks.flush}>{t('preset.noChange')}</p>
        )}
        {confirm.length > 0 && (
          <Checkbox
            label={t('preset.confirm')}
            {...form.getInputProps('isConfirmed', { type: 'checkbox' })}
          />
        )}
      </ReasonForm>
    </Dialog>
  )
}

const kes = (amount: number) => formatKes(Math.round(amount))

function MemberCost({ option }: { option: EconomyOption }) {
  const t = useT()
  const { average } = option.projection.member
  return (
    <p className={average.marginKes < 0 ? blocks.bad : blocks.flush}>
      {t('preset.memberCost', {
        cost: kes(average.costKes),
        income: kes(average.incomeKes),
        margin: kes(average.marginKes),
      })}
    </p>
  )
}

function Revaluation({
  presets: { owedPoints, heldPoints, heldKes, record },
  option,
}: Pick<Props, 'presets' | 'option'>) {
  const t = useT()
  return (
    <p className={blocks.bad}>
      {t('preset.revalue', {
        points: formatPoints(t, owedPoints),
        before: kes((owedPoints - heldPoints) * record.kesPerPoint + heldKes),
        after: kes((owedPoints - heldPoints) * option.record.kesPerPoint + heldKes),
      })}
    </p>
  )
}

function useChoose(showProblems: (error: unknown) => boolean, { option, onClose, onChosen }: Props) {
  const t = useT()
  const utils = trpc.useUtils()
  const showFailure = useShowFailure()
  return trpc.admin.chooseEconomyPreset.useMutation({
    onSuccess: async (saved) => {
      utils.admin.listEconomyPresets.setData({}, saved)
      onClose()
      showToast({
        kind: 'success',
        title: t('preset.savedTitle', { name: t(`preset.name.${option.choice}`) }),
        message: t('economy.savedText'),
      })
      await Promise.all([
        utils.admin.getEconomy.invalidate(),
        utils.admin.listEconomyVersions.invalidate(),
        utils.admin.getGames.invalidate(),
        utils.wallet.getTerms.invalidate(),
      ])
      await onChosen?.()
    },
    onError: (error) => {
      if (showProblems(error)) return
      showFailure(error)
      // The figures on this screen are those of another version.
      if (isApiError(error) && error.data?.appCode?.startsWith('ECONOMY_')) {
        onClose()
        void utils.admin.listEconomyPresets.invalidate()
      }
    },
  })
}

// The chart is larger than the rest of the page together.
const MonthChart = lazy(async () => ({ default: (await import('../month-chart.tsx')).MonthChart }))

/** The projection of one choice: a member's month by source, and a year at three growth rates. */
export function ProjectionPanels({ option, owedPoints }: { option: EconomyOption; owedPoints: number }) {
  const t = useT()
  const { member, years } = option.projection
  const name = t(`preset.name.${option.choice}`)
  const owedKes = kes(owedPoints * option.record.kesPerPoint)
  return (
    <>
      <MemberPanel name={name} month={member.average} />
      <div className={classes.pair}>
        <YearPanel figure="marginKes" title={t('projection.margin', { name })} years={years}>
          {t('projection.marginText')}
        </YearPanel>
        <YearPanel figure="owedKes" title={t('projection.owed', { name })} years={years}>
          {t('projection.owedText', { amount: owedKes })}
        </YearPanel>
      </div>
    </>
  )
}

function MemberPanel({ name, month }: { name: string; month: MemberMonth }) {
  const t = useT()
  const lines = month.lines.filter(({ incomeKes, costKes }) => incomeKes > 0 || costKes > 0)
  const longest = Math.max(1, ...lines.flatMap(({ incomeKes, costKes }) => [incomeKes, costKes]))
  const bars = (side: 'incomeKes' | 'costKes') =>
    lines
      .filter((line) => line[side] > 0)
      .map((line) => ({
        name: t(`moneySource.${line.source}`),
        value: kes(line[side]),
        share: line[side] / longest,
      }))
  const rows = lines.map(({ source, incomeKes, costKes }) => ({
    name: t(`moneySource.${source}`),
    values: { incomeKes, costKes, marginKes: incomeKes - costKes },
  }))
  const { incomeKes, costKes, marginKes } = month
  return (
    <FigurePanel
      title={t('projection.member', { name })}
      text={t('projection.memberText', {
        income: kes(incomeKes),
        cost: kes(costKes),
        margin: kes(marginKes),
      })}
      rowsAre={t('projection.source')}
      columns={(['incomeKes', 'costKes', 'marginKes'] as const).map((key) => ({
        key,
        label: t(`projection.${key}`),
        format: kes,
      }))}
      rows={[...rows, { name: t('projection.total'), values: { incomeKes, costKes, marginKes } }]}
      fileName="member-month"
    >
      <div className={classes.pair}>
        {(['incomeKes', 'costKes'] as const).map((side) => (
          <div key={side} className={classes.bars}>
            <p className={blocks.quiet}>{t(`projection.${side}`)}</p>
            <ShareBars rows={bars(side)} />
          </div>
        ))}
      </div>
    </FigurePanel>
  )
}

type Years = EconomyProjection['years']
type YearProps = { figure: 'marginKes' | 'owedKes'; title: string; years: Years; children: string }

function YearPanel({ figure, title, years, children }: YearProps) {
  const t = useT()
  const months = years[0]?.months ?? []
  const values = (index: number) =>
    Object.fromEntries(years.map(({ growth, months: of }) => [growth, of[index]?.[figure] ?? 0]))
  return (
    <FigurePanel
      title={title}
      text={children}
      rowsAre={t('economy.month')}
      columns={years.map((year) => ({ key: year.growth, label: growthName(t, year), format: kes }))}
      rows={months.map(({ month }, index) => ({
        name: t('economy.monthNumber', { month }),
        values: values(index),
      }))}
      fileName={figure === 'marginKes' ? 'margin' : 'liability'}
    >
      <Suspense fallback={<Skeletons count={1} height={260} />}>
        <MonthChart
          rows={months.map(({ month }, index) => ({ month, ...values(index) }))}
          series={years.map((year) => ({ name: year.growth, label: growthName(t, year) }))}
        />
      </Suspense>
    </FigurePanel>
  )
}

const growthName = (t: Translate, { percentPerMonth }: Years[number]) =>
  t('projection.growth', { percent: percentPerMonth })
