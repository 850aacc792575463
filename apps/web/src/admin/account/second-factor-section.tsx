import type { SignedInStaffMember } from '@chuma/contract/admin/staff'
import { IconCheck, IconShieldOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { Section } from '../../ui/page/section.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SecondFactorOn } from './second-factor-on.tsx'
import { SetUpSecondFactor } from './set-up-second-factor.tsx'

export function SecondFactorSection({ staff }: { staff: SignedInStaffMember }) {
  const t = useT()
  const utils = trpc.useUtils()
  const [codes, setCodes] = useState<string[] | null>(null)
  const isOn = staff.isTotpOn

  const turnedOn = (recoveryCodes: string[]) => {
    setCodes(recoveryCodes)
    showToast({ kind: 'success', title: t('factor.onTitle'), message: t('factor.onText') })
  }
  // Not before: nothing may move while the codes are on screen.
  const kept = async () => {
    await utils.admin.getStaffMember.invalidate()
    setCodes(null)
  }
  return (
    <Section title={t('factor.title')} text={t(isOn || codes ? 'factor.onText' : 'factor.why')}>
      <StatusBadge
        tone={isOn || codes ? 'good' : 'wait'}
        icon={isOn || codes ? <IconCheck size={16} /> : <IconShieldOff size={16} />}
      >
        {t(isOn || codes ? 'factor.on' : 'factor.off')}
      </StatusBadge>
      {codes && <RecoveryCodes codes={codes} onKept={() => void kept()} />}
      {!codes && isOn && <SecondFactorOn onRenewed={setCodes} />}
      {!codes && !isOn && <SetUpSecondFactor username={staff.username} onTurnedOn={turnedOn} />}
    </Section>
  )
}
