import type { SetUpState } from '@chuma/contract/admin/set-up'
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { SettingSwitch } from '../../account/settings/setting-switch.tsx'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useShowFailure } from '../use-show-failure.ts'
import { type Fact, Facts } from './facts.tsx'
import { listMailFacts } from './list-mail-facts.ts'
import { StepSection } from './step-section.tsx'

/** What members will find, in one list, before they are let in. */
export function LiveStep({ state }: { state: SetUpState }) {
  const t = useT()
  const navigate = useNavigate()
  const utils = trpc.useUtils()
  const onError = useShowFailure()
  const [isSignUpOpen, setSignUpOpen] = useState(true)
  const finish = trpc.admin.finishSetUp.useMutation({
    onSuccess: async () => {
      showToast({ kind: 'success', title: t('setUp.liveToast'), message: t('setUp.liveToastText') })
      await navigate({ to: '/admin-dashboard' })
      void utils.admin.getStaffMember.invalidate()
    },
    onError,
  })
  return (
    <StepSection title={t('setUp.liveTitle')} text={t('setUp.live')}>
      <Facts label={t('setUp.liveTitle')} facts={listFacts(t, state)} />
      <SettingSwitch
        label={t('product.signUp')}
        description={t('setUp.openHint')}
        isOn={isSignUpOpen}
        onChange={setSignUpOpen}
      />
      <div>
        <Button disabled={finish.isPending} onClick={() => finish.mutate({ isSignUpOpen })}>
          {t(finish.isPending ? 'setUp.finishing' : 'setUp.finish')}
        </Button>
      </div>
    </StepSection>
  )
}

function listFacts(t: Translate, state: SetUpState): Fact[] {
  const { payouts, publicUrl, isFirstEconomy } = state
  const isHttps = publicUrl.startsWith('https:')
  const methods = payouts.methods.map((method) => t(`setUp.method.${method}`))
  return [
    { text: t(isHttps ? 'setUp.address' : 'setUp.addressNotHttps', { url: publicUrl }), isWell: isHttps },
    { text: t(`setUp.provider.${payouts.provider}`), isWell: true },
    { text: t('setUp.methods', { methods: methods.join(', ') }), isWell: methods.length > 0 },
    ...listMailFacts(t, state),
    { text: t(isFirstEconomy ? 'setUp.ratesFirst' : 'setUp.ratesChosen'), isWell: !isFirstEconomy },
  ]
}
