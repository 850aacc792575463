import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCrown } from '@tabler/icons-react'
import { formatDay } from '../../../i18n/format-date.ts'
import { useT } from '../../../i18n/use-t.ts'
import { trpc } from '../../../trpc.ts'
import { QueryView } from '../../../ui/query-view.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeletons } from '../../../ui/skeletons.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { PremiumDialog } from './premium-dialog.tsx'

export function PremiumSection() {
  const t = useT()
  const profile = trpc.account.getProfile.useQuery()
  return (
    <Section title={t('premium.title')}>
      <QueryView query={profile} skeleton={<Skeletons count={1} height={84} />}>
        {({ premiumUntil }) => (premiumUntil ? <Active until={premiumUntil} /> : <Offer />)}
      </QueryView>
    </Section>
  )
}

function Active({ until }: { until: Date }) {
  const t = useT()
  return (
    <>
      <StatusBadge tone="good" icon={<IconCrown size={16} />}>
        {t('premium.until', { day: formatDay(until) })}
      </StatusBadge>
      <Text>{t('premium.active')}</Text>
    </>
  )
}

function Offer() {
  const t = useT()
  const [isOpen, dialog] = useDisclosure(false)
  return (
    <>
      <Text>{t('premium.offer')}</Text>
      <Button onClick={dialog.open}>{t('premium.upgrade')}</Button>
      <PremiumDialog opened={isOpen} onClose={dialog.close} />
    </>
  )
}
