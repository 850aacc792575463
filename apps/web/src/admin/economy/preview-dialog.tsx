import { explainEconomy } from '@chuma/contract/admin/economy/explain-economy'
import { warnAboutEconomy } from '@chuma/contract/admin/economy/warn-about-economy'
import { Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { useShowFailure } from '../use-show-failure.ts'
import { ChangeList } from './change-list.tsx'
import classes from './economy.module.css'
import { listMeanings } from './list-meanings.ts'
import { ReasonForm } from './reason-form.tsx'
import type { Editing } from './use-draft.ts'
import { WarningList } from './warning-list.tsx'

type Props = { editing: Editing; opened: boolean; onClose: () => void; onStale: () => void }

/** Shows what would change and what that means, before it is saved. */
export function PreviewDialog({ editing, opened, onClose, onStale }: Props) {
  const t = useT()
  const { base, changes } = editing
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() ? null : t('economy.reasonMissing')) },
  })
  const save = useSave((error) => showFieldErrors(form, error), { editing, onClose, onStale })
  return (
    <Dialog opened={opened} onClose={onClose} title={t('economy.previewTitle')}>
      <ReasonForm
        form={form}
        submitLabel={t('economy.save')}
        isSaving={save.isPending}
        onCancel={onClose}
        onSave={({ reason }) =>
          save.mutate({
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

function useSave(
  showProblems: (error: unknown) => boolean,
  { editing, onClose, onStale }: Pick<Props, 'editing' | 'onClose' | 'onStale'>,
) {
  const t = useT()
  const utils = trpc.useUtils()
  const showFailure = useShowFailure()
  return trpc.admin.changeEconomy.useMutation({
    onSuccess: (saved) => {
      utils.admin.getEconomy.setData(undefined, saved)
      editing.startFrom(saved)
      onClose()
      showToast({ kind: 'success', title: t('economy.saved'), message: t('economy.savedText') })
      return utils.admin.listEconomyVersions.invalidate()
    },
    onError: (error) => {
      if (isApiError(error) && error.data?.appCode === 'ECONOMY_STATE') {
        onClose()
        onStale()
      } else if (!showProblems(error)) showFailure(error)
    },
  })
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
