import { ReasonDialog } from '../../admin/reason-dialog.tsx'
import { useT } from '../../i18n/use-t.ts'
import { useManagePauses } from './use-manage-pauses.ts'

type Props = {
  member: { id: string; name: string; isPaused: boolean }
  opened: boolean
  onClose: () => void
}

/** Asks for the reason to pause or resume a member's payouts. */
export function PauseDialog({ member: { id, name, isPaused }, opened, onClose }: Props) {
  const t = useT()
  const { pause, lift, isPending } = useManagePauses(onClose)
  return (
    <ReasonDialog
      {...{ opened, onClose, isPending }}
      title={t(isPaused ? 'pausing.liftTitle' : 'pausing.pauseTitle', { name })}
      text={t(isPaused ? 'pausing.liftText' : 'pausing.pauseText')}
      action={t(isPaused ? 'pausing.lift' : 'pausing.pause')}
      isDanger={!isPaused}
      onSend={(reason) => (isPaused ? lift : pause)({ memberId: id, reason })}
    />
  )
}
