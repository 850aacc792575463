import type { ClientMe } from '@chuma/contract/clients/client-session'
import { IconCheck, IconShieldOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { RecoveryCodes } from '../../../admin/account/recovery-codes.tsx'
import { useT } from '../../../i18n/use-t.ts'
import blocks from '../../../ui/blocks.module.css'
import { showToast } from '../../../ui/dialogs/show-toast.ts'
import { StatusBadge } from '../../../ui/figures/status-badge.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { ChangeFactor } from './change-factor.tsx'
import { SetUpFactor } from './set-up-factor.tsx'

/** A client's own second factor. */
export function FactorSection({ me }: { me: ClientMe }) {
  const t = useT()
  const queries = useQueryClient()
  const [codes, setCodes] = useState<string[] | null>(null)
  const isOn = me.isSecondFactorOn || codes !== null
  const turnedOn = (recoveryCodes: string[]) => {
    setCodes(recoveryCodes)
    showToast({ kind: 'success', title: t('factor.onTitle'), message: t('factor.onText') })
  }
  // Not before: nothing may move while the codes are on screen.
  const kept = async () => {
    await queries.invalidateQueries()
    setCodes(null)
  }
  return (
    <Section title={t('factor.title')} text={t('client.factorText')}>
      <StatusBadge
        tone={isOn ? 'good' : 'wait'}
        icon={isOn ? <IconCheck size={16} /> : <IconShieldOff size={16} />}
      >
        {t(isOn ? 'factor.on' : 'factor.off')}
      </StatusBadge>
      {codes && <RecoveryCodes codes={codes} onKept={() => void kept()} />}
      {!codes && isOn && <ChangeFactor onRenewed={setCodes} />}
      {!isOn && me.hasPassword && <SetUpFactor email={me.email} onTurnedOn={turnedOn} />}
      {!isOn && !me.hasPassword && <p className={blocks.quiet}>{t('client.factorNeedsPassword')}</p>}
    </Section>
  )
}
