import { IconLock } from '@tabler/icons-react'
import { Panel } from '../ui/page/page.tsx'
import { MessageState } from '../ui/states/states.tsx'
import { UpgradeButton } from './premium-offer.tsx'

/** Replaces a premium feature: what it is, and how to get it. */
export function PremiumLock({ title, text }: { title: string; text: string }) {
  return (
    <Panel>
      <MessageState icon={<IconLock />} title={title} text={text} action={<UpgradeButton />} />
    </Panel>
  )
}
