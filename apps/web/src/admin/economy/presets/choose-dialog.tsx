import type { EconomyOption, EconomyPresets } from '@chuma/contract/admin/economy/describe-economy-choice'
import type { EconomyAssumptions } from '@chuma/contract/admin/economy/economy-assumptions'
import { listEconomyChanges } from '@chuma/contract/admin/economy/list-economy-changes'
import { formatKes } from '@chuma/contract/format-money'
import { Checkbox } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useT } from '../../../i18n/use-t.ts'
import { isApiError, trpc } from '../../../trpc.ts'
import blocks from '../../../ui/blocks.module.css'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { showToast } from '../../../ui/dialogs/show-toast.ts'
import { formatPoints } from '../../../ui/figures/format-points.ts'
import { showFieldErrors } from '../../../ui/forms/show-field-errors.ts'
import { useShowFailure } from '../../use-show-failure.ts'
import { ChangeList } from '../change-list.tsx'
import { ReasonForm } from '../reason-form.tsx'

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
