import { type Economy, economy } from '@chuma/contract/admin/economy/economy'
import {
  type EconomyChange,
  type EconomyField,
  listEconomyChanges,
} from '@chuma/contract/admin/economy/economy-defaults'
import {
  type EconomyReport,
  type EconomyWarning,
  warnAboutEconomy,
} from '@chuma/contract/admin/economy/economy-presets'
import { type DailyTasks, explainEconomy } from '@chuma/contract/admin/economy/project-economy'
import { formatKes } from '@chuma/contract/format-money'
import { toFieldProblems } from '@chuma/contract/to-field-problems'
import { Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { codeOf, trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { formatPoints } from '../../ui/figures/amount.tsx'
import classes from './economy.module.css'
import { sayProblem } from './preset-choice.tsx'
import { ChangeList, ReasonForm } from './presets/choose-dialog.tsx'

type Props = { editing: Editing; opened: boolean; onClose: () => void; onStale: () => void }

/** Shows what would change and what that means, before it is saved. */
export function PreviewDialog({ editing, opened, onClose, onStale }: Props) {
  const t = useT()
  const { base, changes } = editing
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() ? null : t('economy.reasonMissing')) },
  })
  const utils = trpc.useUtils()
  const save = useAction(trpc.admin.changeEconomy, {
    form,
    onDone: (saved) => {
      utils.admin.getEconomy.setData(undefined, saved)
      editing.startFrom(saved)
      onClose()
    },
    done: { title: t('word.saved'), message: t('economy.savedText') },
    refresh: [utils.admin.listEconomyVersions],
    onFailed: (error) => {
      if (codeOf(error) !== 'ECONOMY_STATE') return false
      onClose()
      onStale()
      return true
    },
  })
  return (
    <Dialog opened={opened} onClose={onClose} title={t('economy.previewTitle')}>
      <ReasonForm
        form={form}
        submitLabel={t('word.save')}
        isSaving={save.isPending}
        onCancel={onClose}
        onSave={({ reason }) =>
          save.run({
            version: base.version,
            reason,
            changes: Object.fromEntries(changes.map(({ field, after }) => [field, after])),
          })
        }
      >
        <ChangeList label={t('economy.changed', { count: changes.length })} changes={changes} />
        <Effects editing={editing} />
      </ReasonForm>
    </Dialog>
  )
}

/** The figures that change, and the new warnings. */
function Effects({ editing: { base, valid } }: { editing: Editing }) {
  const t = useT()
  const now = listMeanings(t, base.record, base)
  const changed = listMeanings(t, valid, base).flatMap(({ name, value }, index) =>
    now[index]?.value === value ? [] : [{ name, before: now[index]?.value, after: value }],
  )
  const known = new Set(warnAboutEconomy(base.record, base.meaning).map((warning) => JSON.stringify(warning)))
  const warnings = warnAboutEconomy(valid, explainEconomy(valid, base.tasks)).filter(
    (warning) => !known.has(JSON.stringify(warning)),
  )
  return (
    <>
      <div>
        <Title order={3} size="h4">
          {t('economy.effects')}
        </Title>
        {changed.length === 0 && <p className={blocks.flush}>{t('economy.noEffect')}</p>}
        <ul className={blocks.list} aria-label={t('economy.effects')}>
          {changed.map(({ name, before, after }) => (
            <li key={name} className={classes.change}>
              <span>{name}</span>
              <span className={classes.values}>
                <del>{before}</del>
                <span aria-hidden>→</span>
                <ins>{after}</ins>
              </span>
            </li>
          ))}
        </ul>
      </div>
      {warnings.length > 0 && (
        <div>
          <Title order={3} size="h4">
            {t('economy.newWarnings')}
          </Title>
          <WarningList label={t('economy.newWarnings')} warnings={warnings} />
        </div>
      )}
    </>
  )
}

const whole = (kes: number) => formatKes(Math.round(kes))
const points = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 2 })

/** List what a record means in money, each figure with its name, in the order of the page. */
export function listMeanings(
  t: Translate,
  record: Economy,
  { tasks, owedPoints }: { tasks: DailyTasks; owedPoints: number },
): { name: string; value: string; isLoss: boolean }[] {
  const meaning = explainEconomy(record, tasks)
  const { usdBringsKes, usdMarginKes, premiumMarginKes, spinPoints } = meaning
  const spin = { points: points.format(spinPoints), amount: whole(spinPoints * record.kesPerPoint) }
  const figure = (name: string, kes: number) => ({ name, value: whole(kes), isLoss: kes < 0 })
  return [
    figure(t('economy.usdCost'), meaning.usdCostKes),
    figure(t('economy.usdMargin', { brings: whole(usdBringsKes) }), usdMarginKes),
    figure(t('economy.premiumDay'), meaning.premiumDayKes),
    figure(t('economy.premiumMonth'), meaning.premiumMonthKes),
    figure(t('economy.premiumMargin', { fee: whole(record.premiumKesPerMonth) }), premiumMarginKes),
    figure(t('economy.freeMonth'), meaning.freeMonthKes),
    { name: t('economy.spin'), value: t('economy.spinPoints', spin), isLoss: false },
    figure(t('economy.owed'), owedPoints * record.kesPerPoint),
  ]
}

/** The form's values: a field that is being typed may not hold a number yet. */
type Draft = { [Field in EconomyField]: unknown }

export type Editing = {
  draft: Draft
  set: (field: EconomyField, value: unknown) => void
  /** The first problem of each input, by its path: `spinTable.3.weight`. */
  errors: Record<string, string>
  /** The last valid numbers. */
  valid: Economy
  isValid: boolean
  changes: EconomyChange[]
  /** The version the form was filled from. */
  base: EconomyReport
  discard: () => void
  /** Refill the form from the current version and keep what was typed. */
  goOnFrom: (newest: EconomyReport) => void
  /** Call after saving. */
  startFrom: (saved: EconomyReport) => void
}

export function useDraft(report: EconomyReport): Editing {
  const t = useT()
  const [base, setBase] = useState(report)
  const [draft, setDraft] = useState<Draft>(report.record)
  const [lastValid, setLastValid] = useState(report.record)
  const parsed = economy.safeParse(draft)
  const valid = parsed.success ? parsed.data : lastValid
  const fill = (from: EconomyReport, values: Draft) => {
    setBase(from)
    setDraft(values)
  }
  return {
    draft,
    set: (field, value) => {
      const next = { ...draft, [field]: value }
      setDraft(next)
      const { data } = economy.safeParse(next)
      if (data) setLastValid(data)
    },
    errors: parsed.success ? {} : firstErrors(t, draft, parsed.error),
    valid,
    isValid: parsed.success,
    changes: listEconomyChanges(base.record, valid),
    base,
    discard: () => fill(base, base.record),
    goOnFrom: (newest) => {
      const typed = Object.entries(draft).filter(
        ([field, value]) => JSON.stringify(value) !== JSON.stringify(base.record[field as EconomyField]),
      )
      fill(newest, { ...newest.record, ...Object.fromEntries(typed) })
    },
    startFrom: (saved) => fill(saved, saved.record),
  }
}

function firstErrors(
  t: Translate,
  draft: Draft,
  error: Parameters<typeof toFieldProblems>[0],
): Record<string, string> {
  const all = Object.entries(toFieldProblems(error, draft))
  return Object.fromEntries(all.flatMap(([field, [first]]) => (first ? [[field, sayProblem(t, first)]] : [])))
}

export function WarningList({ label, warnings }: { label: string; warnings: EconomyWarning[] }) {
  const t = useT()
  return (
    <ul className={blocks.list} aria-label={label}>
      {warnings.map((warning) => (
        <li key={JSON.stringify(warning)} className={classes.warning}>
          <IconAlertTriangle aria-hidden size={20} />
          <span>{describeWarning(t, warning)}</span>
        </li>
      ))}
    </ul>
  )
}

const kes = (amount: number) => formatKes(Math.round(amount))

function describeWarning(t: Translate, warning: EconomyWarning): string {
  const points = (count: number) => formatPoints(t, count)
  switch (warning.code) {
    case 'survey-costs-more':
    case 'premium-costs-more':
    case 'referral-costs-more':
      return t(`economyWarning.${warning.code}`, {
        cost: kes(warning.costKes),
        brings: kes(warning.bringsKes),
      })
    case 'reward-costs-more':
      return t('economyWarning.reward-costs-more', {
        reward: t(`dailyReward.${warning.reward}`),
        cost: kes(warning.costKes),
        brings: kes(warning.bringsKes),
      })
    case 'point-values-differ':
      return t('economyWarning.point-values-differ', {
        wallet: kes(warning.walletKes),
        profile: kes(warning.profileKes),
      })
    case 'minimums-differ':
      return t('economyWarning.minimums-differ', {
        page: points(warning.pagePoints),
        dialog: points(warning.dialogPoints),
        wallet: kes(warning.walletKes),
      })
    case 'below-mpesa':
      return t('economyWarning.below-mpesa', {
        minimum: kes(warning.minimumKes),
        mpesa: kes(warning.mpesaMinKes),
      })
    case 'quiz-differs':
      return t('economyWarning.quiz-differs', {
        answers: warning.answersPoints,
        most: points(warning.maxPoints),
      })
  }
}
