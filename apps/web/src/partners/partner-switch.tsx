import type { Partner } from '@chuma/contract/partners/partners'
import { Button } from '@mantine/core'
import { useShowFailure } from '../admin/use-show-failure.ts'
import { isUnproven } from '../auth/step-up-link.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { showToast } from '../ui/dialogs/show-toast.ts'
import { useAsked } from '../ui/dialogs/use-asked.ts'

/** Stops accepting a partner's events, after a confirmation, or accepts them again. */
export function PartnerSwitch({ partner: { id, name, scheme, isActive, version } }: { partner: Partner }) {
  const t = useT()
  const utils = trpc.useUtils()
  const { isOpen, ask, close } = useAsked<true>()
  const save = trpc.partners.updatePartner.useMutation({
    onSuccess: (saved) =>
      showToast({
        kind: 'success',
        title: t(saved.isActive ? 'partners.switchedOn' : 'partners.switchedOff'),
        message: saved.name,
      }),
    onError: useShowFailure(),
    // Also after a refusal: someone else changed it first, so this screen is out of date.
    onSettled: (_answer, error) => {
      // Someone who did not confirm who they are can do so from the same dialog.
      if (!isUnproven(error)) close()
      return utils.partners.listPartners.invalidate()
    },
  })
  const turn = () => save.mutate({ id, name, scheme, version, isActive: !isActive })
  return (
    <>
      <Button
        variant="default"
        loading={!isActive && save.isPending}
        onClick={() => (isActive ? ask(true) : turn())}
      >
        {t(isActive ? 'partners.switchOff' : 'partners.switchOn')}
      </Button>
      <ConfirmDialog
        title={t('partners.switchOffTitle', { name })}
        text={t('partners.switchOffText')}
        action={t('partners.switchOff')}
        opened={isOpen}
        isPending={save.isPending}
        onConfirm={turn}
        onClose={close}
      />
    </>
  )
}
