import type { Premium } from '@chuma/contract/premium/premium'
import { Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCrown } from '@tabler/icons-react'
import { useState } from 'react'
import { formatDay } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { useAction } from '../ui/actions/use-action.ts'
import { ConfirmDialog } from '../ui/dialogs/dialog.tsx'
import { StatusBadge } from '../ui/figures/status-badge.tsx'
import { Section } from '../ui/page/section.tsx'
import { QueryView, Skeletons } from '../ui/states/states.tsx'
import { PremiumDialog, usePremium } from './premium-dialog.tsx'

export function PremiumSection() {
  const t = useT()
  const premium = usePremium()
  // Rendered here with the state at opening, because the section below changes while it is open.
  const [isOpen, dialog] = useDisclosure(false)
  const [isExtension, setExtension] = useState(false)
  const open = (isMore: boolean) => {
    setExtension(isMore)
    dialog.open()
  }
  return (
    <Section title={t('premium.title')}>
      <QueryView query={premium} skeleton={<Skeletons count={1} height={84} />}>
        {(loaded) =>
          loaded.premiumUntil ? (
            <Active premium={loaded} until={loaded.premiumUntil} onExtend={() => open(true)} />
          ) : (
            <Offer onUpgrade={() => open(false)} />
          )
        }
      </QueryView>
      <PremiumDialog isOpen={isOpen} isExtension={isExtension} onClose={dialog.close} />
    </Section>
  )
}

function Active({ premium, until, onExtend }: { premium: Premium; until: string; onExtend: () => void }) {
  const t = useT()
  const day = formatDay(until)
  return (
    <>
      <StatusBadge tone={premium.isCancelled ? 'wait' : 'good'} Icon={IconCrown}>
        {t(premium.isCancelled ? 'premium.ends' : 'premium.until', { day })}
      </StatusBadge>
      <Text>{t(premium.isCancelled ? 'premium.cancelled' : 'premium.active')}</Text>
      <Group>
        {premium.isPayable && <Button onClick={onExtend}>{t('premium.extend')}</Button>}
        <CancelPremium isCancelled={premium.isCancelled} until={until} />
      </Group>
    </>
  )
}

function Offer({ onUpgrade }: { onUpgrade: () => void }) {
  const t = useT()
  return (
    <>
      <Text>{t('premium.offer')}</Text>
      <Button onClick={onUpgrade}>{t('premium.upgrade')}</Button>
    </>
  )
}

/** Cancels premium at its end date, after a dialog that says what stays; or resumes it at once. */
function CancelPremium({ isCancelled, until }: { isCancelled: boolean; until: string }) {
  const t = useT()
  const utils = trpc.useUtils()
  const [isAsking, question] = useDisclosure(false)
  const options = {
    failure: { title: t('word.nothingWasChanged'), offline: t('earn.offline') },
    onEnd: async () => {
      await utils.premium.getPremium.invalidate()
      question.close()
    },
  }
  const resume = useAction(trpc.premium.resumePremium, options)
  const cancel = useAction(trpc.premium.cancelPremium, options)
  if (isCancelled) {
    return (
      <Button variant="default" loading={resume.isPending} onClick={() => resume.run()}>
        {t('premium.resume')}
      </Button>
    )
  }
  return (
    <>
      <Button variant="default" onClick={question.open}>
        {t('premium.cancel')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={t('premium.cancelTitle')}
        text={t('premium.cancelText', { day: formatDay(until) })}
        action={t('premium.cancel')}
        dismissal={t('premium.keep')}
        isPending={cancel.isPending}
        onConfirm={() => cancel.run()}
        onClose={question.close}
      />
    </>
  )
}
