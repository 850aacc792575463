import { economy } from '@chuma/contract/admin/economy/economy'
import { type EconomyField, listEconomyChanges } from '@chuma/contract/admin/economy/economy-defaults'
import type { EconomyOption, EconomyPresets } from '@chuma/contract/admin/economy/economy-presets'
import type {
  EconomyAssumptions,
  EconomyProjection,
  MemberMonth,
} from '@chuma/contract/admin/economy/project-economy'
import { formatKes } from '@chuma/contract/format-money'
import { Checkbox, Stack, Textarea, VisuallyHidden } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { lazy, type ReactNode, Suspense } from 'react'
import { formatBusinessDay } from '../../../i18n/format-date.ts'
import type { Translate } from '../../../i18n/i18n.ts'
import { useT } from '../../../i18n/use-t.ts'
import { codeOf, trpc } from '../../../trpc.ts'
import { useAction } from '../../../ui/actions/use-action.ts'
import blocks from '../../../ui/blocks.module.css'
import { Dialog, DialogButtons } from '../../../ui/dialogs/dialog.tsx'
import { formatPoints } from '../../../ui/figures/amount.tsx'
import { FigurePanel, ShareBars } from '../../../ui/figures/figure-panel.tsx'
import { Skeletons } from '../../../ui/states/states.tsx'
import economyClasses from '../economy.module.css'
import { FIELD_GROUPS } from '../field-groups.ts'
import classes from './presets.module.css'

type Props = {
  presets: EconomyPresets
  option: EconomyOption
  assumptions: EconomyAssumptions
  onClose: () => void
  onChosen: (() => unknown) | undefined
}

type Values = { reason: string; isConfirmed: boolean }

/** Shows what a choice changes and costs, and saves it with a reason. */
export function ChooseDialog(props: Props) {
  const { presets, option, assumptions, onClose } = props
  const t = useT()
  const { confirm } = option
  const form = useForm<Values>({
    initialValues: { reason: '', isConfirmed: false },
    validate: {
      reason: (reason) => (reason.trim() ? null : t('economy.reasonMissing')),
      isConfirmed: (isConfirmed) => (confirm.length === 0 || isConfirmed ? null : t('preset.confirmMissing')),
    },
  })
  const choose = useChoose(form, props)
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
          choose.run({ ...values, version: presets.version, choice: option.choice, assumptions })
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

function useChoose(form: UseFormReturnType<Values>, { option, onClose, onChosen }: Props) {
  const t = useT()
  const { admin, wallet } = trpc.useUtils()
  return useAction(trpc.admin.chooseEconomyPreset, {
    form,
    onDone: (saved) => {
      admin.listEconomyPresets.setData({}, saved)
      onClose()
    },
    done: {
      title: t('preset.savedTitle', { name: t(`preset.name.${option.choice}`) }),
      message: t('economy.savedText'),
    },
    refresh: async () => {
      const changed = [admin.getEconomy, admin.listEconomyVersions, admin.getGames, wallet.getTerms]
      await Promise.all(changed.map((query) => query.invalidate()))
      await onChosen?.()
    },
    onEnd: (error) => {
      // The figures on this screen are those of another version.
      if (!codeOf(error)?.startsWith('ECONOMY_')) return
      onClose()
      void admin.listEconomyPresets.invalidate()
    },
  })
}

// The chart is larger than the rest of the page together.
const MonthChart = lazy(async () => ({ default: (await import('../charts.tsx')).MonthChart }))

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
      rowsAre={t('word.month')}
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

type Change = { field: string; before: unknown; after: unknown }

const FIELDS: readonly string[] = FIELD_GROUPS.flatMap(({ fields }) => [...fields])
const isField = (name: string): name is EconomyField => FIELDS.includes(name)

/** The changed fields with their values. Fields that no longer exist keep their stored name. */
export function ChangeList({ label, changes }: { label: string; changes: readonly Change[] }) {
  const t = useT()
  return (
    <ul className={blocks.list} aria-label={label}>
      {changes.map(({ field, before, after }) => (
        <li key={field} className={economyClasses.change}>
          <strong>{isField(field) ? t(`economyField.${field}`) : field}</strong>
          <span className={economyClasses.values}>
            <del>{formatField(t, before)}</del>
            <VisuallyHidden>{t('word.becomes')}</VisuallyHidden>
            <span aria-hidden>→</span>
            <ins>{formatField(t, after)}</ins>
          </span>
        </li>
      ))}
    </ul>
  )
}

const number = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 2 })
const { adPoints: range, spinTable: wheel, extraHolidays: days } = economy.shape

/** A field's value as one line of text. A value of an older version may have another shape and is shown unchanged. */
function formatField(t: Translate, value: unknown): string {
  if (typeof value === 'boolean') return t(value ? 'economy.yes' : 'economy.no')
  if (typeof value === 'number') return number.format(value)
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.length === 0) return t('word.none')
  const listed = days.safeParse(value).data
  if (listed) return listed.map(formatBusinessDay).join('; ')
  const bounds = range.safeParse(value).data
  if (bounds) return t('economy.range', { min: number.format(bounds.min), max: number.format(bounds.max) })
  const rows = wheel.safeParse(value).data
  return rows ? rows.map((row) => t('economy.wheelRow', row)).join('; ') : JSON.stringify(value)
}

type ChangeListProps<Values> = {
  form: UseFormReturnType<Values>
  submitLabel: string
  isSaving: boolean
  onSave: (values: Values) => void
  onCancel: () => void
  /** What the change does, above the reason. */
  children: ReactNode
}

/** The end of every dialog that changes the economy: why, then cancel or save. */
export function ReasonForm<Values extends { reason: string }>(props: ChangeListProps<Values>) {
  const { form, submitLabel, isSaving, onSave, onCancel, children } = props
  const t = useT()
  return (
    <form noValidate onSubmit={form.onSubmit(onSave)}>
      <Stack>
        {children}
        <Textarea
          label={t('word.reason')}
          description={t('economy.reasonHint')}
          maxLength={500}
          rows={3}
          {...form.getInputProps('reason')}
        />
        <DialogButtons action={submitLabel} isPending={isSaving} onCancel={onCancel} />
      </Stack>
    </form>
  )
}
